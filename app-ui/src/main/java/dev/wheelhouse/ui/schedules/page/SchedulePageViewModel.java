package dev.wheelhouse.ui.schedules.page;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.output.RunOutput;
import dev.wheelhouse.ui.schedules.times.CronReading;
import dev.wheelhouse.ui.schedules.times.UpcomingRun;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** One schedule, its runs, and what the chosen one of them wrote. Belongs to the window's thread. */
public final class SchedulePageViewModel implements Refreshable {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(1);
    private static final DateTimeFormatter FILE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);

    private static final int RUN_PAGE = 50;

    private final RunGateway gateway;
    final ScheduleList list;
    private final Workbench workbench;
    final String scheduleId;
    private final Latest firstPage;
    private final Latest morePages;
    final RunOutput output;
    private final ReadOnlyObjectWrapper<@Nullable ScheduleLine> line = new ReadOnlyObjectWrapper<>(this, "line");
    private final ReadOnlyObjectWrapper<List<UpcomingRun>> upcoming =
            new ReadOnlyObjectWrapper<>(this, "upcoming", List.of());
    private final ObservableList<ScheduleRun> runs = FXCollections.observableArrayList();
    private final ObservableList<ScheduleRun> runsView = FXCollections.unmodifiableObservableList(runs);
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper(this, "known");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private final ReadOnlyStringWrapper selected = new ReadOnlyStringWrapper(this, "selected", "");
    private final ReadOnlyObjectWrapper<Instant> tick;
    private final ListChangeListener<LiveRow<ScheduleLine>> onSchedules = _ -> showSchedule();
    private Background.Handle polling = Background.Handle.NONE;
    private @Nullable String olderFrom;
    private @Nullable Instant readAt;
    private boolean isReadingMore;

    public SchedulePageViewModel(RunGateway gateway, ScheduleList list, Workbench workbench, String scheduleId) {
        this.gateway = gateway;
        this.list = list;
        this.workbench = workbench;
        this.scheduleId = scheduleId;
        this.tick = new ReadOnlyObjectWrapper<>(this, "now", list.clock().instant());
        this.firstPage = new Latest(workbench.background());
        this.morePages = new Latest(workbench.background());
        this.output = new RunOutput(
                (runId, most) -> gateway.logEnd(workbench.callers().get(), scheduleId, runId, most),
                workbench.background());
        showSchedule();
    }

    public void onShow() {
        list.rows().addListener(onSchedules);
        polling = workbench.background().every(POLL_PERIOD, this::poll);
        showSchedule();
        refresh();
    }

    public void onHide() {
        list.rows().removeListener(onSchedules);
        polling.cancel();
        firstPage.cancel();
        morePages.cancel();
        output.cancel();
        isReadingMore = false;
    }

    private void showSchedule() {
        Optional<ScheduleLine> found = list.find(scheduleId);
        if (found.isEmpty()) {
            return;
        }
        ScheduleLine before = line.get();
        ScheduleLine now = found.get();
        line.set(now);
        Instant at = list.clock().instant();
        upcoming.set(UpcomingRun.of(now.schedule().dueTimes(), list.zone(), at, CronReading.TIMES));
        if (before != null && !before.runs().equals(now.runs())) {
            refresh();
        }
    }

    /** Reads the newest runs again; older ones that were read stay where they join on. */
    @Override
    public void refresh() {
        firstPage.run(() -> page(null), this::take, failure::set);
    }

    private Page<ScheduleRun> page(@Nullable String from) {
        return gateway.list(workbench.callers().get(), scheduleId, new PageRequest(RUN_PAGE, from));
    }

    private void take(Page<ScheduleRun> page) {
        readAt = list.clock().instant();
        failure.set(null);
        Set<String> newest = page.items().stream().map(ScheduleRun::id).collect(Collectors.toSet());
        List<ScheduleRun> now = new ArrayList<>(page.items());
        boolean joins = page.next() != null && runs.stream().anyMatch(each -> newest.contains(each.id()));
        if (joins) {
            runs.stream().filter(each -> !newest.contains(each.id())).forEach(now::add);
        } else {
            // Between these and the older ones may be some that were never read.
            olderFrom = page.next();
            morePages.cancel();
            isReadingMore = false;
        }
        show(now);
        known.set(true);
        if (selected.get().isEmpty() && !runs.isEmpty()) {
            select(runs.getFirst().id());
        } else {
            showOutput();
        }
    }

    /** In place where they are the same runs, so that a selection stays. */
    private void show(List<ScheduleRun> now) {
        boolean same = now.stream()
                .map(ScheduleRun::id)
                .toList()
                .equals(runs.stream().map(ScheduleRun::id).toList());
        if (!same) {
            runs.setAll(now);
            return;
        }
        for (int i = 0; i < now.size(); i++) {
            if (!now.get(i).equals(runs.get(i))) {
                runs.set(i, now.get(i));
            }
        }
    }

    /** As {@link #readMore}, once the table has laid itself out: reading changes its rows. */
    void readMoreSoon() {
        if (olderFrom != null) {
            workbench.background().onWindow(this::readMore);
        }
    }

    /** Reads the next older runs, if there are any. */
    public void readMore() {
        String from = olderFrom;
        if (from == null || isReadingMore) {
            return;
        }
        isReadingMore = true;
        morePages.run(
                () -> page(from),
                page -> {
                    isReadingMore = false;
                    olderFrom = page.next();
                    Set<String> before = runs.stream().map(ScheduleRun::id).collect(Collectors.toSet());
                    runs.addAll(page.items().stream()
                            .filter(each -> !before.contains(each.id()))
                            .toList());
                },
                error -> {
                    isReadingMore = false;
                    workbench.say(error);
                });
    }

    /** Shows the output of a run. */
    public void select(String runId) {
        if (!runId.equals(selected.get())) {
            selected.set(runId);
            showOutput();
        }
    }

    /** Polls what is running; everything else comes with the list. */
    private void poll() {
        if (runs.stream().anyMatch(each -> !each.status().isFinal())) {
            tick.set(list.clock().instant());
        }
        output.poll();
    }

    private void showOutput() {
        output.show(selectedRun().map(this::shown).orElse(null));
    }

    private RunOutput.Run shown(ScheduleRun run) {
        return new RunOutput.Run(
                run.id(),
                "Output of " + Moments.onDay(run.begin(), list.clock().instant(), list.zone()),
                Objects.requireNonNullElse(run.error(), ""),
                switch (run.status()) {
                    case QUEUED -> "Queued.";
                    case RUNNING -> "No output so far.";
                    case SKIPPED -> "Skipped: the run before it was not over.";
                    case MISSED -> "Missed: Wheelhouse was not running.";
                    case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED -> "No output.";
                },
                run.status().isFinal(),
                hasOutput(run));
    }

    /** Whether it ever began. */
    static boolean hasOutput(ScheduleRun run) {
        return run.startedAt() != null && run.status() != RunStatus.SKIPPED && run.status() != RunStatus.MISSED;
    }

    public Optional<ScheduleRun> selectedRun() {
        return runs.stream().filter(each -> each.id().equals(selected.get())).findFirst();
    }

    /** Keeps all of a run's output in a file. */
    void saveOutput(String runId, Path file) {
        workbench.change(
                caller -> gateway.saveLog(caller, scheduleId, runId, file),
                () -> workbench.say(Notice.info("The output was saved as " + file.getFileName() + ".")),
                workbench::say);
    }

    /** A name for a file with a run's output. */
    String fileName(String runId) {
        String name = line.get() == null ? "schedule" : line.get().name();
        return runs.stream()
                .filter(each -> each.id().equals(runId))
                .findFirst()
                .map(each -> name + "-" + FILE_TIME.format(each.begin().atZone(list.zone())) + ".log")
                .orElse(name + ".log");
    }

    /** Null until the schedule was read. */
    public ReadOnlyObjectProperty<@Nullable ScheduleLine> lineProperty() {
        return line.getReadOnlyProperty();
    }

    /** Its next times, also while it is switched off. */
    public ReadOnlyObjectProperty<List<UpcomingRun>> upcomingProperty() {
        return upcoming.getReadOnlyProperty();
    }

    /** Newest first, as far as they were read. */
    public ObservableList<ScheduleRun> runs() {
        return runsView;
    }

    /** The time; goes on while one of the runs has not ended. */
    public ReadOnlyObjectProperty<Instant> nowProperty() {
        return tick.getReadOnlyProperty();
    }

    /** Whether the runs were read at least once. */
    public ReadOnlyBooleanProperty knownProperty() {
        return known.getReadOnlyProperty();
    }

    @Override
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    @Override
    public @Nullable Instant readAt() {
        return readAt;
    }

    /** Id of the run that is chosen; empty for none. */
    public ReadOnlyStringProperty selectedProperty() {
        return selected.getReadOnlyProperty();
    }
}
