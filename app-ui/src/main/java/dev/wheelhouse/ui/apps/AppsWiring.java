package dev.wheelhouse.ui.apps;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.form.AppFormView;
import dev.wheelhouse.ui.apps.form.AppFormViewModel;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppColumns;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.apps.page.AppPageView;
import dev.wheelhouse.ui.apps.page.AppPageViewModel;
import dev.wheelhouse.ui.apps.page.AppTab;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.servers.ServersWiring;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the screen of apps and ties it to what it needs. Called on the window's thread. */
public final class AppsWiring implements Area, AppsEntrance, AppForms {

    private static final Nouns NOUNS = new Nouns(
            "app",
            "apps",
            "Find an app",
            "fth-box",
            "No app yet. Add a program, a systemd unit or a container; what already runs on a server is found there.");

    private final AppGateway apps;
    private final ServersWiring servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final AppList list;
    private final AppCommands commands;
    private final ListModel<AppLine> model;
    private final ListArea<AppLine> area;
    private final List<LentTab> tabs = new ArrayList<>();

    /** Makes a tab of another area for the page of an app. */
    @FunctionalInterface
    public interface LentTab {

        /** @param screens the screen of apps in front, for forms over it */
        AppTab of(String appId, Supplier<ListScreen<?>> screens);
    }

    /** @param logs null where no log can be shown */
    public AppsWiring(
            AppGateway apps,
            ServersWiring servers,
            @Nullable LogsWiring logs,
            Workbench workbench,
            ActionControls controls,
            Clock clock) {
        this.apps = apps;
        this.servers = servers;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new AppList(apps, servers.list(), workbench, clock);
        this.commands = new AppCommands(apps, list, workbench, logs);
        this.model = new ListModel<>(list, AppLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.INFRASTRUCTURE, "Apps", "Alt+4", model, this::make, workbench);
    }

    /** Has each app's page show one tab more. */
    public void addToPages(LentTab tab) {
        tabs.add(tab);
    }

    /** The apps of a server, for its page. */
    public ScreenPart ofServer(String serverId) {
        return parts().ofServer(serverId);
    }

    /** Those in trouble, for the overview. */
    public ScreenPart troubles() {
        return parts().troubled(() -> workbench.openScreen(NOUNS.many()));
    }

    private AppParts parts() {
        return new AppParts(commands, this, this::reveal, controls);
    }

    /** The one list of apps, shared by all screens. */
    public AppList list() {
        return list;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<AppLine> make() {
        LiveTable<AppLine> table = new LiveTable<>(
                        "app-table", model, new AppColumns(commands, controls).all(), this::actionsOf, add(), controls)
                .ofSeveral();
        return new ListScreen<>(
                new ListScreen.Parts<>(NOUNS, model, table, add(), AppCalls::list, this::page, List::of),
                new ListScreen.Extras(
                        new AppFilter(model).nodes(),
                        List.of(new SelectionTools(table, lines -> commands.all(lines, this), controls)),
                        List.of()),
                ZoneId.systemDefault(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(List<AppLine> lines) {
        List<Action> actions = new ArrayList<>();
        if (lines.size() == 1) {
            String id = lines.getFirst().id();
            actions.add(Action.of("apps.open", "Open its page", "fth-bar-chart-2", () -> model.open(id))
                    .withCurl(() -> AppCalls.status(id)));
        }
        actions.addAll(commands.all(lines, this));
        return actions;
    }

    private AppPageView page(String id) {
        return new AppPageView(
                new AppPageViewModel(apps, list, workbench, id),
                tabs.stream().map(each -> each.of(id, area::inFront)).toList(),
                commands,
                this,
                model::back,
                servers,
                workbench,
                controls);
    }

    @Override
    public void open(FormMode<App> mode, @Nullable String serverId) {
        ListScreen<AppLine> screen = area.inFront();
        screen.open(() -> new AppFormView(
                new AppFormViewModel(apps, servers.list(), workbench, mode, serverId),
                controls,
                new FormFrame.Ends<>(
                        saved -> screen.saved(
                                saved.app().name() + " " + saved.words() + ".",
                                saved.isNew() ? saved.app().id() : null),
                        screen::closeForm)));
    }

    /** The screen, opened, for a form above it. */
    public ListScreen<AppLine> inFront() {
        return area.inFront();
    }

    @Override
    public void reveal(String appId) {
        area.reveal(appId);
    }

    /** Opens the form for a new app, from every screen. */
    public Action add() {
        return commands.add(this, null).withShortcut("Shortcut+Shift+N");
    }

    /** Each app's page, and what can be done with it. */
    @Override
    public List<Action> actions() {
        return List.of(add());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(AppLine::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "App",
                AppLine::name,
                line -> AppLabels.state(line) + " · " + line.serverName(),
                line -> AppLabels.runtimeIcon(line.app().spec().kind()),
                line -> commands.all(List.of(line), this));
    }
}
