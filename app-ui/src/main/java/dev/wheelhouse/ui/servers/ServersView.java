package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.FormVeil;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.collections.ListChangeListener;
import javafx.collections.transformation.SortedList;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The servers screen: the list, the page of one of them in its place, and the form above both. */
public final class ServersView implements Screen, ServerForms {

    private static final double ROW_HEIGHT = 52;

    private final ServersViewModel model;
    private final ServerCommands commands;
    private final Parts parts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final Action adds;
    private final Action refreshes;
    private final StackPane root;
    private final FormVeil veil;
    private @Nullable ServerPageView page;
    private @Nullable ServerFormViewModel form;
    private boolean isShown;

    @FXML
    private VBox listPane;

    @FXML
    private TextField filter;

    @FXML
    private Label count;

    @FXML
    private Button refresh;

    @FXML
    private Button add;

    @FXML
    private StackPane place;

    @FXML
    private TableView<ServerLine> table;

    @FXML
    private StackPane pagePlace;

    /**
     * What the screen is made of.
     *
     * @param pages makes the model of a server's page from its id
     * @param forms makes the model of the form for what it is open for
     * @param sections makes what others show on the page of a server, from its id
     */
    public record Parts(
            ServersViewModel model,
            ServerCommands commands,
            Function<String, ServerPageViewModel> pages,
            Function<ServerFormMode, ServerFormViewModel> forms,
            Function<String, List<ScreenPart>> sections,
            Clock clock,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public ServersView(Parts parts) {
        this.parts = parts;
        this.model = parts.model();
        this.commands = parts.commands();
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.state = new StatePane(workbench.background());
        this.adds = commands.add(this).withShortcut("Shortcut+Shift+M");
        this.refreshes = Action.of(
                        "servers.refresh",
                        "Refresh",
                        "fth-refresh-cw",
                        () -> model.list().refresh())
                .withShortcut("F5")
                .withCurl(ServerCalls::list);
        this.stale = new StaleLine(parts.clock(), ZoneId.systemDefault(), List.of(model.list()));
        this.root = (StackPane) FxmlViews.load(this);
        this.veil = new FormVeil(root, listPane, pagePlace);
    }

    @FXML
    void initialize() {
        controls.fill(add, adds);
        add.setText(adds.title());
        controls.fill(refresh, refreshes);
        filter.textProperty().bindBidirectional(model.filterProperty());
        filter.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
                focusTable();
                event.consume();
            } else if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            }
        });
        place.getChildren().setAll(state);
        listPane.getChildren().add(listPane.getChildren().indexOf(place), stale);
        fillTable();
        model.list().knownProperty().addListener(_ -> showState());
        model.list().failureProperty().addListener(_ -> showState());
        model.shown().addListener((ListChangeListener<ServerLine>) _ -> showState());
        model.openProperty().addListener(_ -> showPage());
        showState();
        showPage();
    }

    private void fillTable() {
        SortedList<ServerLine> sorted = new SortedList<>(model.shown());
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.getColumns().setAll(new ServerColumns(parts.clock()).all());
        table.setItems(sorted);
        table.setFixedCellSize(ROW_HEIGHT);
        table.setPlaceholder(new Label(""));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        table.setRowFactory(_ -> {
            TableRow<ServerLine> row = new TableRow<>();
            row.setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && !row.isEmpty()) {
                    model.open(row.getItem().id());
                }
            });
            return row;
        });
        // A table forgets its selection when the row is replaced, as each reading does; not while it tells of the
        // change.
        sorted.addListener(
                (ListChangeListener<ServerLine>) _ -> workbench.background().onWindow(this::keepSelection));
        table.getSelectionModel().selectedItemProperty().addListener((_, _, line) -> {
            if (line != null) {
                model.selectedProperty().set(line.id());
            }
        });
        table.setOnKeyPressed(event -> {
            ServerLine line = selectedLine();
            if (event.getCode() == KeyCode.ENTER && line != null) {
                model.open(line.id());
                event.consume();
            }
        });
        table.setContextMenu(controls.menu(this::menuActions));
    }

    private void keepSelection() {
        if (table.getSelectionModel().getSelectedItem() != null) {
            return;
        }
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).id().equals(model.selectedProperty().get())) {
                table.getSelectionModel().select(i);
            }
        }
    }

    private @Nullable ServerLine selectedLine() {
        keepSelection();
        return table.getSelectionModel().getSelectedItem();
    }

    private List<Action> menuActions() {
        ServerLine line = selectedLine();
        return line == null ? List.of(adds) : actionsOf(line.server());
    }

    /** What can be done with a server of the list; the first one is what Enter does. */
    private List<Action> actionsOf(ShownServer server) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("servers.open", "Open charts", "fth-bar-chart-2", () -> model.open(server.id()))
                .withCurl(() -> ServerCalls.latest(server.id())));
        actions.addAll(ofServer(server));
        return actions;
    }

    private List<Action> ofServer(ShownServer server) {
        List<Action> actions = new ArrayList<>();
        actions.add(commands.test(server).withShortcut("Shortcut+Shift+T"));
        actions.add(commands.edit(server, this).withShortcut("F2"));
        if (!server.isLocal()) {
            actions.add(commands.delete(server).withShortcut("Delete"));
        }
        return actions;
    }

    private void showState() {
        var list = model.list();
        var failure = list.failureProperty().get();
        count.setText(countWords());
        if (!model.shown().isEmpty()) {
            state.showContent(table);
        } else if (!list.items().isEmpty()) {
            state.showEmpty(
                    "fth-search",
                    "No server matches “" + model.filterProperty().get().strip() + "”.",
                    controls,
                    Action.of(
                            "servers.show-all",
                            "Show all",
                            "fth-x",
                            () -> model.filterProperty().set("")));
        } else if (list.knownProperty().get()) {
            state.showEmpty(
                    "fth-server",
                    "No server yet. Add one that you reach over SSH; nothing is installed on it.",
                    controls,
                    adds);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), list::refresh, details -> workbench.copy(details, "The details"));
        } else {
            state.showLoading();
        }
    }

    private String countWords() {
        int all = model.list().items().size();
        int seen = model.shown().size();
        String servers = all == 1 ? "1 server" : all + " servers";
        return all == 0 ? "" : seen == all ? servers : seen + " of " + servers;
    }

    private void showPage() {
        String wanted = model.openProperty().get();
        if (page != null && Objects.equals(wanted, page.serverId())) {
            return;
        }
        closePage();
        boolean paged = wanted != null;
        listPane.setVisible(!paged);
        pagePlace.setVisible(paged);
        if (wanted == null) {
            if (isShown) {
                focusTable();
            }
            return;
        }
        ServerPageView made = new ServerPageView(
                parts.pages().apply(wanted),
                new ServerPageView.Parts(
                        commands, model::back, this::ofServer, parts.sections().apply(wanted), workbench, controls));
        page = made;
        pagePlace.getChildren().setAll(made.root());
        if (isShown) {
            made.onShow();
            made.focus();
        }
    }

    private void closePage() {
        if (page != null) {
            if (isShown) {
                page.onHide();
            }
            page = null;
            pagePlace.getChildren().clear();
        }
    }

    @Override
    public void open(ServerFormMode mode) {
        if (form != null) {
            // What was typed there is not thrown away.
            veil.focus();
            return;
        }
        ServerFormViewModel made = parts.forms().apply(mode);
        form = made;
        ServerFormView view = new ServerFormView(
                made,
                controls,
                workbench,
                saved -> {
                    closeForm();
                    boolean edited = mode instanceof ServerFormMode.Edit;
                    workbench.say(Notice.info(saved.name() + (edited ? " was saved." : " was added.")));
                    model.list().refresh(() -> {
                        if (!edited) {
                            model.open(saved.id());
                        }
                    });
                },
                this::closeForm);
        veil.show(view.root(), view::focus);
    }

    private void closeForm() {
        if (form != null) {
            form.close();
            form = null;
            veil.hide();
            focus();
        }
    }

    private void focusTable() {
        if (table.getSelectionModel().getSelectedItem() == null
                && !table.getItems().isEmpty()) {
            String before = model.selectedProperty().get();
            int index = 0;
            for (int i = 0; i < table.getItems().size(); i++) {
                if (table.getItems().get(i).id().equals(before)) {
                    index = i;
                }
            }
            table.getSelectionModel().select(index);
        }
        Focus.give(table);
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        isShown = true;
        model.onShow();
        stale.onShow();
        if (page != null) {
            page.onShow();
        }
    }

    @Override
    public boolean isCovered() {
        return form != null;
    }

    @Override
    public void onHide() {
        if (page != null) {
            page.onHide();
        }
        stale.onHide();
        model.onHide();
        isShown = false;
    }

    @Override
    public List<Action> actions() {
        if (form != null) {
            return List.of();
        }
        List<Action> actions = new ArrayList<>();
        if (page != null) {
            actions.addAll(page.actions());
        } else {
            ServerLine line = selectedLine();
            if (line != null) {
                actions.addAll(actionsOf(line.server()));
            }
            actions.add(Action.of("servers.filter", "Find a server", "fth-search", filter::requestFocus)
                    .withShortcut("Shortcut+F"));
        }
        actions.add(refreshes);
        actions.add(adds);
        return actions;
    }

    @Override
    public void focus() {
        if (form != null) {
            veil.focus();
            return;
        }
        if (page != null) {
            page.focus();
        } else {
            focusTable();
        }
    }
}
