package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.plan.RetentionRule;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.schedules.times.CronModel;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The form of a database's backups. Its secrets go to the core and nowhere else. Belongs to the window's thread. */
public final class BackupFormViewModel implements FormSource<BackupConfig> {

    private static final System.Logger LOG = System.getLogger(BackupFormViewModel.class.getName());

    /** From the last change of what a test is about to the test. */
    private static final Duration PAUSE = Duration.ofMillis(1_200);

    private final BackupGateway backups;
    private final BackupRunGateway runs;
    private final BiConsumer<Caller, String> allowHost;
    private final Workbench workbench;
    private final Supplier<Caller> callers;
    private final Latest probing;
    private final Latest counting;
    final BackupList list;
    final FormMode<BackupOverview> mode;
    final FormModel<BackupConfig> form;
    final BackupFields fields;
    private final ReadOnlyObjectWrapper<ProbeState> probe =
            new ReadOnlyObjectWrapper<>(this, "probe", new ProbeState.None());
    private Background.Handle waiting = Background.Handle.NONE;
    private Runnable savesAgain = () -> {};
    private @Nullable BackupPatch agreed;
    /** Read with what was set up, so that no other form can come between the two. */
    private volatile @Nullable String recoveryKey;

    /** @param allowHost lets requests reach a private host */
    public BackupFormViewModel(
            BackupGateway backups,
            BackupRunGateway runs,
            BiConsumer<Caller, String> allowHost,
            BackupList list,
            Workbench workbench,
            FormMode<BackupOverview> mode) {
        this.backups = backups;
        this.runs = runs;
        this.allowHost = allowHost;
        this.workbench = workbench;
        this.callers = workbench.callers();
        this.probing = new Latest(workbench.background());
        this.list = list;
        this.mode = mode;
        this.counting = new Latest(workbench.background());
        this.fields = new BackupFields(new CronModel("schedule", list.zone(), list.clock(), workbench.background()));
        this.form = new FormModel<>(workbench.background(), fields.paths(mode.isEdit()), this);
        if (mode instanceof FormMode.Edit<BackupOverview>(BackupOverview edited)) {
            show(edited.config());
        }
        form.forgetProblemsOf(fields.shown(mode.isEdit()).toArray(Property<?>[]::new));
        fields.times.showProblemsIn(form);
        if (!mode.isEdit()) {
            // The keys of an edit are tested when it is saved.
            fields.tested().forEach(each -> each.addListener(_ -> probeSoon()));
        }
        fields.databaseId.addListener((_, _, id) -> chooseServerOf(id));
        list.connections().refresh();
        list.servers().refresh();
    }

    /** Restores are made where the connection leads, else on this machine. */
    private void chooseServerOf(String connectionId) {
        DatabaseConnection chosen = list.connections().find(connectionId).orElse(null);
        boolean isFile = chosen != null && chosen.engine() == Engine.SQLITE;
        if (isFile != (fields.type.get() == BackupType.SQLITE)) {
            fields.type.set(isFile ? BackupType.SQLITE : BackupType.PITR);
        }
        String through = chosen == null ? null : chosen.serverId();
        if (through != null) {
            fields.serverId.set(through);
        } else if (isFile || fields.serverId.get().isEmpty()) {
            list.servers().own().map(ServerLine::id).ifPresent(fields.serverId::set);
        }
    }

    @Override
    public void show(BackupConfig stored) {
        form.show(stored.revision());
        fields.show(stored);
    }

    /** Tests database and destination as the form has them now. */
    void probe() {
        BackupDraft draft = form.checked(fields::draft);
        if (draft != null) {
            probe(draft);
        }
    }

    private void probe(BackupDraft draft) {
        waiting.cancel();
        probe.set(new ProbeState.Running());
        probing.run(
                () -> backups.test(callers.get(), draft),
                checks -> probe.set(new ProbeState.Found(checks)),
                failure -> {
                    probe.set(new ProbeState.None());
                    form.refused(failure);
                });
    }

    private void probeSoon() {
        cancelProbe();
        if (fields.canBeTested()) {
            waiting = workbench.background().after(PAUSE, this::probeIfWhole);
        }
    }

    private void probeIfWhole() {
        BackupDraft draft;
        try {
            draft = fields.draft();
        } catch (AppException _) {
            // Another field is not right yet; saving says so.
            return;
        }
        probe(draft);
    }

