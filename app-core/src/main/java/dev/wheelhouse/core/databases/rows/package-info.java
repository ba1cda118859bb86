/**
 * From what a caller asks of a table's rows to one SQL statement: filters and sort are read into trees, checked against
 * the table's description and written as SQL of the engine with every value bound. Nothing is executed here, so
 * everything is pure and may be used from any thread.
 */
@NullMarked
package dev.wheelhouse.core.databases.rows;

import org.jspecify.annotations.NullMarked;
