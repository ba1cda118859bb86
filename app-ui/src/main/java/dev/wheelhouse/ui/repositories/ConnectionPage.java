package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.deployments.source.SourceCalls;
import dev.wheelhouse.ui.deployments.source.SourceForms;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.DetailPane;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageFrame;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;

/** The page of a connection: the repositories that its token sees, and all of the selected one. */
final class ConnectionPage implements Page {

    private static final double TABLE_SHARE = 0.66;
    private static final double MOST_FILTER = 320;
    private static final int COLUMNS = 40;
    private static final List<String> ICONS_ONLY = List.of("repositories.delete");
    private static final Nouns COUNTED = new Nouns("repository", "repositories", "", "", "");

    private final LiveRow<ConnectionLine> row;
    private final ConnectionCommands commands;
    private final Opens opens;
    private final ActionControls controls;
    private final RepositoryList repositories;
    private final ListModel<RepositoryList.Line> model;
    private final SplitList<RepositoryList.Line> split;
    private final DetailPane pane;
    private final TextField filter = new TextField();
    private final Action goesBack;
    private final Action refreshes;
    private final PageFrame<ConnectionLine> frame;

    /**
     * What leads away from here.
     *
     * @param back to the list
     * @param deploy opens the form that deploys a repository
     * @param app opens the page of an app
     */
    record Opens(Runnable back, Consumer<SourceForms.Repository> deploy, Consumer<String> app) {}

    ConnectionPage(
            LiveRow<ConnectionLine> row,
            ConnectionCommands commands,
            Opens opens,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.opens = opens;
        this.controls = controls;
        ConnectionList list = commands.list();
        this.repositories = new RepositoryList(list, row, workbench);
        this.model = new ListModel<>(repositories, RepositoryList.Line::matches);
        this.goesBack = Action.of("repositories.back", "All connections", "fth-arrow-left", opens.back())
                .withShortcut("Alt+Left")
                .withCurl(RepositoryCalls::list);
        this.refreshes = Action.of("repositories.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> RepositoryCalls.repositories(row.id()));
        this.pane = new DetailPane(controls, "run-output", "repository-pane");
        this.frame = new PageFrame<>(
                "repository-page",
                row,
                new PageFrame.Reads(list, repositories, list.clock(), list.zone()),
                goesBack,
                tools(),
                this::showConnection,
                workbench,
                controls);
        LiveTable<RepositoryList.Line> table = new LiveTable<>(
                "repository-table", model, RepositoryList.columns(), this::actionsOf, refreshes, controls);
        Label nothing = new Label();
        nothing.textProperty().bind(Bindings.concat("No repository matches “", model.filterProperty(), "”."));
        table.root().setPlaceholder(nothing);
        model.openElsewhere(id -> {
            repositories.find(id).ifPresent(this::deploy);
            return true;
        });
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(table.root(), pane.root(), pane.root(), TABLE_SHARE),
                frame.state(),
                this::show,
                this::showRepositories,
                workbench);
        model.filterProperty().addListener(_ -> selectFound());
        showRepositories();
    }

    /** One that was selected stays so while it matches; else what is shown is of the first that does. */
    private void selectFound() {
        String selected = model.selectedProperty().get();
        model.shown().stream()
                .filter(each -> each.id().equals(selected))
                .findFirst()
                .or(() -> model.shown().stream().findFirst())
                .ifPresent(split.table().root().getSelectionModel()::select);
    }

