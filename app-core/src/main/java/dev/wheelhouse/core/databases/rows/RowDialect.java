package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;

/** Where the engines differ in reading rows. */
sealed interface RowDialect permits PostgresRowDialect, SqliteRowDialect {

    /** What the table is called within a statement; a qualified name can be nothing but a column. */
    String ALIAS = "t";

    static RowDialect of(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> new PostgresRowDialect();
            case SQLITE -> new SqliteRowDialect();
        };
    }

    static String name(ColumnDescription column) {
        return ALIAS + "." + Identifiers.quote(column.name());
    }

    /** The column as something that has equality and an order. */
    String ordered(ColumnDescription column);

    /** Writes one comparison; a value that cannot be of the column's type is refused where the engine would not. */
    void compare(SqlText sql, ColumnDescription column, Condition.Comparison comparison);

    /** Whether values of the column may be too long to be shown whole. */
    boolean mayBeLong(ColumnDescription column, int characters);

    /** A condition that holds for a value of more characters, or of more bytes where it is not text. */
    String isLong(ColumnDescription column, int characters);

    /** The first characters of a value's text, or its first bytes where it is not text. */
    String beginning(ColumnDescription column, int characters);

    /** How many bytes the value's text takes in UTF-8, or the value where it is not text. */
    String size(ColumnDescription column);

    /** Where nulls go when the statement does not say. */
    boolean nullsFirst(boolean descending);

    /** A cell of a row as text to be kept in a cursor. */
    String toCursor(Object cell);

    /**
     * The parameter that equals the cell of which {@link #toCursor} made this text.
     *
     * @throws IllegalArgumentException when it made no such text
     */
    Object fromCursor(String text);
}
