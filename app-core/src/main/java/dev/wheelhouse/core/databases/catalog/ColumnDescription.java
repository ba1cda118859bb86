package dev.wheelhouse.core.databases.catalog;

import org.jspecify.annotations.Nullable;

/**
 * One column of a table or view.
 *
 * @param dataType the type as the database writes it, such as {@code character varying(20)}; on SQLite as it was
 *     declared, and empty when it was not
 * @param defaultValue the default's expression text; null without one and for generated columns
 * @param isPrimaryKey whether the declared primary key holds the column
 * @param writable false for generated and identity-always columns, which no statement may set
 * @param comparable false for types that have no equality and order of their own, such as json, xml, point and composite
 *     types: compare their text instead
 */
public record ColumnDescription(
        String name,
        String dataType,
        UiType uiType,
        boolean nullable,
        @Nullable String defaultValue,
        boolean isPrimaryKey,
        boolean writable,
        boolean comparable) {

    /** A column of a type that can be compared. */
    public ColumnDescription(
            String name,
            String dataType,
            UiType uiType,
            boolean nullable,
            @Nullable String defaultValue,
            boolean isPrimaryKey,
            boolean writable) {
        this(name, dataType, uiType, nullable, defaultValue, isPrimaryKey, writable, true);
    }
}
