package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Changes rows by their keys: all edits of a call or none. Thread-safe. */
public final class EditService {

    public static final int MOST_EDITS = 500;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ConnectionService connections;
    private final Sessions sessions;
    private final TableService tables;
    private final HistoryService history;
    private final EventLog events;

    public EditService(
            ConnectionService connections,
            Sessions sessions,
            TableService tables,
            HistoryService history,
            EventLog events) {
        this.connections = connections;
        this.sessions = sessions;
        this.tables = tables;
        this.history = history;
        this.events = events;
    }

    /**
     * Applies edits in order, in one transaction.
     *
     * @param edits 1 to 500
     * @return one result an edit
     * @throws AppException {@code validation_failed}, {@code read_only_connection}, {@code insufficient_scope} for tables of
     *     the system, {@code row_conflict},
     *     {@code ambiguous_row}, {@code constraint_violation}; then nothing was changed
     */
    public List<EditResult> apply(Caller caller, String connectionId, List<Edit> edits) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_WRITE);
        checkNumber(edits);
        if (!caller.may(Scope.DATABASES_ADMIN) && edits.stream().anyMatch(EditService::isOfSystem)) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "Tables of the system catalog are changed with the scope " + Scope.DATABASES_ADMIN.wireName()
                            + " alone. Nothing was changed. Use a key that has it.");
        }
        if (connection.readOnly()) {
            throw new AppException(
                    DatabaseError.READ_ONLY_CONNECTION,
                    connection.name() + " is a read-only connection. Nothing was changed.");
        }
        String summary = summary(edits);
        return history.recording(
                caller,
                connection,
                "edit",
                summary,
                List::size,
                () -> recordingIntent(caller, connection, summary, edits));
    }

    /**
     * The statements that {@link #apply} would run, with constants for the values it binds; nothing is run. What an insert
     * leaves to the database is not in them.
     *
     * @param edits 1 to 500
     * @return one statement an edit, without a semicolon
     * @throws AppException {@code validation_failed}
     */
    public List<String> preview(Caller caller, String connectionId, List<Edit> edits) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        checkNumber(edits);
        return sessions.read(caller, connection, LIMIT, session -> {
            List<TableDescription> described = describe(session, connection, edits);
            EditPlanner planner = new EditPlanner(session.engine());
            ValueBinder binder = ValueBinder.of(session.engine());
            List<String> statements = new ArrayList<>();
            for (int i = 0; i < edits.size(); i++) {
                statements.add(planner.plan(i, edits.get(i), described.get(i)).toSql(binder));
            }
            return statements;
        });
    }

    /** PostgreSQL's catalogue lies in schemas of its own, SQLite's in tables whose names nobody else may use. */
    private static boolean isOfSystem(Edit edit) {
        return edit.schema().startsWith("pg_")
                || edit.schema().equals("information_schema")
                || edit.table().startsWith("sqlite_");
    }

    private static void checkNumber(List<Edit> edits) {
        if (edits.isEmpty() || edits.size() > MOST_EDITS) {
            throw AppException.invalid("edits", "Send 1 to " + MOST_EDITS + " edits.");
        }
    }

    private List<EditResult> recordingIntent(
            Caller caller, DatabaseConnection connection, String summary, List<Edit> edits) {
        NewEvent intent = new NewEvent(
                EventKind.DATABASE_EDITED, connection.id(), Map.of("edits", edits.size(), "summary", summary));
        return events.recording(caller, intent, () -> {
            return sessions.call(caller, connection, Access.WRITING, LIMIT, session -> {
                session.limitValues(Session.ANY_VALUES);
                return new EditRunner(session, connection).run(edits, describe(session, connection, edits));
            });
        });
    }

    private List<TableDescription> describe(Session session, DatabaseConnection connection, List<Edit> edits)
            throws SQLException {
        List<TableDescription> described = new ArrayList<>();
        for (int i = 0; i < edits.size(); i++) {
            Edit edit = edits.get(i);
            int index = i;
            described.add(tables.find(session, connection, edit.schema(), edit.table())
                    .orElseThrow(() -> AppException.invalid(
                            "edits[" + index + "].table",
                            "There is no table " + edit.schema() + "." + edit.table() + " in " + connection.name()
                                    + ".")));
        }
        return described;
    }

    private static String summary(List<Edit> edits) {
        Map<String, Long> counts = edits.stream()
                .collect(Collectors.groupingBy(
                        edit -> edit.operation().name() + " " + edit.schema() + "." + edit.table(),
                        TreeMap::new,
                        Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getValue() + " × " + each.getKey())
                .collect(Collectors.joining(", "));
    }
}
