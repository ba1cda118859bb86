package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.error.Presented;

/** One line of the tree. */
public sealed interface TreeRow {

    /** The same line keeps its key when the tree is built anew. */
    String key();

    /** Steps of indentation, 0 for connections. */
    int depth();

    String connectionId();

    /** @param open whether its tables show */
    record Connection(DatabaseConnection connection, boolean open) implements TreeRow {

        @Override
        public String key() {
            return connection.id();
        }

        @Override
        public int depth() {
            return 0;
        }

        @Override
        public String connectionId() {
            return connection.id();
        }
    }

    /** @param tables how many it has */
    record Schema(String connectionId, String name, int tables, boolean open) implements TreeRow {

        @Override
        public String key() {
            return connectionId + "\n" + name;
        }

        @Override
        public int depth() {
            return 1;
        }
    }

    /** A table or view. */
    record Table(String connectionId, TableSummary summary, int depth) implements TreeRow {

        @Override
        public String key() {
            return connectionId + "\n" + summary.schema() + "\n" + summary.name();
        }
    }

    /** The tables are on their way. */
    record Loading(String connectionId) implements TreeRow {

        @Override
        public String key() {
            return connectionId + "\n\nloading";
        }

        @Override
        public int depth() {
            return 1;
        }
    }

    /** The tables could not be read. */
    record Failed(String connectionId, Presented error) implements TreeRow {

        @Override
        public String key() {
            return connectionId + "\n\nfailed";
        }

        @Override
        public int depth() {
            return 1;
        }
    }

    /** The database has no table yet. */
    record Empty(String connectionId) implements TreeRow {

        @Override
        public String key() {
            return connectionId + "\n\nempty";
        }

        @Override
        public int depth() {
            return 1;
        }
    }
}
