package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.error.Presented;

/**
 * A connection and what is known of its tables.
 *
 * @param open whether a person opened it
 */
record Branch(DatabaseConnection connection, boolean open, Tables tables) {

    /** How far the reading of the tables is. */
    sealed interface Tables {

        record Unread() implements Tables {}

        record Reading() implements Tables {}

        record Unreadable(Presented error) implements Tables {}

        record Read(LoadedTables loaded) implements Tables {}
    }
}
