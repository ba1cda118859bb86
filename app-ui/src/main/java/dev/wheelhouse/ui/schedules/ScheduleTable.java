package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleColumns;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;

/** The schedules in a table. */
final class ScheduleTable {

    private static final double ROW_HEIGHT = 52;

    private final SchedulesViewModel model;
    private final ScheduleCommands commands;
    private final ScheduleForms forms;
    private final TableView<LiveRow<ScheduleLine>> table = new TableView<>();

    ScheduleTable(SchedulesViewModel model, ScheduleCommands commands, ScheduleForms forms, ActionControls controls) {
        this.model = model;
        this.commands = commands;
        this.forms = forms;
        table.getStyleClass().addAll("edge-to-edge", "server-table", "schedule-table");
        SortedList<LiveRow<ScheduleLine>> sorted = new SortedList<>(model.shown());
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.getColumns().setAll(new ScheduleColumns(commands, model.list().zone()).all());
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
        table.setOnKeyPressed(event -> {
            boolean bare = !event.isShortcutDown() && !event.isAltDown() && !event.isShiftDown();
            LiveRow<ScheduleLine> row = table.getSelectionModel().getSelectedItem();
            if (event.getCode() == KeyCode.ENTER && bare && row != null) {
                model.open(row.id());
                event.consume();
            }
        });
        table.setContextMenu(controls.menu(this::menuActions));
    }

    private TableRow<LiveRow<ScheduleLine>> row() {
        TableRow<LiveRow<ScheduleLine>> row = new TableRow<>();
        row.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2 && !row.isEmpty()) {
                model.open(row.getItem().id());
            }
        });
        return row;
    }

    private void select(@Nullable String id) {
        LiveRow<ScheduleLine> now = table.getSelectionModel().getSelectedItem();
        if (id == null || (now != null && now.id().equals(id))) {
            return;
        }
        for (int i = 0; i < table.getItems().size(); i++) {
            if (table.getItems().get(i).id().equals(id)) {
                table.getSelectionModel().select(i);
                table.scrollTo(Math.max(0, i - 2));
            }
        }
    }

    private List<Action> menuActions() {
        List<Action> actions = actions();
        return actions.isEmpty() ? List.of(commands.add(forms)) : actions;
    }

    /** What can be done with the one that is chosen; the first one is what Enter does. */
    List<Action> actions() {
        Optional<ScheduleLine> chosen =
                Optional.ofNullable(table.getSelectionModel().getSelectedItem()).map(LiveRow::line);
        if (chosen.isEmpty()) {
            return List.of();
        }
        ScheduleLine line = chosen.get();
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("schedules.open", "Open its runs", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> ScheduleCalls.runs(line.id())));
        actions.addAll(commands.all(line, forms));
        return actions;
    }

    void focus() {
        if (table.getSelectionModel().getSelectedItem() == null
                && !table.getItems().isEmpty()) {
            select(model.selectedProperty().get());
            if (table.getSelectionModel().getSelectedItem() == null) {
                table.getSelectionModel().select(0);
            }
        }
        Focus.give(table);
    }

    TableView<LiveRow<ScheduleLine>> root() {
        return table;
    }
}
