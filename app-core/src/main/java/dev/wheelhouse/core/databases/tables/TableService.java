package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.Catalog;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What tables there are and what they are made of. Thread-safe. */
public final class TableService {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration REMEMBERED = Duration.ofSeconds(2);
    private static final int MOST_REMEMBERED = 5000;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Clock clock;
    private final Map<Key, Remembered> remembered = new ConcurrentHashMap<>();

    public TableService(ConnectionService connections, Sessions sessions, Clock clock) {
        this.connections = connections;
        this.sessions = sessions;
        this.clock = clock;
    }

    private record Key(String connectionId, long revision, String schema, String table) {}

    private record Remembered(TableDescription table, Instant at) {}

    /** Tables and views, by schema and name. */
    public List<TableSummary> list(Caller caller, String connectionId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return sessions.read(
                caller,
                connection,
                LIMIT,
                session -> Catalog.of(session.engine()).tables(session.jdbc()));
    }

    /** @throws AppException {@code not_found} for a table that is not there by exactly these names */
    public TableDescription describe(Caller caller, String connectionId, String schema, String table) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        TableDescription found = sessions.read(
                        caller,
                        connection,
                        LIMIT,
                        session -> Catalog.of(session.engine()).describe(session.jdbc(), schema, table))
                .orElseThrow(() -> noSuchTable(schema, table));
        remember(connection, found);
        return found;
    }

    /**
     * The statements that make a table or view again, without its rows: with those, and what an export has, one that was
     * dropped comes back.
     *
     * @throws AppException {@code not_found} for a table that is not there by exactly these names
     */
    public String definition(Caller caller, String connectionId, String schema, String table) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return sessions.read(caller, connection, LIMIT, session -> {
                    session.begin(true);
                    return Catalog.of(session.engine()).definition(session.jdbc(), schema, table);
                })
                .orElseThrow(() -> noSuchTable(schema, table));
    }

    /** The labels of an enumerated column in their declared order; empty for any other column. */
    public List<String> enumLabels(Caller caller, String connectionId, String schema, String table, String column) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return sessions.read(
                caller,
                connection,
                LIMIT,
                session -> Catalog.of(session.engine()).enumLabels(session.jdbc(), schema, table, column));
    }

    /** The labels of every enumerated column of a table, by the columns' names. */
    public Map<String, List<String>> enumLabels(Caller caller, String connectionId, TableDescription table) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        for (ColumnDescription column : table.columns()) {
            if (column.uiType() == UiType.ENUM) {
                labels.put(
                        column.name(), enumLabels(caller, connectionId, table.schema(), table.name(), column.name()));
            }
        }
        return labels;
    }

    /**
     * A table's description within a session, as it was at most two seconds ago: row reading asks for the same one
     * thousands of times a second.
     */
    public Optional<TableDescription> find(Session session, DatabaseConnection connection, String schema, String table)
            throws SQLException {
        Remembered known = remembered.get(new Key(connection.id(), connection.revision(), schema, table));
        if (known != null && Duration.between(known.at(), clock.instant()).abs().compareTo(REMEMBERED) < 0) {
            return Optional.of(known.table());
        }
        Optional<TableDescription> found = Catalog.of(session.engine()).describe(session.jdbc(), schema, table);
        found.ifPresent(each -> remember(connection, each));
        return found;
    }

    /** Drops what is remembered of a connection's tables; after a failure that an outdated description would explain. */
    public void forget(DatabaseConnection connection) {
        remembered.keySet().removeIf(key -> key.connectionId().equals(connection.id()));
    }

    private void remember(DatabaseConnection connection, TableDescription table) {
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.clear();
        }
        remembered.put(
                new Key(connection.id(), connection.revision(), table.schema(), table.name()),
                new Remembered(table, clock.instant()));
    }

    /** The error for a table that is not there. */
    public static AppException noSuchTable(String schema, String table) {
        return new AppException(
                PlatformError.NOT_FOUND,
                "There is no table or view " + schema + "." + table
                        + ". Names are matched exactly, upper and lower case included.");
    }
}
