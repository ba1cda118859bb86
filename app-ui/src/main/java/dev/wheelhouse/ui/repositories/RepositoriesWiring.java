package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsEntrance;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.deployments.source.SourceForms;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** Makes the screen of connections and their repositories. Called on the window's thread. */
public final class RepositoriesWiring implements Area {

    private static final Nouns NOUNS = new Nouns(
            "connection",
            "repositories",
            "Find a connection",
            "fth-git-branch",
            "No provider of repositories is connected yet. Add GitHub, GitLab or Gitea to deploy what is pushed there.");

    private static final Nouns COUNTED = new Nouns("connection", "connections", "", "", "");

    private final SettingsService settings;
    private final SourceForms forms;
    private final AppsEntrance apps;
    private final Workbench workbench;
    private final ActionControls controls;
    private final ConnectionList list;
    private final ConnectionCommands commands;
    private final ListModel<ConnectionLine> model;
    private final ListArea<ConnectionLine> area;

    /**
     * @param forms deploy a repository
     * @param zone in which times are shown
     */
    public RepositoriesWiring(
            Core core,
            SourceForms forms,
            AppsEntrance apps,
            Workbench workbench,
            ActionControls controls,
            Clock clock,
            ZoneId zone) {
        this.settings = core.settings();
        this.forms = forms;
        this.apps = apps;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new ConnectionList(
                core.vcs().connections(),
                core.deployments().sources(),
                core.apps().service(),
                workbench,
                clock,
                zone);
        this.commands = new ConnectionCommands(list, this::openForm, workbench);
        this.model = new ListModel<>(list, ConnectionLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.DELIVERY, "Repositories", "Alt+R", model, this::make, workbench);
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<ConnectionLine> make() {
        LiveTable<ConnectionLine> table = new LiveTable<>(
                "connection-table",
                model,
                columns(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                commands.add(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS,
                        model,
                        table,
                        commands.add(),
                        RepositoryCalls::list,
                        id -> new ConnectionPage(
                                list.row(id).orElseThrow(),
                                commands,
                                new ConnectionPage.Opens(
                                        model::back, each -> forms.deploy(each, area::inFront), apps::reveal),
                                workbench,
                                controls),
                        () -> List.of(deployAddress())),
                new ListScreen.Extras(
                        List.of(new ListCount<>(model, COUNTED)),
                        List.of(controls.wholeButton(deployAddress())),
                        List.of()),
                list.zone(),
                workbench,
                controls);
    }

    private static List<TableColumn<LiveRow<ConnectionLine>, ConnectionLine>> columns() {
        ListColumns<LiveRow<ConnectionLine>, ConnectionLine> columns = ListColumns.ofRows(_ -> false);
        TableColumn<LiveRow<ConnectionLine>, ConnectionLine> name = columns.column("Name", 300, (cell, line) -> {
            HBox row = Nodes.line(
                    12,
                    Nodes.icon(ConnectionLine.icon(line.connection().kind()), "target-icon"),
                    Nodes.stacked(Nodes.narrow(line.name(), "h3"), Nodes.narrow(line.where(), "dim", "small")));
            row.setMinWidth(0);
            cell.setGraphic(row);
        });
        name.setComparator(Comparator.comparing(ConnectionLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<ConnectionLine>, ConnectionLine> token = columns.column(
                "Token of", 260, (cell, line) -> cell.setGraphic(Nodes.stated(line.token(), line.tokenMore())));
        token.setComparator(Comparator.comparing(line -> line.token().words()));
        TableColumn<LiveRow<ConnectionLine>, ConnectionLine> apps = columns.column("Apps", 260, (cell, line) -> {
            cell.setGraphic(line.apps().isEmpty() ? Nodes.narrow("None", "dim") : Nodes.narrow(line.appNames()));
            cell.setTooltip(line.apps().isEmpty() ? null : new Tooltip(line.appNames()));
        });
        apps.setComparator(Comparator.comparingInt(line -> line.apps().size()));
        return List.of(name, token, apps);
    }

    private List<Action> actionsOf(ConnectionLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("repositories.open", "Open its repositories", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> RepositoryCalls.repositories(line.id())));
        actions.addAll(commands.all(line));
        return actions;
    }

    private void openForm(@Nullable VcsConnection edited) {
        ListScreen<ConnectionLine> screen = area.inFront();
        screen.open(() -> new ConnectionForm(
                        list,
                        settings,
                        edited,
                        screen.ends(edited == null, VcsConnection::name, VcsConnection::id),
                        workbench,
                        controls)
                .form());
    }

    private Action deployAddress() {
        return Action.of(
                        "repositories.deploy-address",
                        "Deploy from an address…",
                        "fth-upload-cloud",
                        () -> forms.deploy(null, area::inFront))
                .withCurl(RepositoryCalls::list)
                .withShortcut("Shortcut+Shift+X");
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    @Override
    public List<Action> actions() {
        return List.of(commands.add(), deployAddress());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(ConnectionLine::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Connection",
                ConnectionLine::name,
                ConnectionLine::where,
                line -> ConnectionLine.icon(line.connection().kind()),
                commands::all);
    }
}
