package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A page's statement, and how to read what it returns. Immutable. */
public final class RowQuery {

    private final SqlFragment statement;
    private final List<ColumnDescription> columns;
    private final RowRequest request;
    private final @Nullable RowCursor cursor;
    private final List<Integer> cuttable;

    /** @param cuttable the columns, by their position from 0, of which a beginning and a size are selected too */
    RowQuery(
            SqlFragment statement,
            List<ColumnDescription> columns,
            RowRequest request,
            @Nullable RowCursor cursor,
            List<Integer> cuttable) {
        this.statement = statement;
        this.columns = List.copyOf(columns);
        this.request = request;
        this.cursor = cursor;
        this.cuttable = List.copyOf(cuttable);
    }

    /**
     * The columns whose long values are left out of a row, by their position from 0. Behind all columns the statement
     * selects two values for each of them, in this order: the beginning of a value that was left out, else null, and the
     * bytes of the whole, else null.
     */
    public List<Integer> cuttable() {
        return cuttable;
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
        return request.position() instanceof RowPosition.Before || request.position() instanceof RowPosition.End;
    }

    /**
     * The page that the fetched rows make: turned round if need be, cut to the limit, with cursors.
     *
     * @param fetched all rows of the statement, in the order they came
     * @param cells a row's values in the order of {@link #columns()}, whole: on PostgreSQL as the server's text, on
     *     SQLite as Long, Double, String or byte[] by storage class; null for SQL's NULL; no cells at all for a row that
     *     cannot be marked, since a value of its key was left out
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
            case RowPosition.FromKey fromKey -> {
                follows = cut;
                precedes = true;
            }
            case RowPosition.Before before -> {
                follows = true;
                precedes = cut;
            }
            case RowPosition.End end -> {
                follows = false;
                precedes = cut;
            }
            case RowPosition.Near near -> throw unresolved();
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
        return cursor == null || cells.isEmpty() ? Optional.empty() : cursor.mark(cells);
    }

    /**
     * Whether a row can be marked.
     *
     * @param isWhole whether the value of a column, by its position from 0, was not left out
     */
    public boolean isMarkable(IntPredicate isWhole) {
        return cursor != null && cursor.isMadeOf(isWhole);
    }

    static IllegalArgumentException unresolved() {
        return new IllegalArgumentException("A rough position must be turned into another one first.");
    }
}
