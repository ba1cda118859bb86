/**
 * Keyed row edits. Each touches exactly one row or the whole batch is refused; old values in the key are guards against
 * changes made meanwhile. One event records the intent before and one the outcome after.
 */
package dev.wheelhouse.core.databases.edits;
