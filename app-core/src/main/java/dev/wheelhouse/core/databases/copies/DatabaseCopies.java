package dev.wheelhouse.core.databases.copies;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.databases.sessions.OwnSession;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.nio.file.Files;
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
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;

/**
 * What backups of single databases take of connections. Every method that asks the database throws {@link AppException} as
 * every call there does. Thread-safe.
 */
public final class DatabaseCopies {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String WHOLE = "ok";

    /** The low byte of a result code names its family (SQLite, "Result and Error Codes", section 2). */
    private static final int PRIMARY_CODE = 0xff;

    private static final int ALL_PAGES = -1;

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
     * can only read it. Others may write meanwhile where the file's journal is a WAL. A file whose schema needs what only
     * its application has, such as a collation, is copied page by page ("Online Backup API"); nothing ends that early.
     *
     * @param empty a file of the console's own, which keeps its permissions
     * @param onCancel gets what ends it early, with {@code cancelled}
     * @return what is wrong with the copy, as of {@link #damage}
     */
    public Optional<String> copy(
            Caller caller, DatabaseConnection connection, Path empty, Consumer<Runnable> onCancel) {
        return inOwn(caller, connection, null, onCancel, session -> {
            // It goes page by page, so that no value is worked however long it is.
            session.limitValues(Session.ANY_VALUES);
            try (PreparedStatement vacuum = session.prepare("VACUUM INTO ?")) {
                vacuum.setString(1, empty.toString());
                vacuum.execute();
            } catch (SQLException e) {
                if (!isOfSchema(e)) {
                    throw e;
                }
                copyPages(session, empty);
            }
            try (PreparedStatement attach = session.prepare("ATTACH ? AS copied")) {
                attach.setString(1, empty.toUri() + "?immutable=1");
                attach.execute();
            }
            return damage(session, "copied");
        });
    }

    /** Whether SQLite could not prepare a statement: the schema names what only the application has. */
    private static boolean isOfSchema(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && (sqlite.getResultCode().code & PRIMARY_CODE) == SQLiteErrorCode.SQLITE_ERROR.code;
    }

    private static void copyPages(Session session, Path empty) throws SQLException {
        try (Statement statement = session.statement()) {
            // In a transaction of this connection, so that nobody's change makes it begin anew.
            statement.execute("BEGIN");
            statement.executeQuery("SELECT count(*) FROM sqlite_schema").close();
            DB database = session.jdbc().unwrap(SQLiteConnection.class).getDatabase();
            int code = database.backup("main", empty.toString(), null, 0, 0, ALL_PAGES);
            if (code != SQLiteErrorCode.SQLITE_OK.code) {
                throw DB.newSQLException(code, "The file could not be copied.");
            }
            statement.execute("COMMIT");
        }
    }

    /**
     * What is wrong with a SQLite file ({@code PRAGMA integrity_check}). Where its schema needs what only its application
     * has, tables are looked at one by one, and those that cannot be without it left out.
     *
     * @param connection that the file is a copy of
     * @param file that nobody else works
     * @param onCancel as of {@link #copy}
     * @return empty for nothing
     */
    public Optional<String> damage(Caller caller, DatabaseConnection connection, Path file, Consumer<Runnable> onCancel)
            throws IOException {
        DatabaseConnection copy = connection.to(new Target.Sqlite(file.toString()));
        try {
            return inOwn(caller, copy, null, onCancel, session -> damage(session, "main"));
        } finally {
            // Who only reads a file in WAL mode makes these, and leaves them.
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-shm"));
        }
    }

    private static Optional<String> damage(Session session, String schema) throws SQLException {
        try {
            return check(session, "PRAGMA " + schema + ".integrity_check(3)");
        } catch (SQLException e) {
            if (!isOfSchema(e)) {
                throw e;
            }
            return damageOfTables(session, schema);
        }
    }

    private static Optional<String> check(Session session, String check) throws SQLException {
        List<String> said = new ArrayList<>();
        try (Statement statement = session.statement();
                ResultSet rows = statement.executeQuery(check)) {
            while (rows.next()) {
                said.add(rows.getString(1));
            }
        }
        return said.equals(List.of(WHOLE)) ? Optional.empty() : Optional.of(String.join(" ", said));
    }

    private static Optional<String> damageOfTables(Session session, String schema) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = session.statement();
                ResultSet rows =
                        statement.executeQuery("SELECT name FROM " + schema + ".sqlite_schema WHERE type = 'table'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        for (String each : names) {
            // The second looks at no index, whose expressions and collations it therefore does not need.
            for (String check : List.of("integrity_check", "quick_check")) {
                try {
                    Optional<String> found =
                            check(session, "PRAGMA " + schema + "." + check + "(" + Identifiers.quote(each) + ")");
                    if (found.isPresent()) {
                        return found;
                    }
                    break;
                } catch (SQLException e) {
                    if (!isOfSchema(e)) {
                        throw e;
                    }
                }
            }
        }
        return Optional.empty();
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
