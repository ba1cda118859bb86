/**
 * Backups of databases: base backups and WAL of PostgreSQL clusters, kept in a store of objects, and restores to any second
 * that they hold. {@code databases} reaches the clusters, {@code servers} the machines that restored ones run on.
 */
package dev.wheelhouse.core.backups;
