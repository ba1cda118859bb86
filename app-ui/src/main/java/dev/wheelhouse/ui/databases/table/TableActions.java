package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import java.util.List;
import java.util.Optional;

/** Everything that can be done with a table's rows. */
final class TableActions {

    final Action refresh;
    final Action insert;
    final Action duplicate;
    final Action delete;
    final Action preview;
    final Action revert;
    final Action apply;
    final Action countExactly;
    final Action filter;
    final Action clearFilter;
    final Action filterByValue;
    final Action follow;
    final Action back;
    final Action openValue;
    final Action setNull;
    final Action copyCsv;
    final Action copyJson;
    final Action copyMarkdown;
    final Action copyInsert;
    final Action copyEdits;

    private final DataGrid grid;
    private final TableViewModel model;

    TableActions(
            DataGrid grid,
            TableViewModel model,
            RowCopying copying,
            ValueDialogs dialogs,
            Runnable showPreview,
            Runnable focusFilter) {
        this.grid = grid;
        this.model = model;
        refresh = Action.of("table.refresh", "Refresh", "fth-refresh-cw", model::refresh)
                .withCurl(model::rowsCall)
                .withShortcut("F5");
        insert = Action.of("table.insert", "Add a row", "fth-plus", model::insert)
                .withShortcut("Shortcut+I");
        duplicate = Action.of(
                "table.duplicate", "Duplicate rows", "fth-copy", () -> model.duplicate(grid.selectedRanges()));
        delete = Action.of("table.delete", "Delete rows", "fth-trash-2", this::deleteRows)
                .withShortcut("Shortcut+Delete");
        preview = Action.of("table.preview", "Preview SQL", "fth-eye", showPreview)
                .withCurl(model::previewCall)
                .withShortcut("Shortcut+Shift+P");
        revert = Action.of("table.revert", "Revert", "fth-rotate-ccw", model::revert)
                .withShortcut("Shortcut+Shift+Z");
        apply = Action.of("table.apply", "Apply", "fth-check", this::apply)
                .withCurl(model::editsCall)
                .withShortcut("Shortcut+S");
        countExactly = Action.of("table.count", "Count exactly", "fth-hash", model::countExactly)
                .withCurl(model::countCall);
        filter = Action.of("table.filter", "Filter the rows", "fth-filter", focusFilter)
                .withShortcut("Shortcut+F");
        clearFilter = Action.of("table.clear-filter", "Clear the filter", "fth-x", () -> model.filter(""));
        filterByValue = Action.of(
                "table.filter-value",
                "Filter by this value",
                "fth-filter",
                () -> focused().ifPresent(at -> model.filterBy(at.row(), at.column())));
        follow = Action.of(
                        "table.follow",
                        "Follow to the row it points to",
                        "fth-corner-right-down",
                        () -> focused().ifPresent(at -> model.follow(at.row(), at.column())))
                .withShortcut("Alt+Right");
        back = Action.of("table.back", "Back to where you came from", "fth-arrow-left", model::back)
                .withShortcut("Alt+Left");
        openValue = Action.of(
                        "table.value",
                        "Show the whole value",
                        "fth-maximize-2",
                        () -> focused().ifPresent(at -> dialogs.open(at.row(), at.column())))
                .withShortcut("Shift+Enter")
                .withCurl(() -> focused()
                        .map(at -> model.valueCall(at.row(), at.column()))
                        .orElse(null));
        setNull = Action.of("table.null", "Set to NULL", "fth-slash", () -> model.delete(grid.selectedRanges()));
        copyCsv = copy(CopyFormat.CSV, "table.copy-csv");
        copyJson = copy(CopyFormat.JSON, "table.copy-json");
        copyMarkdown = copy(CopyFormat.MARKDOWN, "table.copy-markdown");
        copyInsert = Action.of(
                "table.copy-insert",
                "Copy as INSERT",
                "fth-clipboard",
                () -> copying.copyAsInsert(grid.selectedRanges()));
        copyEdits = Action.of("table.copy-edits", "Copy the edits", "fth-copy", model::copyEdits);
        back.enabledProperty().set(model.cameFromElsewhere());
    }

    /** A place of the model. */
    private record At(long row, int column) {}

    private Optional<At> focused() {
        return grid.focusedColumn()
                .map(column -> new At(grid.selection().focus().row(), column));
    }

    private void apply() {
        if (grid.commitEdit()) {
            model.apply();
        }
    }

    /** The rows of the selected cells, whole. */
    private void deleteRows() {
        model.delete(grid.selectedRanges().stream()
                .map(range -> new dev.wheelhouse.ui.controls.grid.GridRange(
                        range.firstRow(), range.lastRow(), range.columns(), true))
                .toList());
    }

    private Action copy(CopyFormat format, String id) {
        return Action.of(id, "Copy as " + format.title(), "fth-clipboard", () -> grid.copy(format));
    }

    List<Action> all() {
        return List.of(
                refresh,
                insert,
                duplicate,
                delete,
                preview,
                revert,
                apply,
                countExactly,
                filter,
                clearFilter,
                filterByValue,
                follow,
                back,
                openValue,
                setNull,
                copyCsv,
                copyJson,
                copyMarkdown,
                copyInsert,
                copyEdits);
    }
}
