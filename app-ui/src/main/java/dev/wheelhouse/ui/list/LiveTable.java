package dev.wheelhouse.ui.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Focus;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.collections.ObservableList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;

/**
 * The table of a list: sorting, selection, and the keys, clicks and menu of its rows. Belongs to the window's thread.
 *
 * @param <L> what is known of one row at one moment
 */
public final class LiveTable<L> {

    private static final double ROW_HEIGHT = 52;
    private static final int ROWS_ABOVE = 2;

    private final ListModel<L> model;
    private final Function<List<L>, List<Action>> commands;
    private final TableView<LiveRow<L>> table = new TableView<>();

    /**
     * @param style of this table, beside that of all lists
     * @param commands what can be done with the selected ones, first what Enter does with one; may be empty
     * @param add what the menu offers where nothing can be done
     */
    public LiveTable(
            String style,
            ListModel<L> model,
            List<TableColumn<LiveRow<L>, L>> columns,
            Function<List<L>, List<Action>> commands,
            Action add,
            ActionControls controls) {
        this.model = model;
        this.commands = commands;
        table.getStyleClass().addAll("edge-to-edge", "list-table", style);
        SortedList<LiveRow<L>> sorted = new SortedList<>(model.shown());
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.getColumns().setAll(columns);
        table.setItems(sorted);
        table.setFixedCellSize(ROW_HEIGHT);
        table.setPlaceholder(new Label(""));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        table.setRowFactory(_ -> row());
        table.getSelectionModel().selectedItemProperty().addListener((_, _, row) -> {
            if (row != null) {
                model.selectedProperty().set(row.id());
            }
        });
        model.selectedProperty().addListener((_, _, id) -> select(id));
        table.setOnKeyPressed(this::openByKey);
        table.setContextMenu(controls.menu(() -> {
            List<Action> actions = actions();
            return actions.isEmpty() ? List.of(add) : actions;
        }));
    }

    /** Lets several rows be selected. */
    public LiveTable<L> ofSeveral() {
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        return this;
    }

    private TableRow<LiveRow<L>> row() {
        TableRow<LiveRow<L>> row = new TableRow<>();
        row.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && !row.isEmpty()) {
                model.open(row.getItem().id());
            }
        });
        return row;
    }

    private void openByKey(KeyEvent event) {
        boolean bare = !event.isShortcutDown() && !event.isAltDown() && !event.isShiftDown();
        if (event.getCode() == KeyCode.ENTER && bare && selectedRows().size() == 1) {
            model.open(table.getSelectionModel().getSelectedItem().id());
            event.consume();
        }
    }

    private void select(@Nullable String id) {
        LiveRow<L> now = table.getSelectionModel().getSelectedItem();
        if (id == null || (now != null && now.id().equals(id))) {
            return;
        }
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).id().equals(id)) {
                table.getSelectionModel().clearAndSelect(i);
                table.scrollTo(Math.max(0, i - ROWS_ABOVE));
            }
        }
    }

    /** What can be done with the selected ones. */
    public List<Action> actions() {
        return commands.apply(selected());
    }

    public ObservableList<LiveRow<L>> selectedRows() {
        return table.getSelectionModel().getSelectedItems();
    }

    public List<L> selected() {
        // While a selection changes, the table may name a row that is gone.
        return selectedRows().stream()
                .filter(Objects::nonNull)
                .map(LiveRow::line)
                .toList();
    }

    /** Gives it the keyboard; selects the row that was selected last, or the first. */
    public void focus() {
        if (table.getSelectionModel().getSelectedItem() == null
                && !table.getItems().isEmpty()) {
            select(model.selectedProperty().get());
            if (table.getSelectionModel().getSelectedItem() == null) {
                table.getSelectionModel().select(0);
            }
        }
        Focus.give(table);
    }

    public TableView<LiveRow<L>> root() {
        return table;
    }
}
