package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.servers.desk.CoreMetricDesk;
import dev.wheelhouse.ui.servers.desk.CoreServerDesk;
import dev.wheelhouse.ui.servers.desk.MetricDesk;
import dev.wheelhouse.ui.servers.desk.ServerDesk;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the screen of servers and ties it to what it needs. Called on the window's thread. */
public final class ServersWiring implements ServersEntrance {

    private final ServerDesk servers;
    private final MetricDesk metrics;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final ServerList list;
    private final ServerCommands commands;
    private final ServersViewModel model;
    private final List<Function<String, ScreenPart>> sections = new ArrayList<>();
    private @Nullable ServersView screen;

    public ServersWiring(
            ServerDesk servers, MetricDesk metrics, Workbench workbench, ActionControls controls, Clock clock) {
        this.servers = servers;
        this.metrics = metrics;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        this.list = new ServerList(servers, metrics, workbench, clock);
        this.commands = new ServerCommands(servers, list, workbench);
        this.model = new ServersViewModel(list);
    }

    /** With the servers of a core. */
    public static ServersWiring of(Core core, Workbench workbench, ActionControls controls, Clock clock) {
        return new ServersWiring(
                new CoreServerDesk(core.servers().service(), workbench.callers()),
                new CoreMetricDesk(core.metrics().service(), core.metrics().sources(), workbench.callers(), clock),
                workbench,
                controls,
                clock);
    }

    /** The one list of servers, for whoever shows them as well. */
    public ServerList list() {
        return list;
    }

    /** Adds what another feature shows on the page of a server, made from the server's id; before a page is opened. */
    public void addToPages(Function<String, ScreenPart> section) {
        sections.add(section);
    }

    public ScreenEntry screen() {
        return new ScreenEntry("servers", "Servers", "fth-server", "Alt+3", this::make);
    }

    private Screen make() {
        ServersView made = new ServersView(new ServersView.Parts(
                model,
                commands,
                id -> new ServerPageViewModel(metrics, commands, workbench, clock, id),
                mode -> new ServerFormViewModel(servers, metrics, workbench, mode),
                id -> sections.stream().map(each -> each.apply(id)).toList(),
                clock,
                workbench,
                controls));
        screen = made;
        return made;
    }

    /** The screen in front, made if it was not. */
    private ServersView inFront() {
        workbench.openScreen("servers");
        if (screen == null) {
            throw new IllegalStateException("The servers screen did not open");
        }
        return screen;
    }

    @Override
    public void reveal(String serverId) {
        inFront();
        model.open(serverId);
    }

    /** Opens the form for a new server, from every screen. */
    public Action add() {
        return commands.add(mode -> inFront().open(mode)).withShortcut("Shortcut+Shift+M");
    }

    /** Each server's page, and what can be done with it. */
    public List<PaletteEntry> paletteEntries() {
        // For the next time: the palette is answered from memory, and others make what is in it too.
        list.refresh();
        List<PaletteEntry> entries = new ArrayList<>();
        for (ServerLine line : list.items()) {
            entries.add(new PaletteEntry(
                    line.name(),
                    line.server().settings().address(),
                    ServerSigns.icon(line.server()),
                    "",
                    () -> reveal(line.id())));
            List<Action> actions = new ArrayList<>();
            actions.add(commands.test(line.server()));
            actions.add(commands.edit(line.server(), mode -> inFront().open(mode)));
            if (!line.server().isLocal()) {
                actions.add(commands.delete(line.server()));
            }
            for (Action action : actions) {
                entries.add(
                        new PaletteEntry(action.title() + " " + line.name(), "Server", action.icon(), "", action::run));
            }
        }
        return entries;
    }
}
