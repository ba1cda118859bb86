package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Rows for tests that no database made. */
final class SampleRows {

    static final List<GridColumn> COLUMNS = List.of(
            new GridColumn("id", "bigint", true, true, null),
            GridColumn.of("name", "character varying(80)", false),
            GridColumn.of("total", "numeric(10,2)", true),
            new GridColumn("customer_id", "integer", true, false, "public.customers"),
            GridColumn.of("a\"\"b;c", "text", false),
            GridColumn.of("note", "text", false),
            GridColumn.of("active", "boolean", false));

    private static final List<String> NAMES =
            List.of("Ada Lovelace", "Grace Hopper", "محمد بن موسى الخوارزمي", "🚀 Katherine Johnson 🌍", "NULL", "");

    private SampleRows() {}

    /** A row with everything that is hard to show. */
    static GridRow row(long index) {
        String name = NAMES.get((int) (index % NAMES.size()));
        List<GridCell> cells = new ArrayList<>();
        cells.add(value(Long.toString(index + 1), false));
        cells.add(index % 7 == 3 ? GridCell.NULL : value(name, true));
        cells.add(value(String.format(Locale.ROOT, "%.2f", (double) (index * 7919 % 100_000) / 7), true));
        cells.add(value(Long.toString(index * 31 % 997), false));
        cells.add(value("tab\there\u0000nul\nline", true));
        cells.add(
                index % 5 == 2
                        ? GridCell.cut("Lorem ipsum dolor sit amet, consectetur adipiscing elit", "\"\"", 104_857_600)
                        : value("short", true));
        cells.add(index % 4 == 1 ? GridCell.NULL : value(Boolean.toString(index % 2 == 0), false));
        return ListGridModel.row(cells);
    }

    static GridCell value(String text, boolean string) {
        return GridCell.value(text, string ? '"' + text + '"' : text);
    }

    static GridRow marked(GridRow row, GridRow.Mark mark, @Nullable String problem, int changedColumn) {
        return new GridRow() {
            @Override
            public GridCell cell(int column) {
                GridCell cell = row.cell(column);
                return column == changedColumn ? cell.asChanged() : cell;
            }

            @Override
            public Mark mark() {
                return mark;
            }

            @Override
            public @Nullable String problem() {
                return problem;
            }
        };
    }

    /** As many rows as one likes, each made when it is asked for. */
    static final class Endless implements GridModel {
        private final long count;
        private final boolean exact;
        private final LongFunction<@Nullable GridRow> rows;
        long asked;

        Endless(long count, boolean exact, LongFunction<@Nullable GridRow> rows) {
            this.count = count;
            this.exact = exact;
            this.rows = rows;
        }

        @Override
        public List<GridColumn> columns() {
            return COLUMNS;
        }

        @Override
        public long rowCount() {
            return count;
        }

        @Override
        public boolean isRowCountExact() {
            return exact;
        }

        @Override
        public boolean isPlaceExact(long index) {
            return exact;
        }

        @Override
        public @Nullable GridRow rowAt(long index) {
            asked++;
            return rows.apply(index);
        }

        @Override
        public void addListener(GridListener listener) {}

        @Override
        public void removeListener(GridListener listener) {}
    }
}
