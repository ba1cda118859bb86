package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.databases.connections.ConnectionCalls;
import dev.wheelhouse.ui.databases.connections.ConnectionForms;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The tree at the left of the databases screen. */
public final class DatabaseTreeView {

    private static final int TOP_ACTIONS = 3;
    private static final int ROWS_ABOVE = 2;

    private final DatabaseTreeViewModel model;
    private final TreeActions actions;
    private final ActionControls controls;
    private final ConnectionForms forms;
    private final Workbench workbench;
    private final Action addDatabase;
    private final Action openSample;
    private final Action refreshAll;
    private final Parent root;
    private final StatePane state;
    private boolean selecting;
    private @Nullable ContextMenu menu;

    @FXML
    private TextField filter;

    @FXML
    private Button refresh;

    @FXML
    private Button add;

    @FXML
    private StackPane place;

    @FXML
    private ListView<TreeRow> list;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public DatabaseTreeView(
            DatabaseTreeViewModel model,
            TreeActions actions,
            ActionControls controls,
            Action addDatabase,
            Action openSample,
            ConnectionForms forms,
            Workbench workbench) {
        this.model = model;
        this.actions = actions;
        this.controls = controls;
        this.forms = forms;
        this.workbench = workbench;
        this.addDatabase = addDatabase;
        this.openSample = openSample;
        this.refreshAll = Action.of("tree.refresh-all", "Refresh", "fth-refresh-cw", model::refresh)
                .withShortcut("F5")
                .withCurl(ConnectionCalls::list);
        this.state = new StatePane(workbench.background());
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        controls.fill(refresh, refreshAll);
        controls.fill(add, addDatabase);
        place.getChildren().setAll(state);
        filter.textProperty().bindBidirectional(model.filterProperty());
        list.setItems(model.rows());
        list.setFixedCellSize(28);
        list.setCellFactory(_ -> new TreeCell(model::toggle));
        Label nothing = new Label("Nothing that was opened matches.");
        nothing.setWrapText(true);
        nothing.getStyleClass().addAll("dim", "centered");
        // Without a filter an empty tree is only one that was not read yet.
        nothing.visibleProperty().bind(filter.textProperty().isNotEmpty());
        list.setPlaceholder(nothing);
        list.getSelectionModel().selectedItemProperty().addListener((_, _, row) -> {
            if (!selecting) {
                model.select(row);
            }
        });
        model.rows().addListener((ListChangeListener<TreeRow>) _ -> reselect());
        model.selectedKeyProperty().addListener(_ -> reselect());
        model.connections().knownProperty().addListener(_ -> showState());
        model.connections().failureProperty().addListener(_ -> showState());
        model.connections().items().addListener((ListChangeListener<Object>) _ -> showState());
        listenToKeys();
        list.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
                activate();
            }
        });
        list.setOnContextMenuRequested(this::showMenu);
        takeDroppedFiles();
        showState();
    }

    private void showState() {
        var failure = model.connections().failureProperty().get();
        if (!model.connections().items().isEmpty()) {
            state.showContent(list);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), model::refresh, details -> workbench.copy(details, "The details"));
        } else if (model.connections().knownProperty().get()) {
            state.showEmpty(
                    "fth-database",
                    "No database yet. Add one, drop a SQLite file here, or look around in the sample.",
                    controls,
                    addDatabase,
                    openSample);
        } else {
            state.showLoading();
        }
    }

    /** Rows are made anew all the time; the selection follows the key. */
    private void reselect() {
        selecting = true;
        String key = model.selectedKeyProperty().get();
        int at = -1;
        for (int i = 0; i < model.rows().size(); i++) {
            if (model.rows().get(i).key().equals(key)) {
                at = i;
                break;
            }
        }
        if (at >= 0) {
            list.getSelectionModel().clearAndSelect(at);
            list.getFocusModel().focus(at);
            if (model.takeRevealed(key)) {
                list.scrollTo(Math.max(0, at - ROWS_ABOVE));
            }
        } else {
            list.getSelectionModel().clearSelection();
        }
        selecting = false;
    }

    private @Nullable TreeRow selected() {
        return list.getSelectionModel().getSelectedItem();
    }

    private void activate() {
        TreeRow row = selected();
        if (row == null) {
            return;
        }
        List<Action> possible = actions.of(row);
        if (!possible.isEmpty()) {
            possible.getFirst().run();
        }
    }

    private void listenToKeys() {
        list.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            TreeRow row = selected();
            if (row == null || event.isShortcutDown() || event.isAltDown()) {
                return;
            }
            boolean used = true;
            switch (event.getCode()) {
                case ENTER -> activate();
                case RIGHT -> model.open(row);
                case LEFT -> closeOrLeave(row);
                case F2 -> run(row, "databases.edit");
                case DELETE -> run(row, "databases.delete");
                default -> used = false;
            }
            if (used) {
                event.consume();
            }
        });
        list.setOnKeyTyped(event -> {
            String typed = event.getCharacter();
            if (!typed.isBlank() && !Character.isISOControl(typed.charAt(0)) && !event.isShortcutDown()) {
                filter.requestFocus();
                filter.appendText(typed);
                filter.positionCaret(filter.getLength());
                event.consume();
            }
        });
        filter.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            } else if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
                selectFirstTable();
                list.requestFocus();
                event.consume();
            }
        });
    }

    private void selectFirstTable() {
        model.rows().stream()
                .filter(TreeRow.Table.class::isInstance)
                .findFirst()
                .or(() -> model.rows().stream().findFirst())
                .ifPresent(row -> list.getSelectionModel().select(row));
    }

    private void closeOrLeave(TreeRow row) {
        boolean open = (row instanceof TreeRow.Connection connection && connection.open())
                || (row instanceof TreeRow.Schema schema && schema.open());
        if (open) {
            model.close(row);
        } else {
            model.parent(row).ifPresent(parent -> list.getSelectionModel().select(parent));
        }
    }

    private void run(TreeRow row, String actionId) {
        actions.of(row).stream()
                .filter(action -> action.id().equals(actionId))
                .findFirst()
                .ifPresent(Action::run);
    }

    private void showMenu(ContextMenuEvent event) {
        hideMenu();
        TreeRow row = selected();
        ContextMenu shown = new ContextMenu();
        if (row == null) {
            shown.getItems().addAll(controls.item(addDatabase), controls.item(openSample));
        } else {
            fill(shown, actions.of(row));
        }
        menu = shown;
        shown.show(list, event.getScreenX(), event.getScreenY());
        event.consume();
    }

    private void fill(ContextMenu shown, List<Action> possible) {
        for (int i = 0; i < possible.size(); i++) {
            if (i == TOP_ACTIONS) {
                shown.getItems().add(new SeparatorMenuItem());
            }
            shown.getItems().add(controls.item(possible.get(i)));
        }
        Menu calls = new Menu("Copy as curl", new FontIcon("fth-terminal"));
        for (Action each : possible) {
            each.curl().ifPresent(call -> {
                MenuItem item = new MenuItem(each.title());
                item.setOnAction(_ -> workbench.copyCurl(call));
                calls.getItems().add(item);
            });
        }
        if (!calls.getItems().isEmpty()) {
            shown.getItems().addAll(new SeparatorMenuItem(), calls);
        }
    }

    private void hideMenu() {
        if (menu != null) {
            menu.hide();
            menu = null;
        }
    }

    private void takeDroppedFiles() {
        place.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        place.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                forms.open(new FormMode.Add<>(), files.getFirst().toPath());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }

    /** What holds now: of the tree, and of its selected row while the keyboard is in it. */
    public List<Action> actions() {
        Action find = Action.of("tree.filter", "Filter tables", "fth-filter", filter::requestFocus)
                .withShortcut("Shortcut+Shift+F");
        return List.of(refreshAll, addDatabase, openSample, find);
    }

    public void focus() {
        Focus.give(list);
    }

    /** Whether what is typed goes to it. */
    public boolean hasKeyboard() {
        return Focus.isWithin(root);
    }

    public Parent root() {
        return root;
    }
}
