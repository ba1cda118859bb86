package dev.wheelhouse.core.databases.catalog;

import org.jspecify.annotations.Nullable;

/**
 * One column of a table or view.
 *
 * @param dataType the type as the database writes it, such as {@code character varying(20)}
 * @param defaultValue the default's expression text; null without one
 * @param writable false for generated and identity-always columns, which no statement may set
 */
public record ColumnDescription(
        String name,
        String dataType,
        UiType uiType,
        boolean nullable,
        @Nullable String defaultValue,
        boolean isPrimaryKey,
        boolean writable) {}
