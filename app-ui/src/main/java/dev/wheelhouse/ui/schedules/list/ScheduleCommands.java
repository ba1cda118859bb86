package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleGateway;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What can be done with schedules, wherever they are shown. Belongs to the window's thread. */
public final class ScheduleCommands {

    private final ScheduleGateway schedules;
    private final RunGateway runs;
    private final ScheduleList list;
    private final Workbench workbench;

    public ScheduleCommands(ScheduleGateway schedules, RunGateway runs, ScheduleList list, Workbench workbench) {
        this.schedules = schedules;
        this.runs = runs;
        this.list = list;
        this.workbench = workbench;
    }

    /** @param forms shows the empty form */
    public Action add(ScheduleForms forms) {
        return Action.of("schedules.add", "Add a schedule", "fth-plus", () -> forms.open(new FormMode.Add<>()))
                .withCurl(ScheduleCalls::list);
    }

    /** Everything that can be done with one of them, the likeliest first. */
    public List<Action> all(ScheduleLine line, ScheduleForms forms) {
        List<Action> actions = new ArrayList<>();
        actions.add(runNow(line).withShortcut("Shortcut+R"));
        line.running().ifPresent(run -> actions.add(cancel(line, run).withShortcut("Shortcut+Period")));
        actions.add(toggle(line).withShortcut("Shortcut+Shift+E"));
        actions.add(edit(line, forms).withShortcut("F2"));
        actions.add(
                Action.of("schedules.copy", "Copy…", "fth-copy", () -> forms.open(new FormMode.Copy<>(line.schedule())))
                        .withCurl(() -> ScheduleCalls.get(line.id())));
        actions.add(delete(line).withShortcut("Delete"));
        return actions;
    }

    public Action edit(ScheduleLine line, ScheduleForms forms) {
        return Action.of(
                        "schedules.edit",
                        "Edit…",
                        "fth-edit-2",
                        () -> forms.open(new FormMode.Edit<>(
                                list.find(line.id()).orElse(line).schedule())))
                .withCurl(() -> ScheduleCalls.get(line.id()));
    }

    /** Runs it once now, whatever its times say; also one that is switched off. */
    public Action runNow(ScheduleLine line) {
        return Action.of("schedules.run", "Run now", "fth-play", () -> runNow(line.schedule()))
                .withCurl(() -> ScheduleCalls.runNow(line.id()))
                .acting(new Question(
                        "Run " + line.name() + " now?",
                        "Its command runs on " + line.serverName() + ".",
                        "Run",
                        false));
    }

    private void runNow(Schedule schedule) {
        workbench.run(
                caller -> runs.start(caller, schedule.id()),
                run -> {
                    boolean waits = run.status() == RunStatus.QUEUED;
                    workbench.say(Notice.info(schedule.name() + (waits ? " will run next." : " was started.")));
                    list.refresh();
                },
                workbench::say);
    }

    /** Cancels a run, or stops the command that it left when its console died. */
    public Action cancel(ScheduleLine line, ScheduleRun run) {
        boolean left = run.leftProcessId() != null;
        return Action.of(
                        "schedules.cancel",
                        left ? "Stop command" : "Cancel run",
                        "fth-square",
                        () -> change(
                                caller -> runs.cancel(caller, line.id(), run.id()),
                                left
                                        ? "The command of " + line.name() + " was stopped."
                                        : "The run of " + line.name() + " is being cancelled."))
                .withCurl(() -> ScheduleCalls.cancelRun(line.id(), run.id()))
                .acting(new Question(
                        "Stop what " + line.name() + " runs?",
                        "Its command on " + line.serverName() + " is ended.",
                        left ? "Stop command" : "Cancel run",
                        false));
    }

    /** Switches it on or off. */
    public Action toggle(ScheduleLine line) {
        boolean on = line.schedule().enabled();
        return Action.of(
                        "schedules.toggle",
                        on ? "Disable" : "Enable",
                        on ? "fth-toggle-right" : "fth-toggle-left",
                        () -> setEnabled(line.schedule(), !on, () -> {}))
                .withCurl(() -> ScheduleCalls.setEnabled(line.id(), !on));
    }

    /** @param refused runs when it stays as it was: then the list does not change */
    void setEnabled(Schedule schedule, boolean enabled, Runnable refused) {
        workbench.run(caller -> schedules.setEnabled(caller, schedule.id(), enabled), _ -> list.refresh(), error -> {
            refused.run();
            list.refresh();
            workbench.say(error);
        });
    }

    /** Asks by name; its runs and their output go with it. */
    public Action delete(ScheduleLine line) {
        return Action.of("schedules.delete", "Delete…", "fth-trash-2", () -> askAndDelete(line))
                .withCurl(() -> ScheduleCalls.delete(line.id()));
    }

    private void askAndDelete(ScheduleLine line) {
        String runs = line.running().isPresent() ? " It runs at the moment; cancel that run first." : "";
        workbench.ask(
                new Question(
                        "Delete " + line.name() + "?",
                        "The schedule “" + line.name() + "” on " + line.serverName()
                                + ", its runs and what they wrote are deleted." + runs,
                        "Delete",
                        true),
                () -> change(caller -> schedules.delete(caller, line.id(), null), line.name() + " was deleted."));
    }

    /** Pauses everything, or lets it go on; which one it is follows what holds now. */
    public Action pauseOrResume() {
        return list.pausedSinceProperty().get() == null ? pauseAll() : resumeAll();
    }

    public Action pauseAll() {
        return Action.of(
                        "schedules.pause",
                        "Pause all",
                        "fth-pause",
                        () -> change(schedules::pauseAll, "All schedules are paused; what runs goes on to its end."))
                .withCurl(ScheduleCalls::pauseAll)
                .acting(new Question("Pause all schedules?", "None runs until they are resumed.", "Pause all", false));
    }

    public Action resumeAll() {
        return Action.of(
                        "schedules.resume",
                        "Resume all",
                        "fth-play-circle",
                        () -> change(schedules::resumeAll, "Schedules are resumed."))
                .withCurl(ScheduleCalls::resumeAll)
                .acting(new Question("Resume all schedules?", "Each runs at its next time.", "Resume all", false));
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

    public ScheduleList list() {
        return list;
    }
}
