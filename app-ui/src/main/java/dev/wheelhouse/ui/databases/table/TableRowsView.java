package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.grid.CellPoint;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.controls.grid.GridSelection;
import dev.wheelhouse.ui.databases.rows.CellEditing;
import dev.wheelhouse.ui.databases.rows.CellValues;
import dev.wheelhouse.ui.databases.rows.ConflictDialog;
import dev.wheelhouse.ui.databases.rows.RowActions;
import dev.wheelhouse.ui.databases.rows.RowCopying;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.StagedBar;
import dev.wheelhouse.ui.databases.rows.ValueDialogs;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import javafx.beans.binding.BooleanBinding;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;

/** The grid with its filter above and its staged edits below. */
final class TableRowsView {

    private final TableViewModel model;
    private final ActionControls controls;
    private final Workbench workbench;
    private final DataGrid grid = new DataGrid();
    private final StatePane states;
    private final Parent root;
    private final TableActions actions;
    private final RowCopying copying;

    @FXML
    private TextField filter;

    @FXML
    private Button back;

    @FXML
    private Button clearFilter;

    @FXML
    private Button refresh;

    @FXML
    private Button insert;

    @FXML
    private Button duplicate;

    @FXML
    private Button delete;

    @FXML
    private Label filterProblem;

    @FXML
    private HBox banner;

    @FXML
    private Label bannerText;

    @FXML
    private Button copyEdits;

    @FXML
    private Button retry;

    @FXML
    private StackPane center;

    @FXML
    private HBox foot;

    @FXML
    private Label cell;

    @FXML
    private Label count;

    @FXML
    private Button countExactly;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    TableRowsView(
            TableViewModel model, CellValues values, RowCopying copying, Workbench workbench, ActionControls controls) {
        this.model = model;
        this.controls = controls;
        this.workbench = workbench;
        this.copying = copying;
        this.states = new StatePane(workbench.background());
        ValueDialogs dialogs = new ValueDialogs(model.editing(), values, grid);
        RowActions rows = new RowActions(grid, model.editing(), copying, dialogs);
        this.actions = new TableActions(grid, model, rows, () -> filter.requestFocus());
        grid.setEditing(new CellEditing(model.editing(), values, workbench, dialogs));
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        fillGrid();
        fillBar();
        fillFoot();
        center.getChildren().setAll(states);
        states.showLoading();
        model.loadedProperty().addListener((changed, before, now) -> states.showContent(grid));
        model.failureProperty().addListener((changed, before, now) -> {
            if (now != null) {
                states.showFailure(
                        ErrorPresenter.present(now), model::retry, details -> workbench.copy(details, "Details"));
            } else {
                states.showContent(grid);
            }
        });
        model.editing().disputeProperty().addListener((changed, before, now) -> {
            if (now != null) {
                model.shape().ifPresent(shape -> new ConflictDialog(model.editing(), now, shape).show(grid));
            }
        });
    }

    private void fillGrid() {
        grid.setModel(model.rows());
        grid.setOnCopy(copying::copy);
        grid.setCellMenu(cellMenu());
        model.filtersProperty().addListener((changed, before, now) -> showPlaceholder());
        showPlaceholder();
        grid.setOnOpen(actions.rows.openValue()::run);
        grid.orderProperty().addListener((changed, before, now) -> model.sort(now));
        grid.selectionProperty().addListener((changed, before, now) -> showCell());
        model.setOnAdded(row -> grid.select(GridSelection.at(new CellPoint(row, firstWritable()))));
    }

    private void showPlaceholder() {
        grid.setPlaceholder(
                model.filtersProperty().get().isEmpty()
                        ? "No rows yet. Add one with the Insert key."
                        : "No row meets the filter.");
    }

    private int firstWritable() {
        RowShape shape = model.shape().orElse(null);
        for (int position = 0; shape != null && position < grid.columnLayout().count(); position++) {
            if (shape.isWritable(grid.columnLayout().columnAt(position))) {
                return position;
            }
        }
        return 0;
    }

