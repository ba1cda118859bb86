package dev.wheelhouse.ui.backups.restore;

import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.backups.RestorePreview;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.backups.RestoreResult;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The form of a restore, with a plan of what is typed. Belongs to the window's thread. */
public final class RestoreFormViewModel implements FormSource<RestoreRequest> {

    private static final Duration PAUSE = Duration.ofMillis(400);
    private static final Set<String> PATHS =
            Set.of("targetTime", "targetPosition", "beforeTransaction", "serverId", "targetDirectory", "runAs");

    private final RestoreGateway restores;
    private final Workbench workbench;
    private final Supplier<Caller> callers;
    private final TargetTimes times;
    final ServerList servers;
    final BackupLine line;
    final @Nullable String runId;
    final ZoneId zone;
    final FormModel<RestoreRequest> form;
    final ObjectProperty<TargetKind> kind = new SimpleObjectProperty<>(this, "kind", TargetKind.LATEST);
    final StringProperty target = new SimpleStringProperty(this, "target", "");
    final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");
    final StringProperty directory = new SimpleStringProperty(this, "targetDirectory", "");
    final StringProperty runAs = new SimpleStringProperty(this, "runAs", "");
    final ObjectProperty<Afterwards> afterwards = new SimpleObjectProperty<>(this, "afterwards", Afterwards.RUNNING);
    private final Map<TargetKind, String> typedOf = new EnumMap<>(TargetKind.class);
    private final ReadOnlyObjectWrapper<PlanState> plan =
            new ReadOnlyObjectWrapper<>(this, "plan", new PlanState.Planning());
    private Background.Handle waiting = Background.Handle.NONE;
    private Background.Handle planning = Background.Handle.NONE;
    private boolean isPlanning;
    /** Whether the answer that is awaited is of what is typed no longer. */
    private boolean isOutdated;

    /**
     * @param runId of the base backup to restore from; null for the one that fits best
     * @param at the target time; null for as far as WAL is stored
     * @param zone in which times are typed
     */
    public RestoreFormViewModel(
            RestoreGateway restores,
            Workbench workbench,
            ServerList servers,
            BackupLine line,
            @Nullable String runId,
            @Nullable Instant at,
            ZoneId zone) {
        this.restores = restores;
        this.workbench = workbench;
        this.callers = workbench.callers();
        this.times = new TargetTimes(zone);
        this.servers = servers;
        this.line = line;
        this.runId = runId;
        this.zone = zone;
        this.form = new FormModel<>(workbench.background(), PATHS, this);
        serverId.set(line.config().source().serverId());
        Instant stored = line.overview().progress().lastWalAt();
        typedOf.put(TargetKind.TIME, stored == null ? "" : times.write(stored));
        if (at != null) {
            kind.set(TargetKind.TIME);
            target.set(times.write(at));
        }
        kind.addListener((_, before, now) -> {
            typedOf.put(before, target.get());
            target.set(typedOf.getOrDefault(now, ""));
            changed();
        });
        target.addListener(_ -> changed());
        serverId.addListener(_ -> changed());
        directory.addListener(_ -> changed());
        runAs.addListener(_ -> changed());
        readPlan();
    }

    private void changed() {
        PATHS.forEach(form::forget);
        isOutdated = true;
        waiting.cancel();
        waiting = workbench.background().after(PAUSE, this::readPlan);
        try {
            request();
            plan.set(new PlanState.Planning());
        } catch (AppException e) {
            plan.set(new PlanState.Waiting(words(e)));
        }
    }

    private static String words(AppException problem) {
        return problem.details() instanceof FieldProblems(var errors)
                ? errors.getFirst().message()
                : String.valueOf(problem.getMessage());
    }

    /** Plans what is typed; while an earlier plan is awaited, when that is back. */
    void readPlan() {
        if (isPlanning) {
            return;
        }
        RestoreRequest request;
        try {
            request = request();
        } catch (AppException e) {
            plan.set(new PlanState.Waiting(words(e)));
            return;
        }
        plan.set(new PlanState.Planning());
        isPlanning = true;
        isOutdated = false;
        planning = workbench
                .background()
                .run(() -> plan(request), this::planned, error -> planned(new PlanState.Failed(words(error))));
    }

    private void planned(PlanState answer) {
        isPlanning = false;
        if (isOutdated) {
            readPlan();
        } else {
            plan.set(answer);
        }
    }

    /** Blocks. */
    private PlanState plan(RestoreRequest request) {
        RestorePreview preview = restores.plan(callers.get(), line.id(), runId, request);
        if (preview.ok()) {
            return new PlanState.Ready(words(request, preview), Objects.requireNonNull(preview.runId()));
        }
        Instant at = request.targetTime();
        if (at != null) {
            RestoreWindow window = restores.window(callers.get(), line.id());
            if (!TargetTimes.isReached(window, at)) {
                return new PlanState.Refused(times.words(at) + " cannot be restored. " + times.words(window));
            }
        }
        return new PlanState.Refused(String.valueOf(preview.error()));
    }