    private HBox tools() {
        filter.setId("repositoryFilter");
        filter.setPromptText("Find a repository…");
        filter.setAccessibleText("Find a repository");
        filter.setMaxWidth(MOST_FILTER);
        filter.textProperty().bindBidirectional(model.filterProperty());
        filter.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
                split.table().focus();
                event.consume();
            } else if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            }
        });
        HBox.setHgrow(filter, Priority.ALWAYS);
        Button again = controls.iconButton(refreshes);
        again.setId("refreshPage");
        return Nodes.line(8, filter, new ListCount<>(model, COUNTED), Nodes.gap(), again);
    }

    private VcsConnection connection() {
        return row.line().connection();
    }

    private void refresh() {
        commands.list().refresh();
        repositories.refresh();
    }

    private void showConnection() {
        ConnectionLine line = row.line();
        frame.head()
                .show(
                        ConnectionLine.icon(connection().kind()),
                        line.name(),
                        Nodes.stated(
                                line.token(), line.test() != null && line.test().ok() ? line.tokenMore() : ""));
        frame.head().showTools(commands.all(line), connection(), ICONS_ONLY);
        int apps = line.apps().size();
        frame.setFacts(line.where()
                + (apps == 0 ? "" : "  ·  " + apps + (apps == 1 ? " app deploys" : " apps deploy") + " from it"));
        repositories.showApps();
        if (line.test() != null && !line.test().ok()) {
            frame.warn("fth-alert-triangle", "The last test failed.", line.tokenMore(), true);
        } else {
            frame.calm();
        }
    }

    private void showRepositories() {
        split.show(() -> frame.state()
                .showEmpty(
                        "fth-git-branch",
                        "The token sees no repository. Give its user access to one, or a token with more rights.",
                        controls,
                        refreshes));
    }

    private List<Action> actionsOf(List<RepositoryList.Line> chosen) {
        return chosen.isEmpty() ? List.of() : List.of(deployAction(chosen.getFirst()));
    }

    private Action deployAction(RepositoryList.Line line) {
        Action action = Action.of("repositories.deploy", "Deploy this…", "fth-upload-cloud", () -> deploy(line))
                .withCurl(() -> SourceCalls.suggest(target(line).toDraft(), null));
        action.enabledProperty().set(!line.repository().defaultBranch().isEmpty());
        return action.withShortcut("Shortcut+Enter");
    }

    private void deploy(RepositoryList.Line line) {
        opens.deploy().accept(target(line));
    }

    private SourceForms.Repository target(RepositoryList.Line line) {
        return new SourceForms.Repository(
                row.id(), line.repository().owner(), line.repository().name());
    }

    private void show(RepositoryList.@Nullable Line line) {
        if (line == null) {
            pane.show("", List.of(), () -> {});
        } else {
            pane.show(line.id(), List.of(line), () -> fill(line));
        }
    }

    private void fill(RepositoryList.Line line) {
        pane.add(Nodes.wrapped(line.repository().fullName(), "h3"));
        pane.add(Nodes.wrapped(
                line.visibility() + "  ·  "
                        + (line.repository().defaultBranch().isEmpty()
                                ? "no commit yet: push one before it is deployed"
                                : "default branch " + line.repository().defaultBranch()),
                "dim",
                "small"));
        pane.add(pane.button(deployAction(line)));
        pane.heading("Clone address");
        pane.text("cloneUrl", "Clone address", line.repository().cloneUrl(), COLUMNS);
        pane.heading(line.apps().isEmpty() ? "No app deploys from it yet." : "Apps that deploy from it");
        line.apps().forEach(each -> pane.add(app(each)));
    }

    private Node app(ConnectionLine.AppOf app) {
        return pane.button(Action.of(
                        "repositories.app",
                        app.name(),
                        "fth-box",
                        () -> opens.app().accept(app.id()))
                .withCurl(() -> SourceCalls.get(app.id())));
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return frame.root();
    }

    @Override
    public void onShow() {
        frame.onShow();
    }

    @Override
    public void onHide() {
        frame.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(split.table().actions());
        actions.addAll(commands.all(row.line()));
        actions.add(Action.of("repositories.find", "Find a repository", "fth-search", filter::requestFocus)
                .withCurl(() -> RepositoryCalls.repositories(row.id()))
                .withShortcut("Shortcut+F"));
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        split.focus(frame.head().back());
    }
}
