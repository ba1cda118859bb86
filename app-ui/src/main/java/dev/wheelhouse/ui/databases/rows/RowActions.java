package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import dev.wheelhouse.ui.controls.grid.GridRange;
import java.util.List;

/** What can be done with rows wherever they are edited. */
public final class RowActions {

    private final Action preview;
    private final Action revert;
    private final Action apply;
    private final Action delete;
    private final Action openValue;
    private final Action setNull;
    private final Action copyInsert;
    private final Action copyEdits;
    private final List<Action> copies;
    private final DataGrid grid;
    private final RowEditing editing;

    public RowActions(DataGrid grid, RowEditing editing, RowCopying copying, ValueDialogs dialogs) {
        this.grid = grid;
        this.editing = editing;
        preview = Action.of(
                        "table.preview",
                        "Preview SQL",
                        "fth-eye",
                        () -> PreviewDialog.show(grid, editing, this::applyEdits))
                .withCurl(editing::previewCall)
                .withShortcut("Shortcut+Shift+P");
        revert = Action.of("table.revert", "Revert", "fth-rotate-ccw", editing::revert)
                .withShortcut("Shortcut+Shift+Z");
        apply = Action.of("table.apply", "Apply", "fth-check", this::applyEdits)
                .withCurl(editing::applyCall)
                .withShortcut("Shortcut+S");
        delete = Action.of("table.delete", "Delete rows", "fth-trash-2", this::deleteRows)
                .withShortcut("Shortcut+Delete");
        openValue = Action.of(
                        "table.value",
                        "Show full value",
                        "fth-maximize-2",
                        () -> grid.focusedColumn()
                                .ifPresent(column ->
                                        dialogs.open(grid.selection().focus().row(), column)))
                .withShortcut("Shift+Enter")
                .withCurl(() -> grid.focusedColumn()
                        .map(column ->
                                editing.valueCall(grid.selection().focus().row(), column))
                        .orElse(null));
        setNull = Action.of(
                "table.null", "Set to NULL", "fth-slash", () -> editing.blocks().delete(grid.selectedRanges()));
        copyInsert = Action.of(
                "table.copy-insert",
                "Copy as INSERT",
                "fth-clipboard",
                () -> copying.copyAsInsert(grid.selectedRanges()));
        copyEdits = Action.of("table.copy-edits", "Copy the edits", "fth-copy", editing::copyEdits);
        copies = List.of(
                copy(CopyFormat.CSV, "table.copy-csv"),
                copy(CopyFormat.JSON, "table.copy-json"),
                copy(CopyFormat.MARKDOWN, "table.copy-markdown"));
        var any = editing.stagedCountProperty().greaterThan(0);
        // Also what is still in an open cell.
        apply.enabledProperty()
                .bind(any.or(grid.editOpenProperty())
                        .and(editing.applyingProperty().not()));
        editing.watchCell(grid.editOpenProperty(), grid::leaveEdit);
        preview.enabledProperty().bind(any);
        revert.enabledProperty().bind(any.and(editing.applyingProperty().not()));
    }

    private Action copy(CopyFormat format, String id) {
        return Action.of(id, "Copy as " + format.title(), "fth-clipboard", () -> grid.copy(format));
    }

    private void applyEdits() {
        if (grid.commitEdit()) {
            editing.apply();
        }
    }

    /** The rows of the selected cells, whole. */
    private void deleteRows() {
        editing.blocks()
                .delete(grid.selectedRanges().stream()
                        .map(range -> new GridRange(range.firstRow(), range.lastRow(), range.columns(), true))
                        .toList());
    }

    public Action preview() {
        return preview;
    }

    public Action revert() {
        return revert;
    }

    public Action apply() {
        return apply;
    }

    public Action delete() {
        return delete;
    }

    public Action openValue() {
        return openValue;
    }

    public Action setNull() {
        return setNull;
    }

    public Action copyEdits() {
        return copyEdits;
    }

    public Action copyInsert() {
        return copyInsert;
    }

    /** As CSV, JSON and so on. */
    public List<Action> copies() {
        return copies;
    }

    public List<Action> all() {
        return List.of(
                delete,
                preview,
                revert,
                apply,
                openValue,
                setNull,
                copies.get(0),
                copies.get(1),
                copies.get(2),
                copyInsert,
                copyEdits);
    }
}
