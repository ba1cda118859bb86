/**
 * Rows that are edited where they are shown, of a table and of a result alike: edits that are staged until they are
 * applied all at once, what to do when somebody else changed a row meanwhile, whole values, and copying.
 */
package dev.wheelhouse.ui.databases.rows;
