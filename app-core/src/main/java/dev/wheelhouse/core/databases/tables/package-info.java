/** The tables of a connection, asked of its catalogue and remembered for a moment. */
package dev.wheelhouse.core.databases.tables;
