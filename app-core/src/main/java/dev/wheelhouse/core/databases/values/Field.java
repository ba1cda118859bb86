package dev.wheelhouse.core.databases.values;

/**
 * One column of a result.
 *
 * @param name the key of this column in every row, unique within the result
 * @param dataType the type as the database names it, such as {@code numeric(10,2)}
 */
public record Field(String name, String dataType) {}
