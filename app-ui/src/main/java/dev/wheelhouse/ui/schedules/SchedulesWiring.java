package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleGateway;
import dev.wheelhouse.core.schedules.TrialGateway;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.schedules.form.ScheduleFormView;
import dev.wheelhouse.ui.schedules.form.ScheduleFormViewModel;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleColumns;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.page.SchedulePageView;
import dev.wheelhouse.ui.schedules.page.SchedulePageViewModel;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;

/** Makes the screen of schedules and ties it to what it needs. Called on the window's thread. */
public final class SchedulesWiring implements Area, SchedulesEntrance, ScheduleForms {

    private static final Nouns NOUNS = new Nouns(
            "schedule",
            "schedules",
            "Find a schedule",
            "fth-calendar",
            "No schedule yet. Add a command that a server runs at certain times; what it writes is kept.");

    private static final int ON_OVERVIEW = 5;
    private static final int ON_SERVER = 50;

    private final ScheduleGateway schedules;
    private final RunGateway runs;
    private final TrialGateway trials;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final ScheduleList list;
    private final ScheduleCommands commands;
    private final ListModel<ScheduleLine> model;
    private final ListArea<ScheduleLine> area;

    /** @param zone in which times are shown */
    public SchedulesWiring(
            ScheduleGateway schedules,
            RunGateway runs,
            TrialGateway trials,
            ServersWiring servers,
            Workbench workbench,
            ActionControls controls,
            Clock clock,
            ZoneId zone) {
        this.schedules = schedules;
        this.runs = runs;
        this.trials = trials;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        this.list = new ScheduleList(schedules, runs, servers.list(), workbench, clock, zone);
        this.commands = new ScheduleCommands(schedules, runs, list, workbench);
        this.model = new ListModel<>(list, ScheduleLine::matches);
        this.area =
                new ListArea<>(NOUNS, SidebarGroup.INFRASTRUCTURE, "Schedules", "Alt+6", model, this::make, workbench);
    }

    /** With the schedules of a core. */
    public static SchedulesWiring of(
            Core core, ServersWiring servers, Workbench workbench, ActionControls controls, Clock clock) {
        return new SchedulesWiring(
                core.schedules().service(),
                core.schedules().runs(),
                core.schedules().trials(),
                servers,
                workbench,
                controls,
                clock,
                ZoneId.systemDefault());
    }

    /** The one list of schedules, shared by all screens. */
    public ScheduleList list() {
        return list;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<ScheduleLine> make() {
        LiveTable<ScheduleLine> table = new LiveTable<>(
                "schedule-table",
                model,
                new ScheduleColumns(commands, list.zone()).all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                addAction(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS, model, table, addAction(), ScheduleCalls::list, this::page, this::pauseOrResume),
                new ListScreen.Extras(
                        List.of(new ListCount<>(model, NOUNS)),
                        List.of(pauseButton()),
                        List.of(new PausedBanner(list, commands, controls), new DayPane(model, list))),
                list.zone(),
                workbench,
                controls);
    }

    private Button pauseButton() {
        Button pause = controls.button(commands.pauseAll());
        pause.setId("pause");
        pause.setMinWidth(Region.USE_PREF_SIZE);
        pause.managedProperty().bind(pause.visibleProperty());
        pause.visibleProperty().bind(list.pausedSinceProperty().isNull().and(Bindings.isNotEmpty(list.rows())));
        return pause;
    }

    private List<Action> pauseOrResume() {
        return list.rows().isEmpty()
                ? List.of()
                : List.of(commands.pauseOrResume().withShortcut("Shortcut+Shift+U"));
    }

    private List<Action> actionsOf(ScheduleLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("schedules.open", "Open its runs", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> ScheduleCalls.runs(line.id())));
        actions.addAll(commands.all(line, this));
        return actions;
    }

    private SchedulePageView page(String id) {
        return new SchedulePageView(
                new SchedulePageViewModel(runs, list, workbench, id), commands, this, model::back, workbench, controls);
    }

    @Override
    public void open(FormMode<Schedule> mode) {
        ListScreen<ScheduleLine> screen = area.inFront();
        screen.open(() -> new ScheduleFormView(
                new ScheduleFormViewModel(schedules, trials, list, workbench, mode),
                workbench,
                controls,
                screen.ends(!mode.isEdit(), Schedule::name, Schedule::id)));
    }

    @Override
    public void reveal(String scheduleId) {
        area.reveal(scheduleId);
    }

    @Override
    public void reveal(String scheduleId, String runId) {
        area.reveal(scheduleId);
        if (area.inFront().page() instanceof SchedulePageView page) {
            page.select(runId);
        }
    }

    @Override
    public void revealAll() {
        area.revealAll();
    }

    /** Tells of runs that fail or are missed from now on. */
    @Override
    public List<Watch> watches() {
        return List.of(new ScheduleNotices(runs, workbench, this, clock.instant()));
    }

    /** Opens the form for a new schedule, from every screen. */
    public Action addAction() {
        return commands.add(this).withShortcut("Shortcut+Shift+D");
    }

    /** What is due next, for the overview. */
    public ScreenPart next() {
        return part("h2", line -> line.next() != null, ON_OVERVIEW);
    }

    /** The schedules of a server, for its page. */
    public ScreenPart ofServer(String serverId) {
        return part("h3", line -> line.schedule().serverId().equals(serverId), ON_SERVER);
    }

    private ScreenPart part(String titleStyle, Predicate<ScheduleLine> wanted, int most) {
        return new NextSchedules(this::reveal, controls)
                .part(list, titleStyle, wanted, most, () -> workbench.openScreen(NOUNS.many()));
    }

    /** Each schedule's page, and what can be done with it. */
    @Override
    public List<Action> actions() {
        return List.of(addAction());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(ScheduleLine::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Schedule",
                ScheduleLine::name,
                line -> "Schedule on " + line.serverName(),
                _ -> NOUNS.icon(),
                line -> commands.all(line, this));
    }
}
