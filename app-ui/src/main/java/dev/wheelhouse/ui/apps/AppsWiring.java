package dev.wheelhouse.ui.apps;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.desk.AppDesk;
import dev.wheelhouse.ui.apps.desk.CoreAppDesk;
import dev.wheelhouse.ui.apps.form.AppFormViewModel;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.apps.list.AppLogs;
import dev.wheelhouse.ui.apps.list.AppWords;
import dev.wheelhouse.ui.apps.page.AppPageViewModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the screen of apps and ties it to what it needs. Called on the window's thread. */
public final class AppsWiring implements AppsEntrance, AppForms {

    private final AppDesk desk;
    private final ServersWiring servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final AppList list;
    private final AppCommands commands;
    private final AppsViewModel model;
    private @Nullable AppsView screen;

    /** @param logs null where no log can be shown */
    public AppsWiring(
            AppDesk desk,
            ServersWiring servers,
            @Nullable AppLogs logs,
            Workbench workbench,
            ActionControls controls,
            Clock clock) {
        this.desk = desk;
        this.servers = servers;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new AppList(desk, servers.list(), workbench, clock);
        this.commands = new AppCommands(desk, list, workbench, logs);
        this.model = new AppsViewModel(list);
    }

    /**
     * With the apps of a core.
     *
     * @param logs null where no log can be shown
     */
    public static AppsWiring of(
            Core core,
            ServersWiring servers,
            @Nullable AppLogs logs,
            Workbench workbench,
            ActionControls controls,
            Clock clock) {
        return new AppsWiring(
                new CoreAppDesk(core.apps().service(), core.events(), workbench.callers()),
                servers,
                logs,
                workbench,
                controls,
                clock);
    }

    /** The apps of a server, for its page. */
    public ScreenPart ofServer(String serverId) {
        return new ServerApps(commands, this, this::reveal, controls, serverId);
    }

    /** Those in trouble, for the overview. */
    public ScreenPart troubles() {
        return new AppTroubles(commands, this, this::reveal, () -> workbench.openScreen("apps"), controls);
    }

    /** The one list of apps, for whoever shows them as well. */
    public AppList list() {
        return list;
    }

    public ScreenEntry screen() {
        return new ScreenEntry("apps", "Apps", "fth-box", "Alt+4", this::make);
    }

    private Screen make() {
        AppsView made = new AppsView(new AppsView.Parts(
                model,
                commands,
                servers,
                id -> new AppPageViewModel(desk, list, workbench, id),
                mode -> new AppFormViewModel(desk, servers.list(), workbench, mode),
                workbench,
                controls));
        screen = made;
        return made;
    }

    /** The screen in front, made if it was not. */
    private AppsView inFront() {
        workbench.openScreen("apps");
        if (screen == null) {
            throw new IllegalStateException("The apps screen did not open");
        }
        return screen;
    }

    @Override
    public void reveal(String appId) {
        inFront();
        model.open(appId);
    }

    @Override
    public void add(@Nullable String serverId) {
        inFront().add(serverId);
    }

    @Override
    public void edit(App app) {
        inFront().edit(app);
    }

    /** Opens the form for a new app, from every screen. */
    public Action add() {
        return commands.add(this, null).withShortcut("Shortcut+Shift+N");
    }

    /** Each app's page, and what can be done with it. */
    public List<PaletteEntry> paletteEntries() {
        // For the next time: the palette is answered from memory, and others make what is in it too.
        list.refresh();
        List<PaletteEntry> entries = new ArrayList<>();
        for (LiveRow<AppLine> row : list.rows()) {
            AppLine line = row.line();
            entries.add(new PaletteEntry(
                    line.name(),
                    AppWords.state(line) + " · " + line.serverName(),
                    AppWords.runtimeIcon(line.app().spec().kind()),
                    "",
                    () -> reveal(line.id())));
            commands.all(List.of(line), this).stream()
                    .filter(Action::isEnabled)
                    .forEach(action -> entries.add(new PaletteEntry(
                            action.title() + " " + line.name(), "App", action.icon(), "", action::run)));
        }
        return entries;
    }
}
