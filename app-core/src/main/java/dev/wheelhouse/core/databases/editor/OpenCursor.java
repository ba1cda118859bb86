package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.values.ResultReader;
import dev.wheelhouse.core.platform.json.RawJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result that is read page by page. Belongs to whoever holds its session. */
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
    List<List<ResultCell>> read(Execution execution) throws SQLException {
        List<List<ResultCell>> page = new ArrayList<>();
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

    private List<ResultCell> row() throws SQLException {
        int width = reader.fields().size();
        List<ResultCell> cells = new ArrayList<>(width);
        for (int column = 1; column <= width; column++) {
            cells.add(cell(column, reader.read(column)));
        }
        return cells;
    }

    private ResultCell cell(int column, @Nullable Object value) {
        if (value instanceof String text && text.length() > LONGEST_KEPT) {
            return tooLong(text.substring(0, ResultCell.HEAD), text.length());
        }
        if (value instanceof byte[] bytes && bytes.length > LONGEST_KEPT / 2) {
            byte[] head = Arrays.copyOf(bytes, ResultCell.HEAD / 2);
            RawJson shown = reader.toJson(column, head);
            kept += ResultCell.HEAD;
            return new ResultCell(shown, 2L + 2L * bytes.length, null);
        }
        RawJson json = reader.toJson(column, value);
        int length = json.text().length();
        String text = value instanceof String written ? written : json.text();
        kept += OVERHEAD + Math.min(length, ResultCell.HEAD);
        if (length <= ResultCell.HEAD + 2 || text.length() <= ResultCell.HEAD) {
            return ResultCell.whole(json);
        }
        boolean room = length <= LONGEST_KEPT && kept + length <= MOST_KEPT_A_PAGE;
        kept += room ? length : 0;
        return new ResultCell(Heads.of(text), text.length(), room ? json : null);
    }

    private ResultCell tooLong(String head, long length) {
        kept += ResultCell.HEAD;
        return new ResultCell(Heads.of(head), length, null);
    }

    @Override
    public void close() throws SQLException {
        try (statement) {
            rows.close();
        }
    }
}
