package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.databases.editor.ResultSource;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.databases.rows.CellEditing;
import dev.wheelhouse.ui.databases.rows.CellValues;
import dev.wheelhouse.ui.databases.rows.ConflictDialog;
import dev.wheelhouse.ui.databases.rows.RowActions;
import dev.wheelhouse.ui.databases.rows.RowCopying;
import dev.wheelhouse.ui.databases.rows.StagedBar;
import dev.wheelhouse.ui.databases.rows.ValueDialogs;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** The rows of one statement with what can be done with them. */
final class ResultPane extends BorderPane {

    private static final double GAP = 12;

    private final ResultModel model;
    private final DataGrid grid = new DataGrid();
    private final RowCopying copying;
    private final RowActions actions;
    private final ActionControls controls;

    /** What a pane works with. */
    record Tools(Databases databases, Workbench bench, ActionControls controls, Consumer<ResultSource> openTable) {}

    ResultPane(ResultModel model, SqlViewModel tab, Tools tools) {
        this.model = model;
        this.controls = tools.controls();
        this.copying = new RowCopying(tools.databases(), tools.bench(), model);
        CellValues values = new CellValues(tools.databases(), tools.bench(), model.editing());
        ValueDialogs dialogs = new ValueDialogs(model.editing(), values, grid);
        this.actions = new RowActions(grid, model.editing(), copying, dialogs);
        grid.setModel(model.rows());
        grid.setSortable(false);
        grid.setOnCopy(copying::copy);
        grid.setEditing(new CellEditing(model.editing(), values, tools.bench(), dialogs));
        grid.setOnOpen(actions.openValue()::run);
        grid.setCellMenu(cellMenu());
        model.editing().disputeProperty().addListener((_, _, dispute) -> {
            if (dispute != null) {
                model.shape().ifPresent(shape -> new ConflictDialog(model.editing(), dispute, shape).show(grid));
            }
        });
        setTop(banner());
        setCenter(grid);
        setBottom(footer(tab, tools));
    }

    /** Gives the rows the keyboard. */
    void focus() {
        Focus.give(grid);
    }

    /** Whether a cell of it is being edited. */
    boolean isTyping() {
        return grid.editOpenProperty().get();
    }

    /** While the keyboard is here. */
    List<Action> actions() {
        return actions.all();
    }

    private HBox banner() {
        Label text = new Label();
        text.setWrapText(true);
        text.textProperty().bind(model.trouble().textProperty());
        text.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(text, Priority.ALWAYS);
        Button retry = new Button("Retry", new FontIcon("fth-refresh-cw"));
        retry.setMinWidth(Region.USE_PREF_SIZE);
        retry.setOnAction(_ -> model.trouble().retry());
        HBox banner = new HBox(GAP, new FontIcon("fth-alert-triangle"), text, retry);
        banner.setAlignment(Pos.CENTER_LEFT);
        banner.getStyleClass().add("table-banner");
        banner.visibleProperty().bind(model.trouble().textProperty().isNotEmpty());
        banner.managedProperty().bind(banner.visibleProperty());
        return banner;
    }

    private HBox footer(SqlViewModel tab, Tools tools) {
        Label summary = new Label();
        summary.getStyleClass().addAll("figures", "dim");
        summary.setMinWidth(Region.USE_PREF_SIZE);
        summary.textProperty().bind(model.summaryProperty());
        Button more = new Button("Load more", new FontIcon("fth-chevrons-down"));
        more.setOnAction(_ -> tab.loadMore(model));
        more.disableProperty().bind(tab.runningProperty());
        Button again = new Button("Run again", new FontIcon("fth-refresh-cw"));
        again.setOnAction(_ -> tab.runAgain(model));
        again.disableProperty().bind(tab.runningProperty());
        Label closed = new Label("There are more rows; this result is no longer open.");
        closed.getStyleClass().addAll("dim", "small");
        closed.setMinWidth(0);
        showOnly(model.restProperty().get(), more, again, closed);
        model.restProperty().addListener((_, _, rest) -> showOnly(rest, more, again, closed));
        StagedBar staged = new StagedBar(model.editing(), actions, copying, controls);
        HBox.setHgrow(staged, Priority.ALWAYS);
        HBox footer = new HBox(GAP, summary, more, closed, again, staged);
        model.findSource().ifPresent(source -> {
            Button table = new Button("Open " + source.table().name(), new FontIcon("fth-grid"));
            table.setTooltip(new Tooltip("All rows of the table, in a tab where new ones can be added too"));
            table.setMinWidth(Region.USE_PREF_SIZE);
            table.setOnAction(_ -> tools.openTable().accept(source));
            footer.getChildren().add(table);
        });
        footer.getChildren().add(copyMenu());
        footer.setAlignment(Pos.CENTER_LEFT);
        footer.getStyleClass().add("result-footer");
        return footer;
    }

    private MenuButton copyMenu() {
        MenuButton copy = new MenuButton("Copy", new FontIcon("fth-copy"));
        copy.getStyleClass().add("flat");
        copy.setMinWidth(Region.USE_PREF_SIZE);
        ActionControls.fillWhileOpen(copy, this::copyItems);
        return copy;
    }

    private List<MenuItem> copyItems() {
        List<MenuItem> items = new ArrayList<>();
        for (CopyFormat format : CopyFormat.values()) {
            MenuItem item = new MenuItem(format.title());
            item.setOnAction(_ -> grid.copy(format));
            items.add(item);
        }
        if (model.findSource().isPresent()) {
            items.add(controls.item(actions.copyInsert()));
        }
        return items;
    }

    private ContextMenu cellMenu() {
        MenuItem copy = new MenuItem("Copy");
        copy.setOnAction(_ -> grid.copy(CopyFormat.TSV));
        Menu copyAs = new Menu("Copy as");
        actions.copies().forEach(each -> copyAs.getItems().add(controls.item(each)));
        ContextMenu menu = new ContextMenu();
        menu.getItems().setAll(copy, copyAs, new SeparatorMenuItem(), controls.item(actions.openValue()));
        if (model.findSource().isPresent()) {
            copyAs.getItems().add(controls.item(actions.copyInsert()));
            menu.getItems()
                    .addAll(new SeparatorMenuItem(), controls.item(actions.setNull()), controls.item(actions.delete()));
        }
        return menu;
    }

    private static void showOnly(ResultPage.Rest rest, Button more, Button again, Label closed) {
        show(more, rest == ResultPage.Rest.LOADABLE);
        show(again, rest == ResultPage.Rest.RUN_AGAIN);
        show(closed, rest == ResultPage.Rest.RUN_AGAIN);
    }

    private static void show(Region node, boolean visible) {
        node.setVisible(visible);
        node.setManaged(visible);
    }
}
