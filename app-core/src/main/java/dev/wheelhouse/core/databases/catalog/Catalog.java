package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.databases.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the catalogue of one engine. Holds no state; may be used from any thread, each with a connection of its own.
 * Every method throws what the driver throws; the caller knows whose connection it is and translates.
 */
public interface Catalog {

    /** No listing is longer than this. */
    int MAX_TABLES = 20_000;

    /** The line of a definition before which its table's rows are loaded, so that they come out as they were. */
    String ROWS_HERE = "-- Load rows here: what follows may change or refuse them.\n";

    static Catalog of(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> new PostgresCatalog();
            case SQLITE -> new SqliteCatalog();
        };
    }

    /**
     * Tables and views outside the engine's own schemas, sorted by schema, then name, both in code point order; at most
     * {@link #MAX_TABLES}.
     */
    List<TableSummary> tables(Connection connection) throws SQLException;

    /**
     * One table or view of exactly these names.
     *
     * @param schema on SQLite {@code main}, {@code temp} or the name of an attached database
     * @return empty when there is none
     */
    Optional<TableDescription> describe(Connection connection, String schema, String table) throws SQLException;

    /**
     * The statements that make a table or view of exactly these names again, each ended by a semicolon and a line;
     * without its rows. {@link #ROWS_HERE} stands before what acts on rows, if there is such.
     *
     * @param connection within a transaction, which is to be ended after this
     * @return empty when there is none
     */
    Optional<String> definition(Connection connection, String schema, String table) throws SQLException;

    /**
     * The labels of an enumerated column in their declared order; empty for any other column, and on SQLite, which has
     * no enumerations.
     */
    List<String> enumLabels(Connection connection, String schema, String table, String column) throws SQLException;
}
