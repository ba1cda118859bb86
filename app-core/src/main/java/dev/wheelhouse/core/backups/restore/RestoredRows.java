package dev.wheelhouse.core.backups.restore;

/**
 * What was read of a restored cluster.
 *
 * @param tables of all databases
 */
public record RestoredRows(long tables, long rows) {}
