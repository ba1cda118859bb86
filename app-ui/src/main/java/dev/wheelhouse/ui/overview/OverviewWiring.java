package dev.wheelhouse.ui.overview;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes the overview from parts of the features. Called on the window's thread. */
public final class OverviewWiring implements Area {

    private final Core core;
    private final DatabasesWiring databases;
    private final ConsoleFacts facts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final List<Supplier<ScreenPart>> parts = new ArrayList<>();

    public OverviewWiring(
            Core core,
            DatabasesWiring databases,
            ServersWiring servers,
            ConsoleFacts facts,
            Workbench workbench,
            ActionControls controls,
            Clock clock) {
        this.core = core;
        this.databases = databases;
        this.facts = facts;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        add(servers::overview);
    }

    /** Adds what a feature shows here, below those added before it; before the overview is opened. */
    public void add(Supplier<ScreenPart> part) {
        parts.add(part);
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(new ScreenEntry("overview", SidebarGroup.HOME, "Overview", "fth-home", "Alt+1", this::make));
    }

    private OverviewView make() {
        return new OverviewView(
                new OverviewViewModel(
                        core.databases().history(),
                        core.jobs(),
                        databases.list(),
                        workbench,
                        clock,
                        ServiceAddress.DIRECTORY),
                new OverviewView.Parts(
                        databases.commands(),
                        databases,
                        parts.stream().map(Supplier::get).toList(),
                        facts,
                        workbench,
                        controls));
    }
}
