package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppColumns;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.collections.ObservableList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;

/** The apps in a table, of which several can be chosen. */
final class AppTable {

    private static final double ROW_HEIGHT = 52;

    private final AppsViewModel model;
    private final AppCommands commands;
    private final AppForms forms;
    private final TableView<LiveRow<AppLine>> table = new TableView<>();

    AppTable(AppsViewModel model, AppCommands commands, AppForms forms, ActionControls controls) {
        this.model = model;
        this.commands = commands;
        this.forms = forms;
        table.getStyleClass().addAll("edge-to-edge", "server-table", "app-table");
        SortedList<LiveRow<AppLine>> sorted = new SortedList<>(model.shown());
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.getColumns().setAll(new AppColumns(commands, controls).all());
        table.setItems(sorted);
        table.setFixedCellSize(ROW_HEIGHT);
        table.setPlaceholder(new Label(""));
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        table.setRowFactory(_ -> row());
        table.setOnKeyPressed(event -> {
            boolean bare = !event.isShortcutDown() && !event.isAltDown() && !event.isShiftDown();
            if (event.getCode() == KeyCode.ENTER && bare && chosenLines().size() == 1) {
                model.open(chosenLines().getFirst().id());
                event.consume();
            }
        });
        table.setContextMenu(controls.menu(this::menuActions));
    }

    private TableRow<LiveRow<AppLine>> row() {
        TableRow<LiveRow<AppLine>> row = new TableRow<>();
        row.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && !row.isEmpty()) {
                model.open(row.getItem().id());
            }
        });
        return row;
    }

    private List<Action> menuActions() {
        List<Action> actions = actions();
        return actions.isEmpty() ? List.of(commands.add(forms, null)) : actions;
    }

    /** What can be done with what is chosen; the first one is what Enter does with a single one. */
    List<Action> actions() {
        List<AppLine> lines = chosenLines();
        List<Action> actions = new ArrayList<>();
        if (lines.size() == 1) {
            String id = lines.getFirst().id();
            actions.add(Action.of("apps.open", "Open its page", "fth-bar-chart-2", () -> model.open(id))
                    .withCurl(() -> AppCalls.status(id)));
        }
        actions.addAll(commands.all(lines, forms));
        return actions;
    }

    ObservableList<LiveRow<AppLine>> chosen() {
        return table.getSelectionModel().getSelectedItems();
    }

    List<AppLine> chosenLines() {
        return chosen().stream().filter(Objects::nonNull).map(LiveRow::line).toList();
    }

    /** Whether buttons of the one look and hold as those of the other. */
    static boolean isSame(List<Action> before, List<Action> now) {
        return before.stream()
                .map(each -> each.id() + each.isEnabled())
                .toList()
                .equals(now.stream().map(each -> each.id() + each.isEnabled()).toList());
    }

    void focus() {
        if (table.getSelectionModel().getSelectedItem() == null
                && !table.getItems().isEmpty()) {
            table.getSelectionModel().select(0);
        }
        Focus.give(table);
    }

    TableView<LiveRow<AppLine>> root() {
        return table;
    }
}
