package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page's statement, and how to read what it returns. Immutable. */
public final class RowQuery {

    private final SqlFragment statement;
    private final List<ColumnDescription> columns;
    private final RowRequest request;
    private final @Nullable RowCursor cursor;

    RowQuery(SqlFragment statement, List<ColumnDescription> columns, RowRequest request, @Nullable RowCursor cursor) {
        this.statement = statement;
        this.columns = List.copyOf(columns);
        this.request = request;
        this.cursor = cursor;
    }

    /** Returns one row more than the limit where more follow, and the rows backwards when {@link #isReversed()}. */
    public SqlFragment statement() {
        return statement;
    }

    /** What the statement selects, in order: the hidden rowid first when it is the key, then the table's columns. */
    public List<ColumnDescription> columns() {
        return columns;
    }

    /** Whether the statement reads backwards from a cursor, so that its first row is the page's last. */
    public boolean isReversed() {
        return request.position() instanceof RowPosition.Before;
    }

    /**
     * The page that the fetched rows make: turned round if need be, cut to the limit, with cursors.
     *
     * @param fetched all rows of the statement, in the order they came
     * @param cells a row's values in the order of {@link #columns()}, whole: on PostgreSQL as the server's text, on
     *     SQLite as Long, Double, String or byte[] by storage class; null for SQL's NULL
     */
    public <R> RowWindow<R> arrange(
            List<R> fetched, Function<? super R, ? extends List<? extends @Nullable Object>> cells) {
        boolean cut = fetched.size() > request.limit();
        List<R> kept = cut ? fetched.subList(0, request.limit()) : fetched;
        List<R> rows = isReversed() ? kept.reversed() : kept;
        boolean follows;
        boolean precedes;
        switch (request.position()) {
            case RowPosition.Offset(long skipped) -> {
                follows = cut;
                precedes = skipped > 0;
            }
            case RowPosition.After after -> {
                follows = cut;
                precedes = true;
            }
            case RowPosition.Before before -> {
                follows = true;
                precedes = cut;
            }
        }
        if (rows.isEmpty()) {
            return new RowWindow<>(rows, false, null, null);
        }
        return new RowWindow<>(
                rows,
                follows,
                follows ? mark(cells.apply(rows.getLast())).orElse(null) : null,
                precedes ? mark(cells.apply(rows.getFirst())).orElse(null) : null);
    }

    private Optional<String> mark(List<? extends @Nullable Object> cells) {
        return cursor == null ? Optional.empty() : cursor.mark(cells);
    }
}
