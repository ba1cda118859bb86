package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.databases.rows.RowActions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that can be done with a table's rows. */
final class TableActions {

    final RowActions rows;
    final Action refresh;
    final Action insert;
    final Action duplicate;
    final Action countExactly;
    final Action filter;
    final Action clearFilter;
    final Action filterByValue;
    final Action follow;
    final Action back;

    private final DataGrid grid;

    TableActions(DataGrid grid, TableViewModel model, RowActions rows, Runnable focusFilter) {
        this.grid = grid;
        this.rows = rows;
        refresh = Action.of("table.refresh", "Refresh", "fth-refresh-cw", model::refresh)
                .withCurl(model::rowsCall)
                .withShortcut("F5");
        insert = Action.of("table.insert", "Add a row", "fth-plus", model.editing()::insert)
                .withShortcut("Shortcut+I");
        duplicate = Action.of(
                "table.duplicate",
                "Duplicate rows",
                "fth-copy",
                () -> model.editing().blocks().duplicate(grid.selectedRanges()));
        countExactly = Action.of("table.count", "Count exactly", "fth-hash", model::countExactly)
                .withCurl(model::countCall);
        filter = Action.of("table.filter", "Filter rows", "fth-filter", focusFilter)
                .withShortcut("Shortcut+F");
        clearFilter = Action.of("table.clear-filter", "Clear filter", "fth-x", () -> model.filter(""));
        filterByValue = Action.of(
                "table.filter-value",
                "Filter by this value",
                "fth-filter",
                () -> focused().ifPresent(at -> model.filterBy(at.row(), at.column())));
        follow = Action.of(
                        "table.follow",
                        "Go to referenced row",
                        "fth-corner-right-down",
                        () -> focused().ifPresent(at -> model.links().follow(model.place(), at.row(), at.column())))
                .withShortcut("Alt+Right");
        back = Action.of(
                        "table.back",
                        "Go back",
                        "fth-arrow-left",
                        () -> model.links().back(model.place()))
                .withShortcut("Alt+Left");
        back.enabledProperty().set(model.links().cameFromElsewhere());
    }

    /** A place of the model. */
    private record At(long row, int column) {}

    private Optional<At> focused() {
        return grid.focusedColumn()
                .map(column -> new At(grid.selection().focus().row(), column));
    }

    List<Action> all() {
        List<Action> all = new ArrayList<>(List.of(refresh, insert, duplicate));
        all.addAll(rows.all());
        all.addAll(List.of(countExactly, filter, clearFilter, filterByValue, follow, back));
        return all;
    }
}
