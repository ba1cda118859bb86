package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.desk.CoreScheduleDesk;
import dev.wheelhouse.ui.schedules.desk.ScheduleDesk;
import dev.wheelhouse.ui.schedules.form.ScheduleFormViewModel;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.page.SchedulePageViewModel;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the screen of schedules and ties it to what it needs. Called on the window's thread. */
public final class SchedulesWiring implements SchedulesEntrance, ScheduleForms {

    private static final int ON_OVERVIEW = 5;
    private static final int ON_SERVER = 50;

    private final ScheduleDesk desk;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final ScheduleList list;
    private final ScheduleCommands commands;
    private final SchedulesViewModel model;
    private @Nullable SchedulesView screen;

    /** @param zone in which the window tells times */
    public SchedulesWiring(
            ScheduleDesk desk,
            ServersWiring servers,
            Workbench workbench,
            ActionControls controls,
            Clock clock,
            ZoneId zone) {
        this.desk = desk;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        this.list = new ScheduleList(desk, servers.list(), workbench, clock, zone);
        this.commands = new ScheduleCommands(desk, list, workbench);
        this.model = new SchedulesViewModel(list);
    }

    /** With the schedules of a core. */
    public static SchedulesWiring of(
            Core core, ServersWiring servers, Workbench workbench, ActionControls controls, Clock clock) {
        return new SchedulesWiring(
                new CoreScheduleDesk(core.schedules(), core.jobs(), core.events(), workbench.callers(), clock),
                servers,
                workbench,
                controls,
                clock,
                ZoneId.systemDefault());
    }

    /** The one list of schedules, for whoever shows them as well. */
    public ScheduleList list() {
        return list;
    }

    public ScreenEntry screen() {
        return new ScreenEntry("schedules", "Schedules", "fth-calendar", "Alt+6", this::make);
    }

    private Screen make() {
        SchedulesView made = new SchedulesView(new SchedulesView.Parts(
                model,
                commands,
                id -> new SchedulePageViewModel(desk, list, workbench, id),
                mode -> new ScheduleFormViewModel(desk, list, workbench, mode),
                workbench,
                controls));
        screen = made;
        return made;
    }

    /** The screen in front, made if it was not. */
    private SchedulesView inFront() {
        workbench.openScreen("schedules");
        if (screen == null) {
            throw new IllegalStateException("The schedules screen did not open");
        }
        return screen;
    }

    @Override
    public void reveal(String scheduleId) {
        inFront();
        model.open(scheduleId);
    }

    @Override
    public void reveal(String scheduleId, String runId) {
        inFront().reveal(scheduleId, runId);
    }

    @Override
    public void revealAll() {
        inFront();
        model.back();
    }

    /** Tells of runs that fail or are missed from now on. */
    public Watch notices() {
        return new ScheduleNotices(desk, workbench, this, clock.instant());
    }

    @Override
    public void add() {
        inFront().add();
    }

    @Override
    public void edit(Schedule schedule) {
        inFront().edit(schedule);
    }

    @Override
    public void copy(Schedule schedule) {
        inFront().copy(schedule);
    }

    /** Opens the form for a new schedule, from every screen. */
    public Action addAction() {
        return commands.add(this).withShortcut("Shortcut+Shift+D");
    }

    /** What is due next, for the overview. */
    public ScreenPart next() {
        return part(new NextSchedules.Look("h2", line -> line.next() != null, ON_OVERVIEW));
    }

    /** The schedules of a server, for its page. */
    public ScreenPart ofServer(String serverId) {
        return part(
                new NextSchedules.Look("h3", line -> line.schedule().serverId().equals(serverId), ON_SERVER));
    }

    private ScreenPart part(NextSchedules.Look look) {
        return new NextSchedules(list, look, this::reveal, () -> workbench.openScreen("schedules"), controls);
    }

    /** Each schedule's page, and what can be done with it. */
    public List<PaletteEntry> paletteEntries() {
        // For the next time: the palette is answered from memory, and others make what is in it too.
        list.refresh();
        List<PaletteEntry> entries = new ArrayList<>();
        for (LiveRow<ScheduleLine> row : list.rows()) {
            ScheduleLine line = row.line();
            entries.add(new PaletteEntry(
                    line.name(), "Schedule on " + line.serverName(), "fth-calendar", "", () -> reveal(line.id())));
            commands.all(line, this)
                    .forEach(action -> entries.add(new PaletteEntry(
                            action.title() + " " + line.name(), "Schedule", action.icon(), "", action::run)));
        }
        return entries;
    }
}
