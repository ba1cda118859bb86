package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsEntrance;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.apps.page.AppTab;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListParts;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.screen.TroublePart;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the screen of deployments, and the tab of each app's page. Called on the window's thread. */
public final class DeploymentsWiring implements Area {

    private static final Nouns NOUNS = new Nouns(
            "deployment",
            "deployments",
            "Find a deployment",
            "fth-upload-cloud",
            "Nothing was deployed yet. Give an app a source on its page, or deploy a repository as a new app.");

    private static final double SIGN = 16;

    private static final TroublePart<DeploymentLine> LAST = new TroublePart<>(
            "lastDeployments",
            "Last deployments",
            DeploymentLine::id,
            DeploymentLine::isNewest,
            new TroublePart.Row<>(
                    line -> {
                        Look look = DeploymentLabels.look(line.deployment().status());
                        return Nodes.icon(look.icon(), look.style());
                    },
                    SIGN,
                    DeploymentLine::name,
                    DeploymentLine::outcome),
            line -> DeploymentCalls.steps(line.id()));

    private final Deployments deployments;
    private final AppList appList;
    private final AppsEntrance apps;
    private final Consumer<String> sources;
    private final Workbench workbench;
    private final ActionControls controls;
    private final DeploymentList list;
    private final DeploymentCommands commands;
    private final ListModel<DeploymentLine> model;
    private final ListArea<DeploymentLine> area;
    private final ListParts<DeploymentLine> parts;

    /**
     * @param sources opens the form of an app's source
     * @param zone in which times are shown
     */
    public DeploymentsWiring(
            Deployments deployments,
            AppList appList,
            AppsEntrance apps,
            Consumer<String> sources,
            Workbench workbench,
            ActionControls controls,
            Clock clock,
            ZoneId zone) {
        this.deployments = deployments;
        this.appList = appList;
        this.apps = apps;
        this.sources = sources;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new DeploymentList(new DeploymentList.Parts(deployments, clock, zone), null, workbench);
        this.commands = new DeploymentCommands(list, forms(this::screen, true), workbench);
        this.model = new ListModel<>(list, DeploymentLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.DELIVERY, "Deployments", "Alt+P", model, this::make, workbench);
        this.parts = new ListParts<>(
                model,
                List.of(
                        new ListParts.Part<>("All", _ -> true),
                        new ListParts.Part<>("Serving", DeploymentLine::serves),
                        new ListParts.Part<>("Under way", DeploymentLine::isUnderWay),
                        new ListParts.Part<>("Failed", DeploymentLine::hasFailed)));
    }

    private ListScreen<?> screen() {
        return area.inFront();
    }

    /** What the screens of deployments ask of a core. */
    public static Deployments of(Core core) {
        return new Deployments(
                core.deployments().service(),
                core.deployments().sources()::find,
                caller -> core.apps().service().all(caller).stream().collect(Collectors.toMap(App::id, App::name)));
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<DeploymentLine> make() {
        LiveTable<DeploymentLine> table = new LiveTable<>(
                "deployment-table",
                model,
                new DeploymentColumns().all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                commands.deploy(null),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS,
                        model,
                        table,
                        commands.deploy(null),
                        () -> DeploymentCalls.list(null),
                        id -> new DeploymentPage(
                                list.row(id).orElseThrow(), commands, model::back, workbench, controls),
                        List::of),
                new ListScreen.Extras(List.of(parts.row(), new ListCount<>(model, NOUNS)), List.of(), List.of()),
                list.parts().zone(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(DeploymentLine line) {
        Action open = Action.of("deployments.open", "Open its page", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> DeploymentCalls.steps(line.id()));
        return Stream.concat(Stream.of(open), commands.all(line).stream()).toList();
    }

    /**
     * @param screens over which forms are opened
     * @param isOwn whether they have the pages of deployments
     */
    private DeploymentCommands.Forms forms(Supplier<ListScreen<?>> screens, boolean isOwn) {
        return new DeploymentCommands.Forms() {
            @Override
            public void deploy(@Nullable String appId) {
                ListScreen<?> screen = screens.get();
                if (appId == null) {
                    appList.refresh();
                }
                screen.open(() -> new DeployForm(
                                deployments.service(),
                                appList,
                                appId,
                                new FormFrame.Ends<>(
                                        made -> screen.saved(
                                                "The deployment waits for its turn.", isOwn ? made.id() : null),
                                        screen::closeForm),
                                workbench,
                                controls)
                        .form());
            }

            @Override
            public void openApp(String appId) {
                apps.reveal(appId);
            }
        };
    }

    /** The deployments of an app, for its page. */
    public AppTab ofApp(String appId, Supplier<ListScreen<?>> screens) {
        DeploymentList ofApp = new DeploymentList(list.parts(), appId, workbench);
        Action source = Action.of("deployments.source", "Source…", "fth-git-branch", () -> sources.accept(appId))
                .withCurl(() -> DeploymentCalls.source(appId));
        return new AppDeployments(
                appId, new DeploymentCommands(ofApp, forms(screens, false), workbench), source, workbench, controls);
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    /** The newest of each app, for the overview. */
    public ScreenPart last() {
        Action all = Action.of("overview.deployments", "All deployments", "fth-upload-cloud", area::revealAll)
                .withCurl(() -> DeploymentCalls.list(null));
        return LAST.of(list, all, this::reveal, controls);
    }

    @Override
    public List<Action> actions() {
        return List.of(commands.deploy(null));
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Deployment",
                DeploymentLine::name,
                DeploymentLine::outcome,
                line -> DeploymentLabels.look(line.deployment().status()).icon(),
                commands::all);
    }
}
