package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.backups.RehearsalGateway;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The actions on backups and their runs, wherever they are shown. Belongs to the window's thread. */
public final class BackupCommands {

    private final BackupGateway backups;
    private final BackupRunGateway runs;
    private final RehearsalGateway rehearsals;
    private final BackupList list;
    private final BackupForms forms;
    private final Workbench workbench;

    public BackupCommands(
            BackupGateway backups,
            BackupRunGateway runs,
            RehearsalGateway rehearsals,
            BackupList list,
            BackupForms forms,
            Workbench workbench) {
        this.backups = backups;
        this.runs = runs;
        this.rehearsals = rehearsals;
        this.list = list;
        this.forms = forms;
        this.workbench = workbench;
    }

    public Action add() {
        return Action.of("backups.add", "Back up a database", "fth-plus", () -> forms.open(new FormMode.Add<>()))
                .withCurl(BackupCalls::list);
    }

    /** Takes over backups whose console is lost. */
    public Action adopt() {
        return Action.of("backups.adopt", "Adopt backups…", "fth-download-cloud", forms::adopt)
                .withCurl(BackupCalls::list);
    }

    /** Everything that can be done with one of them, the likeliest first. */
    public List<Action> all(BackupLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(restore(line).withShortcut("Shortcut+Shift+R"));
        line.running()
                .ifPresentOrElse(
                        run -> actions.add(cancel(line, run).withShortcut("Shortcut+Period")),
                        () -> actions.add(startBase(line).withShortcut("Shortcut+R")));
        if (!line.isLogical()) {
            actions.add(rehearse(line));
        }
        actions.add(toggle(line).withShortcut("Shortcut+Shift+E"));
        actions.add(
                Action.of("backups.edit", "Edit…", "fth-edit-2", () -> forms.open(new FormMode.Edit<>(line.overview())))
                        .withCurl(() -> BackupCalls.get(line.id()))
                        .withShortcut("F2"));
        actions.add(Action.of("backups.key", "Recovery key…", "fth-key", () -> forms.showKey(line.id()))
                .withCurl(() -> BackupCalls.recoveryText(line.id())));
        actions.add(delete(line));
        actions.add(deleteAll(line));
        return actions;
    }

    private Action restore(BackupLine line) {
        return Action.of("backups.restore", "Restore…", "fth-rotate-ccw", () -> forms.restore(line, null, null))
                .withCurl(() -> BackupCalls.window(line.id()));
    }

    private Action rehearse(BackupLine line) {
        return Action.of(
                        "backups.rehearse",
                        "Rehearse restore",
                        "fth-check-square",
                        () -> change(
                                caller -> rehearsals.rehearse(caller, line.id()),
                                "Rehearsing the restore of " + line.database() + ". See Jobs."))
                .withCurl(() -> BackupCalls.rehearse(line.id()))
                .acting(new Question(
                        "Rehearse a restore of " + line.database() + "?",
                        "Its newest backup is restored aside, started, checked and removed.",
                        "Rehearse",
                        false));
    }

    /** Makes a base backup now. */
    public Action startBase(BackupLine line) {
        Action starts = Action.of(
                        "backups.base",
                        "Back up now",
                        "fth-play",
                        () -> change(
                                caller -> runs.startBase(caller, line.id()),
                                "Backup of " + line.database() + " queued."))
                .withCurl(() -> BackupCalls.startBase(line.id()))
                .acting(new Question(
                        "Back up " + line.database() + " now?",
                        "The whole database is read and stored beside its scheduled backups.",
                        "Back up",
                        false));
        starts.enabledProperty().set(line.isEnabled());
        return starts;
    }

    private Action cancel(BackupLine line, BackupRun run) {
        return Action.of(
                        "backups.cancel",
                        "Cancel backup",
                        "fth-square",
                        () -> change(
                                caller -> runs.delete(caller, line.id(), run.id()),
                                "Cancelling the backup of " + line.database() + "."))
                .withCurl(() -> BackupCalls.deleteRun(line.id(), run.id()))
                .acting(new Question(
                        "Cancel the backup of " + line.database() + "?",
                        "What it has stored so far is removed.",
                        "Stop backup",
                        true));
    }

    private Action toggle(BackupLine line) {
        boolean on = line.isEnabled();
        return Action.of(
                        "backups.toggle",
                        on ? "Pause…" : "Resume",
                        on ? "fth-pause" : "fth-play-circle",
                        () -> toggleNow(list.find(line.id()).orElse(line)))
                .withCurl(() -> BackupCalls.setEnabled(line.id(), !on));
    }

    private void toggleNow(BackupLine line) {
        if (!line.isEnabled()) {
            String size = line.lastSize()
                    .map(each -> " (the last one was " + each + ")")
                    .orElse("");
            setEnabled(line, true, "Backups of " + line.database() + " resumed. A new backup begins now" + size + ".");
            return;
        }
        Long retained = line.overview().progress().retainedBytes();
        String frees = retained == null || retained == 0
                ? "no WAL piles up there"
                : "the server can drop the " + words(retained) + " of WAL that it retains";
        workbench.ask(
                new Question(
                        "Pause backups of " + line.database() + "?",
                        line.isLogical()
                                ? "Nothing is backed up until they are resumed."
                                : "The replication slot on the server is dropped, so that " + frees
                                        + ". What the database writes until backups are resumed may not be restorable:"
                                        + " there will be a gap.",
                        "Pause",
                        true),
                () -> setEnabled(line, false, "Backups of " + line.database() + " paused."));
    }

