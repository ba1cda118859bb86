package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes the screen of servers and ties it to what it needs. Called on the window's thread. */
public final class ServersWiring implements Area, ServersEntrance {

    private static final Nouns NOUNS = new Nouns(
            "server",
            "servers",
            "Find a server",
            "fth-server",
            "No server yet. Add one that you reach over SSH; nothing is installed on it.");

    private final ServerGateway servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final ServerList list;
    private final ServerCommands commands;
    private final ListModel<ServerLine> model;
    private final ListArea<ServerLine> area;
    private final List<Function<String, ScreenPart>> sections = new ArrayList<>();

    public ServersWiring(ServerGateway servers, Workbench workbench, ActionControls controls, Clock clock) {
        this.servers = servers;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        this.list = new ServerList(servers, workbench, clock);
        this.commands = new ServerCommands(servers, list, workbench);
        this.model = new ListModel<>(list, ServerLine::matches);
        this.area =
                new ListArea<>(NOUNS, SidebarGroup.INFRASTRUCTURE, "Servers", "Alt+3", model, this::make, workbench);
    }

    /** With the servers of a core. */
    public static ServersWiring of(Core core, Workbench workbench, ActionControls controls, Clock clock) {
        return new ServersWiring(new CoreServerGateway(core, workbench.callers()), workbench, controls, clock);
    }

    /** The one list of servers, shared by all screens. */
    public ServerList list() {
        return list;
    }

    /** What the overview shows of them. */
    public ScreenPart overview() {
        return new ServerRows(this, controls).of(list, add());
    }

    /** Adds what another feature shows on the page of a server, made from the server's id; before a page is opened. */
    public void addToPages(Function<String, ScreenPart> section) {
        sections.add(section);
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<ServerLine> make() {
        LiveTable<ServerLine> table = new LiveTable<>(
                "server-table",
                model,
                new ServerColumns(clock).all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                add(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(NOUNS, model, table, add(), ServerCalls::list, this::page, List::of),
                new ListScreen.Extras(List.of(new ListCount<>(model, NOUNS)), List.of(), List.of()),
                ZoneId.systemDefault(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(ServerLine line) {
        List<Action> actions = commandsOf(line.server());
        actions.addFirst(Action.of("servers.open", "Open charts", "fth-bar-chart-2", () -> model.open(line.id()))
                .withCurl(() -> ServerCalls.latest(line.id())));
        return actions;
    }

    private List<Action> commandsOf(ShownServer server) {
        List<Action> actions = new ArrayList<>();
        actions.add(commands.test(server).withShortcut("Shortcut+Shift+T"));
        actions.add(commands.edit(server, this::open).withShortcut("F2"));
        if (!server.isOwn()) {
            actions.add(commands.delete(server).withShortcut("Delete"));
        }
        return actions;
    }

    private ServerPageView page(String id) {
        return new ServerPageView(
                new ServerPageViewModel(servers, commands, workbench, clock, id),
                commands,
                model::back,
                this::commandsOf,
                sections.stream().map(each -> each.apply(id)).toList(),
                workbench,
                controls);
    }

    private void open(FormMode<ShownServer> mode) {
        ListScreen<ServerLine> screen = area.inFront();
        screen.open(() -> new ServerFormView(
                new ServerFormViewModel(servers, workbench, mode),
                controls,
                workbench,
                screen.ends(!mode.isEdit(), ShownServer::name, ShownServer::id)));
    }

    @Override
    public void reveal(String serverId) {
        area.reveal(serverId);
    }

    /** Opens the form for a new server, from every screen. */
    public Action add() {
        return commands.add(this::open).withShortcut("Shortcut+Shift+M");
    }

    @Override
    public List<Action> actions() {
        return List.of(add());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(ServerLine::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Server",
                ServerLine::name,
                line -> line.server().address(),
                line -> ServerIcons.icon(line.server()),
                line -> commandsOf(line.server()));
    }
}
