package dev.wheelhouse.core.databases.rows;

/**
 * One column to sort by.
 *
 * @param nulls where nulls go; {@code DEFAULT} is the engine's own place: on PostgreSQL as if they were the largest
 *     values, on SQLite as if they were the smallest
 */
public record SortKey(String column, boolean descending, Nulls nulls) {

    public SortKey(String column, boolean descending) {
        this(column, descending, Nulls.DEFAULT);
    }

    /** Where nulls stand in an order. */
    public enum Nulls {
        DEFAULT,
        FIRST,
        LAST
    }
}