    private static String words(long bytes) {
        return ChartUnit.BYTES.words((double) bytes);
    }

    private void setEnabled(BackupLine line, boolean enabled, String said) {
        change(caller -> backups.update(caller, line.id(), BackupPatch.enabled(enabled), null), said);
    }

    private Action delete(BackupLine line) {
        return Action.of(
                        "backups.delete",
                        "Delete…",
                        "fth-trash-2",
                        () -> askAndDelete(
                                line,
                                "The stored backups stay in "
                                        + line.config().destination().words()
                                        + ". Where they are encrypted, only the recovery key opens them then: save that"
                                        + " first.",
                                false))
                .withCurl(() -> BackupCalls.delete(line.id(), false));
    }

    private Action deleteAll(BackupLine line) {
        return Action.of(
                        "backups.delete-all",
                        "Delete with stored backups…",
                        "fth-x-octagon",
                        () -> askAndDelete(
                                line,
                                (line.isLogical() ? "All of them in " : "All its base backups and all its WAL in ")
                                        + line.config().destination().words() + " are deleted for good.",
                                true))
                .withCurl(() -> BackupCalls.delete(line.id(), true));
    }

    private void askAndDelete(BackupLine line, String whatOfTheStored, boolean deletesObjects) {
        workbench.ask(
                new Question(
                        "Delete backups of " + line.database() + "?",
                        (line.isLogical()
                                        ? "Nothing more is backed up. "
                                        : "Nothing more is backed up, and the replication slot on the server is dropped. ")
                                + whatOfTheStored,
                        deletesObjects ? "Delete all" : "Delete",
                        true),
                () -> change(
                        caller -> backups.delete(caller, line.id(), deletesObjects, null),
                        "Backups of " + line.database() + " deleted."));
    }

    /** What can be done with one run. */
    public List<Action> ofRun(BackupLine line, BackupRun run) {
        List<Action> actions = new ArrayList<>();
        if (!run.status().isFinal()) {
            actions.add(cancel(line, run));
            return actions;
        }
        if (run.status() == RunStatus.SUCCEEDED) {
            actions.add(Action.of(
                            "backups.restore-run",
                            "Restore from this backup…",
                            "fth-rotate-ccw",
                            () -> forms.restore(line, run.id(), null))
                    .withCurl(() -> BackupCalls.window(line.id())));
            actions.add(Action.of(
                            "backups.verify",
                            "Verify",
                            "fth-check-square",
                            () -> change(
                                    caller -> runs.verify(caller, line.id(), run.id()),
                                    "Reading all of the backup. See Jobs."))
                    .withCurl(() -> BackupCalls.verify(line.id(), run.id())));
            actions.add(Action.of(
                            "backups.keep",
                            run.keep() ? "Release" : "Keep",
                            run.keep() ? "fth-unlock" : "fth-lock",
                            () -> keepOrRelease(line, run))
                    .withCurl(() -> BackupCalls.setKeep(line.id(), run.id(), !run.keep())));
        }
        actions.add(Action.of("backups.remove-run", "Remove…", "fth-trash-2", () -> askAndRemove(line, run))
                .withCurl(() -> BackupCalls.deleteRun(line.id(), run.id()))
                .withShortcut("Delete"));
        return actions;
    }

    private void keepOrRelease(BackupLine line, BackupRun run) {
        if (!run.keep()) {
            change(
                    caller -> runs.setKeep(caller, line.id(), run.id(), true),
                    line.isLogical()
                            ? "The backup is kept until you release it."
                            : "The base backup and the WAL after it are kept until you release it.");
            return;
        }
        BackupPolicy policy = list.find(line.id()).orElse(line).config().policy();
        Runnable release = () -> change(
                caller -> runs.setKeep(caller, line.id(), run.id(), false),
                "Released. The backup is deleted when its retention is over.");
        workbench.run(
                caller -> runs.expired(caller, line.id(), policy.retention(), run.id()).stream()
                        .anyMatch(each -> each.id().equals(run.id())),
                expires -> askAndRelease(policy, expires, release),
                workbench::say);
    }

    private void askAndRelease(BackupPolicy policy, boolean expires, Runnable release) {
        if (!expires) {
            release.run();
            return;
        }
        workbench.ask(
                new Question(
                        "Release and delete this backup?",
                        "It is older than " + policy.retentionDays() + " days and not among the newest "
                                + policy.keepNewest()
                                + ", so it is deleted now, with the WAL that only it needs.",
                        "Release",
                        true),
                release);
    }

    private void askAndRemove(BackupLine line, BackupRun run) {
        boolean hasBase = run.status() == RunStatus.SUCCEEDED;
        workbench.ask(
                new Question(
                        hasBase ? "Remove this backup?" : "Remove this run?",
                        !hasBase
                                ? "The run and its log are removed."
                                : line.isLogical()
                                        ? "It cannot be restored any more."
                                        : "Times of " + line.database()
                                                + " that only this base backup reaches cannot be restored any more.",
                        "Remove",
                        hasBase),
                () -> change(
                        caller -> runs.delete(caller, line.id(), run.id()),
                        hasBase ? "Removing the backup." : "Removing the run."));
    }

    private void change(Consumer<Caller> work, String said) {
        workbench.change(
                work,
                () -> {
                    list.refresh();
                    workbench.say(Notice.info(said));
                },
                failure -> {
                    list.refresh();
                    workbench.say(failure);
                });
    }

    public BackupList list() {
        return list;
    }
}
