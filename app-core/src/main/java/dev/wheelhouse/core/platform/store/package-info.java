/**
 * The console's own state: one schema (Flyway scripts under {@code db/migration}) on SQLite or PostgreSQL. A change and
 * its event share a {@link dev.wheelhouse.core.platform.store.Transaction}. Times are stored as epoch
 * milliseconds, lists and objects as JSON text, so that both databases hold the same.
 */
package dev.wheelhouse.core.platform.store;
