package dev.wheelhouse.core.databases.tables;

/**
 * How many rows there are.
 *
 * @param rows at least 0
 * @param exact whether they were counted; else the engine's guess
 */
public record RowCount(long rows, boolean exact) {}