    private void fillBar() {
        icon(back, actions.back);
        back.managedProperty().bind(back.visibleProperty());
        back.setVisible(model.links().cameFromElsewhere());
        icon(clearFilter, actions.clearFilter);
        icon(refresh, actions.refresh);
        icon(insert, actions.insert);
        icon(duplicate, actions.duplicate);
        icon(delete, actions.rows.delete());
        filter.setText(model.filtersProperty().get());
        model.filtersProperty().addListener((changed, before, now) -> filter.setText(now));
        filter.setOnAction(event -> model.filter(filter.getText()));
        filter.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                filter.setText(model.filtersProperty().get());
                grid.requestFocus();
                event.consume();
            } else if (event.getCode() == KeyCode.DOWN) {
                grid.requestFocus();
                event.consume();
            }
        });
        showWhileFilled(filterProblem, model.filterProblemProperty().isNotEmpty());
        filterProblem.textProperty().bind(model.filterProblemProperty());
        clearFilter.visibleProperty().bind(model.filtersProperty().isNotEmpty());
        clearFilter.managedProperty().bind(clearFilter.visibleProperty());
        banner.visibleProperty().bind(model.trouble().textProperty().isNotEmpty());
        banner.managedProperty().bind(banner.visibleProperty());
        bannerText.textProperty().bind(model.trouble().textProperty());
        controls.fill(copyEdits, actions.rows.copyEdits());
        copyEdits.setText("Copy edits");
        copyEdits.visibleProperty().bind(model.editing().stagedCountProperty().greaterThan(0));
        copyEdits.managedProperty().bind(copyEdits.visibleProperty());
        retry.setOnAction(event -> model.retry());
    }

    private void icon(Button button, Action action) {
        controls.fill(button, action);
        button.setText(null);
    }

    private void fillFoot() {
        foot.getChildren().addFirst(new StagedBar(model.editing(), actions.rows, copying, controls));
        count.textProperty().bind(model.counts().textProperty());
        icon(countExactly, actions.countExactly);
    }

    private static void showWhileFilled(Label label, BooleanBinding shown) {
        label.visibleProperty().bind(shown);
        label.managedProperty().bind(shown);
    }

    private void showCell() {
        GridSelection selection = grid.selection();
        if (selection.areas().isEmpty()) {
            cell.setText("");
            return;
        }
        long rows = selection.areas().getLast().rows();
        int columns = selection.areas().getLast().columns();
        cell.setText(
                rows * columns == 1 ? "" : String.format(java.util.Locale.ROOT, "%,d × %d selected", rows, columns));
    }

    private ContextMenu cellMenu() {
        MenuItem copy = new MenuItem("Copy");
        copy.setOnAction(event -> grid.copy(dev.wheelhouse.ui.controls.grid.CopyFormat.TSV));
        Menu copyAs = new Menu("Copy as");
        actions.rows.copies().forEach(each -> copyAs.getItems().add(controls.item(each)));
        copyAs.getItems().add(controls.item(actions.rows.copyInsert()));
        ContextMenu menu = new ContextMenu();
        menu.getItems()
                .setAll(
                        copy,
                        copyAs,
                        new SeparatorMenuItem(),
                        controls.item(actions.rows.openValue()),
                        controls.item(actions.filterByValue),
                        controls.item(actions.follow),
                        new SeparatorMenuItem(),
                        controls.item(actions.rows.setNull()),
                        controls.item(actions.insert),
                        controls.item(actions.duplicate),
                        controls.item(actions.rows.delete()),
                        new SeparatorMenuItem(),
                        controls.curlItem(actions.refresh));
        menu.setOnShowing(event -> {
            boolean reference =
                    grid.focusedColumn().flatMap(model.links()::reference).isPresent();
            actions.follow.enabledProperty().set(reference);
        });
        menu.setOnHidden(event -> actions.follow.enabledProperty().set(true));
        return menu;
    }

    List<Action> actions() {
        return actions.all();
    }

    Parent root() {
        return root;
    }

    void focus() {
        Focus.give(grid);
    }

    DataGrid grid() {
        return grid;
    }
}