    private String words(RestoreRequest request, RestorePreview preview) {
        if (preview.database() != null || preview.path() != null) {
            String to = preview.database() == null
                    ? "the new file " + preview.path()
                    : "the new database " + preview.database() + " of the same server";
            return "Backup " + preview.runId() + ", " + bytes(preview.baseBytes()) + ", into " + to + "."
                    + (preview.warning() == null ? "" : " " + preview.warning());
        }
        String to = request.targetTime() == null ? "" : "To " + times.words(request.targetTime()) + ": base backup ";
        return (to.isEmpty() ? "Base backup " : to) + preview.runId() + " with " + bytes(preview.baseBytes())
                + " of files, then up to " + bytes(preview.walBytes()) + " of WAL, into " + preview.directory()
                + (preview.runAs() == null ? "." : ", run by " + preview.runAs() + ".");
    }

    private static String bytes(@Nullable Long bytes) {
        return ChartUnit.BYTES.words(Objects.requireNonNullElse(bytes, 0L));
    }

    /** @throws AppException {@code validation_failed} for what cannot be read */
    private RestoreRequest request() {
        String typed = target.get().strip();
        String place = directory.get().strip();
        String user = runAs.get().strip();
        TargetKind chosen = kind.get();
        String server = serverId.get();
        if (line.isLogical()) {
            return new RestoreRequest(null, null, null, place.isEmpty() ? null : place, false);
        }
        return new RestoreRequest(
                chosen == TargetKind.TIME ? time(typed) : null,
                chosen == TargetKind.POSITION ? given(typed, "Enter a WAL position (LSN).") : null,
                chosen == TargetKind.TRANSACTION ? transaction(given(typed, "Enter a transaction ID.")) : null,
                server.equals(line.config().source().serverId()) ? null : server,
                place.isEmpty() ? null : place,
                afterwards.get() == Afterwards.RUNNING,
                afterwards.get() == Afterwards.OPEN,
                user.isEmpty() ? null : user);
    }

    /**
     * Moves what is typed: a time by a second or, far, a minute; a position by a segment of WAL.
     *
     * @param steps forth, or back below 0
     * @return false where nothing is typed that could be moved
     */
    boolean move(int steps, boolean isFar) {
        String typed = target.get().strip();
        try {
            switch (kind.get()) {
                case TIME -> target.set(times.write(times.read(typed).plusSeconds((long) steps * (isFar ? 60 : 1))));
                case POSITION -> {
                    long bytes = line.config().source().segmentBytes();
                    WalPosition at = WalPosition.parse(typed).segmentStart(bytes);
                    target.set(at.plus(steps * bytes).toString());
                }
                case LATEST, TRANSACTION -> {
                    return false;
                }
            }
            return true;
        } catch (DateTimeException | IllegalArgumentException _) {
            return false;
        }
    }

    private String given(String typed, String problem) {
        if (typed.isEmpty()) {
            throw AppException.invalid(kind.get().path(), problem);
        }
        return typed;
    }

    private Instant time(String typed) {
        try {
            return times.read(typed);
        } catch (DateTimeException e) {
            throw AppException.invalid(kind.get().path(), String.valueOf(e.getMessage()));
        }
    }

    private long transaction(String typed) {
        try {
            return Long.parseLong(typed);
        } catch (NumberFormatException _) {
            throw AppException.invalid(kind.get().path(), "Enter the transaction ID, a number.");
        }
    }

    @Override
    public @Nullable Callable<RestoreRequest> store(@Nullable Long expected) {
        RestoreRequest request = form.checked(this::request);
        return request == null ? null : () -> begin(request);
    }

    /** A refusal that comes at once is shown; the end is for the jobs to say. */
    private RestoreRequest begin(RestoreRequest request) {
        CompletableFuture<RestoreResult> result = restores.restore(callers.get(), line.id(), runId, request);
        if (result.isDone() && !result.join().ok()) {
            String why = plan(request) instanceof PlanState.Refused(String words)
                    ? words
                    : String.valueOf(result.join().error());
            throw new AppException(PlatformError.STATE_INVALID, why);
        }
        return request;
    }

    @Override
    public Callable<RestoreRequest> read() {
        throw new UnsupportedOperationException("A restore is never edited");
    }

    @Override
    public void show(RestoreRequest stored) {
        throw new UnsupportedOperationException("A restore is never edited");
    }

    /** What Restore does, over HTTP; its plan where it cannot be made; null while the form cannot be read. */
    @Nullable
    CurlCommand call() {
        RestoreRequest request = FormModel.quietly(this::request);
        if (request == null) {
            return null;
        }
        String base = runId == null && plan.get() instanceof PlanState.Ready ready ? ready.runId() : runId;
        return base == null
                ? BackupCalls.plan(line.id(), null, request)
                : BackupCalls.restore(line.id(), base, request);
    }

    void close() {
        waiting.cancel();
        planning.cancel();
        form.close();
    }

    ReadOnlyObjectProperty<PlanState> planProperty() {
        return plan.getReadOnlyProperty();
    }
}