    void cancelProbe() {
        waiting.cancel();
        probing.cancel();
        probe.set(new ProbeState.None());
    }

    @Override
    public @Nullable Callable<BackupConfig> store(@Nullable Long expected) {
        if (fields.times.isWrong()) {
            return null;
        }
        if (mode instanceof FormMode.Edit<BackupOverview>(BackupOverview before)) {
            BackupPatch patch = form.checked(fields::patch);
            if (patch == null || mustAsk(before.config(), patch)) {
                return null;
            }
            return () -> backups.update(callers.get(), before.config().id(), patch, expected);
        }
        BackupDraft draft = form.checked(fields::draft);
        return draft == null ? null : () -> create(draft);
    }

    private BackupConfig create(BackupDraft draft) {
        BackupConfig made = backups.create(callers.get(), draft);
        if (Boolean.TRUE.equals(draft.encrypted())) {
            try {
                recoveryKey = backups.recoveryText(callers.get(), made.id());
            } catch (AppException e) {
                // They are set up all the same; its page shows the key.
                LOG.log(System.Logger.Level.WARNING, "The recovery key of " + made.id() + " could not be read", e);
            }
        }
        return made;
    }

    /** Asks before a save that keeps less; the answer saves again. */
    private boolean mustAsk(BackupConfig config, BackupPatch patch) {
        BackupPolicy policy = config.policy();
        int newest = Objects.requireNonNull(patch.keepNewest());
        int days = Objects.requireNonNull(patch.retentionDays());
        if (patch.equals(agreed) || (newest >= policy.keepNewest() && days >= policy.retentionDays())) {
            return false;
        }
        counting.run(
                () -> runs.expired(callers.get(), config.id(), new RetentionRule(newest, days), null)
                        .size(),
                count -> askToKeepLess(patch, count),
                form::refused);
        return true;
    }

    private void askToKeepLess(BackupPatch patch, int count) {
        Runnable saves = () -> {
            agreed = patch;
            savesAgain.run();
        };
        if (count == 0) {
            saves.run();
            return;
        }
        workbench.ask(
                new Question(
                        "Delete " + BackupLabels.bases(count) + "?",
                        "With this retention " + BackupLabels.bases(count)
                                + " expire now. They are deleted with the WAL that only they need.",
                        "Save and delete",
                        true),
                saves);
    }

    /** @param saves saves once more what was agreed to */
    void setOnAgreed(Runnable saves) {
        savesAgain = saves;
    }

    @Override
    public Callable<BackupConfig> read() {
        String id = Objects.requireNonNull(mode.edited()).config().id();
        return () -> backups.get(callers.get(), id).config();
    }

    @Override
    public void forgetSecrets() {
        fields.forgetSecrets();
    }

    /** Lets requests reach the host that was refused; the next save goes there. */
    void allowPrivateHost(String host) {
        workbench.change(
                caller -> allowHost.accept(caller, host),
                () -> form.forget(fields.dest.endpoint.getName()),
                form::refused);
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand saveCall() {
        if (mode instanceof FormMode.Edit<BackupOverview>(BackupOverview before)) {
            BackupPatch patch = FormModel.quietly(fields::patch);
            return patch == null ? null : BackupCalls.update(before.config().id(), patch);
        }
        BackupDraft draft = FormModel.quietly(fields::draft);
        return draft == null ? null : BackupCalls.create(draft);
    }

    /** What Test does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand probeCall() {
        BackupDraft draft = FormModel.quietly(fields::draft);
        return draft == null ? null : BackupCalls.test(draft);
    }

    /** Of what was set up and is encrypted; null for none, or where it could not be read. */
    public @Nullable String recoveryKey() {
        return recoveryKey;
    }

    /** The name of the database that is edited. */
    String database() {
        return Optional.ofNullable(mode.edited())
                .flatMap(each -> list.find(each.config().id()))
                .map(BackupLine::database)
                .orElse("");
    }

    /** Ends what is under way, and forgets the secrets. */
    void close() {
        waiting.cancel();
        probing.cancel();
        counting.cancel();
        fields.times.close();
        form.close();
        forgetSecrets();
    }

    ReadOnlyObjectProperty<ProbeState> probeProperty() {
        return probe.getReadOnlyProperty();
    }
}
