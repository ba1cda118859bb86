package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result that is read page by page. Belongs to the holder of its session. */
final class OpenCursor implements AutoCloseable {

    static final int PAGE_ROWS = 1000;

    /** Values up to this are kept whole, as long as a page has room for them. */
    private static final int LONGEST_KEPT = 1 << 20;

    private static final int OVERHEAD = 16;
    private static final long MOST_KEPT_A_PAGE = 16L << 20;

    private final Statement statement;
    private final ResultSet rows;
    private final ResultReader reader;
    private boolean onRow;
    private long kept;

    OpenCursor(Statement statement, ResultSet rows, ResultReader reader) throws SQLException {
        this.statement = statement;
        this.rows = rows;
        this.reader = reader;
        this.onRow = reader.next();
    }

    ResultReader reader() {
        return reader;
    }

    ResultSet rows() {
        return rows;
    }

    boolean hasMore() {
        return onRow;
    }

    /** At most a page, and no more than its memory allows. */
    List<List<Cell>> read(Execution execution) throws SQLException {
        List<List<Cell>> page = new ArrayList<>();
        kept = 0;
        while (onRow && page.size() < PAGE_ROWS && kept < MOST_KEPT_A_PAGE) {
            execution.check();
            page.add(row());
            onRow = reader.next();
        }
        return page;
    }

    /** Lets the statement run to its end without keeping what it gives. */
    void skipRest(Execution execution) throws SQLException {
        while (onRow) {
            execution.check();
            onRow = rows.next();
        }
    }

    private List<Cell> row() throws SQLException {
        int width = reader.fields().size();
        List<Cell> cells = new ArrayList<>(width);
        for (int column = 1; column <= width; column++) {
            cells.add(cell(column, reader.read(column)));
        }
        return cells;
    }

    private Cell cell(int column, @Nullable Object value) {
        if (value instanceof String text && text.length() > LONGEST_KEPT) {
            kept += Heads.LENGTH;
            return new Cell.Cut(Heads.of(text), Heads.bytes(text));
        }
        if (value instanceof byte[] bytes && bytes.length > LONGEST_KEPT / 2) {
            kept += Heads.LENGTH;
            return new Cell.Cut(Heads.of(bytes), bytes.length);
        }
        RawJson json = reader.toJson(column, value);
        int length = json.text().length();
        String text = value instanceof String written ? written : json.text();
        kept += OVERHEAD + Math.min(length, Heads.LENGTH);
        if (length <= Heads.LENGTH + 2 || text.length() <= Heads.LENGTH) {
            return new Cell.Whole(json);
        }
        String beginning = value instanceof byte[] bytes ? Heads.of(bytes) : Heads.of(text);
        long size = value instanceof byte[] bytes ? bytes.length : Heads.bytes(text);
        if (length > LONGEST_KEPT || kept + length > MOST_KEPT_A_PAGE) {
            return new Cell.Cut(beginning, size);
        }
        kept += length;
        return new Cell.Kept(beginning, json, size);
    }

    @Override
    public void close() throws SQLException {
        try (statement) {
            rows.close();
        }
    }
}
