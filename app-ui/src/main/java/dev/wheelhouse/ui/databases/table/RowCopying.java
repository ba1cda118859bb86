package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.CopyText;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridColumn;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts selected cells on the clipboard; rows that are not in the window are read, long values are read whole. */
final class RowCopying {

    static final int MOST_ROWS = 20_000;
    private static final int WHOLE = 1 << 20;
    private static final long MOST_CHARACTERS = 64L << 20;

    private final Databases databases;
    private final Workbench workbench;
    private final TableViewModel model;

    RowCopying(Databases databases, Workbench workbench, TableViewModel model) {
        this.databases = databases;
        this.workbench = workbench;
        this.model = model;
    }

    /** Of several rectangles the last one is copied. */
    void copy(List<GridRange> ranges, CopyFormat format) {
        if (ranges.isEmpty()) {
            return;
        }
        GridRange range = ranges.getLast();
        List<GridRow> rows = new ArrayList<>();
        boolean complete = range.rows() <= MOST_ROWS;
        for (long row = range.firstRow(); complete && row <= range.lastRow(); row++) {
            GridRow content = model.rows().rowAt(row);
            complete = content != null && isWhole(content, range);
            if (content != null) {
                rows.add(content);
            }
        }
        if (complete) {
            finish(rows, range, format, "");
            return;
        }
        read(range, format);
    }

    private static boolean isWhole(GridRow row, GridRange range) {
        return range.columns().stream().noneMatch(column -> row.cell(column).kind() == GridCell.Kind.CUT);
    }

    /** Reads the rows anew, whole, from the range's first row on as far as that is known. */
    private void read(GridRange range, CopyFormat format) {
        Optional<RowPosition> from = model.positionOf(range.firstRow());
        TableShape shape = model.shape().orElse(null);
        if (from.isEmpty() || shape == null) {
            workbench.say(Notice.warning(
                    "The first of the selected rows is not on the screen any more. Select again, from above."));
            return;
        }
        int wanted = (int) Math.min(range.rows(), MOST_ROWS);
        String rest = range.rows() > MOST_ROWS
                ? " Only the first " + String.format(java.util.Locale.ROOT, "%,d", MOST_ROWS)
                        + " rows were copied; export the table for more."
                : "";
        TableViewModel.Place place = model.place();
        RowsRequest first = model.request(Math.min(wanted, 1000), from.get());
        var _ = workbench
                .background()
                .run(
                        () -> {
                            List<LoadedRow> rows = new ArrayList<>();
                            long characters = 0;
                            RowsRequest request = first;
                            while (rows.size() < wanted && characters < MOST_CHARACTERS) {
                                CellPage page = databases
                                        .rows()
                                        .cells(
                                                workbench.callers().get(),
                                                place.connection().id(),
                                                place.schema(),
                                                place.table(),
                                                request,
                                                WHOLE);
                                page.rows().forEach(cells -> rows.add(new LoadedRow(shape, cells)));
                                characters += page.rows().size();
                                String next = page.next();
                                if (next == null) {
                                    break;
                                }
                                request = new RowsRequest(
                                        Math.min(1000, wanted - rows.size() + 1),
                                        request.sort(),
                                        request.filters(),
                                        new RowPosition.After(next));
                            }
                            return rows.subList(0, Math.min(wanted, rows.size()));
                        },
                        rows -> finish(rows.stream().map(model::shown).toList(), range, format, rest),
                        workbench::say);
    }

    private void finish(List<? extends GridRow> rows, GridRange range, CopyFormat format, String rest) {
        List<GridColumn> columns =
                range.columns().stream().map(model.rows().columns()::get).toList();
        List<List<GridCell>> cells = rows.stream()
                .map(row -> range.columns().stream().map(row::cell).toList())
                .toList();
        String what = cells.size() == 1 && columns.size() == 1
                ? "Value"
                : cells.size() + (cells.size() == 1 ? " row" : " rows");
        workbench.copy(CopyText.of(format, columns, cells), what);
        if (!rest.isEmpty()) {
            workbench.say(Notice.warning(rest.strip()));
        }
    }

    /** Copies rows as the statements that would insert them. */
    void copyAsInsert(List<GridRange> ranges) {
        TableShape shape = model.shape().orElse(null);
        if (shape == null || ranges.isEmpty()) {
            return;
        }
        GridRange range = ranges.getLast();
        if (range.rows() > EditService.MOST_EDITS) {
            workbench.say(Notice.warning("Select at most " + EditService.MOST_EDITS + " rows to copy them as INSERT."));
            return;
        }
        List<Edit> edits = new ArrayList<>();
        for (long row = range.firstRow(); row <= range.lastRow(); row++) {
            Map<String, RawJson> values = new LinkedHashMap<>();
            for (Integer column : range.columns()) {
                Optional<RawJson> value = model.valueAt(row, column);
                if (shape.isWritable(column) && value.isPresent()) {
                    values.put(shape.columns().get(column).name(), value.get());
                }
            }
            edits.add(new Edit(
                    EditOperation.INSERT, model.place().schema(), model.place().table(), Map.of(), values));
        }
        String id = model.place().connection().id();
        var _ = workbench
                .background()
                .run(
                        () -> databases.edits().preview(workbench.callers().get(), id, edits),
                        statements ->
                                workbench.copy(String.join(";\n", statements) + ";", statements.size() + " INSERT"),
                        workbench::say);
    }
}
