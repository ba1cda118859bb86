package dev.wheelhouse.core.databases.copies;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.OwnSession;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What backups of single databases take of connections. Every method that asks the database throws {@link AppException} as
 * every call there does. Thread-safe.
 */
public final class DatabaseCopies {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String WHOLE = "ok";

    private final Sessions sessions;

    public DatabaseCopies(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The log-in of a connection of PostgreSQL, for a program.
     *
     * @param throughServer whether the connection's own way is taken, through a server if it goes through one; false where
     *     the program runs on a machine that reaches the address itself
     * @return the caller closes it
     * @throws AppException when the server in between does not let it through; {@code validation_failed} on {@code
     *     databaseId} for a password that no password file can hold
     */
    public ProgramLogin login(DatabaseConnection connection, boolean throughServer) {
        String password = sessions.password(connection);
        if (password != null && (password.indexOf('\n') >= 0 || password.indexOf('\r') >= 0)) {
            throw AppException.invalid(
                    "databaseId", "The connection's password has a line break, which pg_dump cannot be given.");
        }
        return new ProgramLogin(
                (Target.Postgres) connection.target(),
                password,
                throughServer ? sessions.openTunnel(connection) : null);
    }

    /**
     * Of the database that a connection of PostgreSQL leads to, asked in a connection of its own: one of the pool that the
     * server cut would hide why.
     */
    public DatabaseFacts facts(Caller caller, DatabaseConnection connection) {
        return inOwn(caller, connection, LIMIT, _ -> {}, DatabaseCopies::facts);
    }

    private static DatabaseFacts facts(Session session) throws SQLException {
        int version = session.jdbc().getMetaData().getDatabaseMajorVersion();
        String sql = "SELECT pg_catalog.current_setting('server_version'), pg_catalog.pg_database_size(oid),"
                + " pg_catalog.pg_encoding_to_char(encoding), datcollate, datctype, "
                + (version >= 15 ? "datlocprovider" : "NULL") + ", "
                + (version >= 17 ? "datlocale" : version >= 15 ? "daticulocale" : "NULL")
                + " FROM pg_catalog.pg_database"
                + " WHERE datname OPERATOR(pg_catalog.=) pg_catalog.current_database()";
        try (Statement statement = session.statement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new DatabaseFacts(
                    row.getString(1),
                    version,
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7));
        }
    }

    /** The bytes of a SQLite file that a copy of it takes at most, while nobody writes to it. */
    public long bytes(Caller caller, DatabaseConnection connection) {
        return sessions.read(caller, connection, LIMIT, session -> {
            try (Statement statement = session.statement();
                    ResultSet row = statement.executeQuery(
                            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    /**
     * Copies a SQLite file as it is at one moment (SQLite documentation, "VACUUM INTO"), in a connection of its own that
     * can only read it. Others may write meanwhile where the file's journal is a WAL.
     *
     * @param empty a file of the console's own, which keeps its permissions
     * @param onCancel gets what ends it early, with {@code cancelled}
     */
    public void copy(Caller caller, DatabaseConnection connection, Path empty, Consumer<Runnable> onCancel) {
        inOwn(caller, connection, null, onCancel, session -> {
            // It goes page by page, so that no value is worked however long it is.
            session.limitValues(Session.ANY_VALUES);
            try (PreparedStatement vacuum = session.prepare("VACUUM INTO ?")) {
                vacuum.setString(1, empty.toString());
                vacuum.execute();
            }
            return true;
        });
    }

    /**
     * What is wrong with a SQLite file ({@code PRAGMA integrity_check}).
     *
     * @param connection that the file is a copy of
     * @param onCancel as of {@link #copy}
     * @return empty for nothing
     */
    public Optional<String> damage(
            Caller caller, DatabaseConnection connection, Path file, Consumer<Runnable> onCancel) {
        DatabaseConnection copy = connection.to(new Target.Sqlite(file.toString()));
        return inOwn(caller, copy, null, onCancel, session -> {
            List<String> said = new ArrayList<>();
            try (Statement statement = session.statement();
                    ResultSet rows = statement.executeQuery("PRAGMA integrity_check(3)")) {
                while (rows.next()) {
                    said.add(rows.getString(1));
                }
            }
            return said.equals(List.of(WHOLE)) ? Optional.empty() : Optional.of(String.join(" ", said));
        });
    }

    private <T> T inOwn(
            Caller caller,
            DatabaseConnection connection,
            @Nullable Duration limit,
            Consumer<Runnable> onCancel,
            Session.Work<T> work) {
        try (Execution execution = sessions.executions().begin(caller, connection.id(), null, limit)) {
            onCancel.accept(execution::cancel);
            try (OwnSession session = sessions.openOwn(connection, Access.READING, execution)) {
                return session.use(execution, work);
            }
        }
    }
}
