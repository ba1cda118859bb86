package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.rows.RowQuery;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows as they come from the database, as cells; the values of the borders are kept for cursors. */
final class FetchedCells {

    /**
     * One row.
     *
     * @param marks its values for a cursor; empty where none can be made
     */
    record Row(List<Cell> cells, List<@Nullable Object> marks) {}

    private final ResultReader reader;
    private final ResultSet rows;
    private final RowQuery query;
    private final int limit;
    private final Map<Integer, Integer> beginnings = new HashMap<>();
    private final List<Row> fetched = new ArrayList<>();
    private long bytes;

    FetchedCells(ResultReader reader, ResultSet rows, RowQuery query, int limit) {
        this.reader = reader;
        this.rows = rows;
        this.query = query;
        this.limit = limit;
        for (int i = 0; i < query.cuttable().size(); i++) {
            beginnings.put(query.cuttable().get(i), query.columns().size() + 1 + 2 * i);
        }
    }

    List<Row> rows() {
        return fetched;
    }

    /** Roughly what the cells take. */
    long bytes() {
        return bytes;
    }

    /** Takes the current row; the one past the limit only shows that it exists. */
    void add() throws SQLException {
        if (fetched.size() == limit) {
            fetched.add(new Row(List.of(), List.of()));
            return;
        }
        List<Cell> cells = new ArrayList<>();
        for (int position = 0; position < query.columns().size(); position++) {
            cells.add(cell(position));
        }
        boolean border = fetched.isEmpty() || fetched.size() == limit - 1;
        boolean markable = border && query.isMarkable(position -> cells.get(position) instanceof Cell.Whole);
        fetched.add(new Row(cells, markable ? marks(cells) : List.of()));
    }

    /** The column that takes most of the last row. */
    String widestColumn() {
        List<Cell> last = fetched.getLast().cells();
        int widest = 0;
        for (int position = 1; position < last.size(); position++) {
            if (length(last.get(position)) > length(last.get(widest))) {
                widest = position;
            }
        }
        return query.columns().get(widest).name();
    }

    private static int length(Cell cell) {
        return switch (cell) {
            case Cell.Whole(RawJson json) -> json.text().length();
            case Cell.Kept kept -> kept.json().text().length();
            case Cell.Cut cut -> cut.beginning().length();
        };
    }

    private List<@Nullable Object> marks(List<Cell> cells) throws SQLException {
        List<@Nullable Object> marks = new ArrayList<>();
        for (int position = 0; position < cells.size(); position++) {
            marks.add(reader.read(position + 1));
        }
        return marks;
    }

    private Cell cell(int position) throws SQLException {
        Integer beginning = beginnings.get(position);
        if (beginning != null) {
            long size = rows.getLong(beginning + 1);
            if (!rows.wasNull()) {
                String text = beginning(beginning);
                bytes += text.length();
                return new Cell.Cut(text, size);
            }
        }
        RawJson json = reader.readJson(position + 1);
        bytes += json.text().length();
        return new Cell.Whole(json);
    }

    private String beginning(int column) throws SQLException {
        if (reader.engine() == Engine.POSTGRESQL) {
            return Objects.requireNonNullElse(rows.getString(column), "");
        }
        return switch (rows.getObject(column)) {
            case byte[] blob -> "\\x" + HexFormat.of().formatHex(blob);
            case null -> "";
            case Object text -> text.toString();
        };
    }
}
