/**
 * A tab with the rows of one table: a window of a few pages that follows the scroll bar, edits that are staged until they
 * are applied all at once, and what to do when somebody else changed a row meanwhile.
 */
package dev.wheelhouse.ui.databases.table;
