package dev.wheelhouse.core.databases.sessions;

import com.zaxxer.hikari.HikariConfig;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.Session.Access;
import dev.wheelhouse.core.platform.home.Home;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** SQLite files through sqlite-jdbc. */
final class SqliteDialect implements Dialect {

    private static final Duration BUSY_WAIT = Duration.ofSeconds(5);

    private final Home home;

    SqliteDialect(Home home) {
        this.home = home;
    }

    @Override
    public void configure(HikariConfig pool, Login login) {
        pool.setDataSource(file(login));
        // The driver refuses to change it on an open connection, which the pool would try.
        pool.setReadOnly(login.access() == Access.READING);
    }

    @Override
    public Connection open(Login login) throws SQLException {
        return file(login).getConnection();
    }

    private SqliteFile file(Login login) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(login.access() == Access.READING);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.enableLoadExtension(false);
        config.setBusyTimeout(Math.toIntExact(BUSY_WAIT.toMillis()));
        config.enforceForeignKeys(true);
        return new SqliteFile(home, ((Target.Sqlite) login.connection().target()).path(), config);
    }

    @Override
    public void lend(Connection connection, BooleanSupplier stopped) throws SQLException {
        // The library's own wait hears of no interrupt.
        BusyHandler.setHandler(connection.unwrap(SQLiteConnection.class), new LockWait(BUSY_WAIT, stopped));
        connection.unwrap(SqliteStatements.class).measureStatements();
    }

    @Override
    public void limitValues(Connection connection, int longest) throws SQLException {
        connection.unwrap(SqliteStatements.class).limitValues(longest);
    }

    @Override
    public void cancel(Connection connection) throws SQLException {
        connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
    }

    @Override
    public void begin(Connection connection, boolean readOnly) throws SQLException {
        // A file that was opened for reading needs no promise, which a PRAGMA could take back.
        if (readOnly && !connection.isReadOnly()) {
            execute(connection, "PRAGMA query_only = on");
        }
        // A writer takes its lock at once: taking it half-way through may find the snapshot outdated.
        execute(connection, readOnly ? "BEGIN" : "BEGIN IMMEDIATE");
    }

    @Override
    public void beginReading(Connection connection, String characteristics) throws SQLException {
        begin(connection, true);
    }

    @Override
    public boolean endReading(Connection connection) throws SQLException {
        rollback(connection);
        return true;
    }

    @Override
    public boolean isHeldToReading(Connection connection) {
        return true;
    }

    @Override
    public long enterReading(Connection connection) {
        // A statement that reads by its text calls nothing here that could write.
        return 0;
    }

    @Override
    public boolean hasOnlyRead(Connection connection, long idsBefore) {
        return true;
    }

    @Override
    public boolean leaveReading(Connection connection, long idsBefore) {
        return true;
    }

    @Override
    public Session.HeldCursors holdCursors(Connection connection, boolean chain) {
        return Session.HeldCursors.NONE;
    }

    @Override
    public void undoReading(Connection connection) {
        // See enterReading.
    }

    @Override
    public boolean isSentAsOne(Connection connection, String sql, boolean parameterised) {
        // The library prepares the first statement of a text and the driver leaves the rest.
        return true;
    }

    @Override
    public Set<String> powers(Connection connection) {
        return Set.of();
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        if (isTransactionOpen(connection)) {
            execute(connection, "ROLLBACK");
        }
        if (!connection.isReadOnly()) {
            execute(connection, "PRAGMA query_only = off");
        }
    }

    @Override
    public boolean isTransactionOpen(Connection connection) throws SQLException {
        // The driver does not report it; only inside a transaction does a nested BEGIN fail.
        try {
            execute(connection, "BEGIN");
        } catch (SQLiteException e) {
            if (primary(e) == SQLiteErrorCode.SQLITE_ERROR) {
                return true;
            }
            throw e;
        }
        execute(connection, "ROLLBACK");
        return false;
    }

    @Override
    public boolean isTransactionFailed(Connection connection) {
        return false;
    }

    @Override
    public boolean reset(Connection connection) {
        return false;
    }

    @Override
    public boolean isReusable(Connection connection) throws SQLException {
        // Read-only here, the file may still be written by another machine.
        return !connection.unwrap(SqliteStatements.class).isImmutable();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public boolean isConnectionLost(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && switch (primary(sqlite)) {
                    case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN -> true;
                    default -> false;
                };
    }

    /** The result code without its extension (SQLite documentation, "Result and Error Codes"). */
    static SQLiteErrorCode primary(SQLiteException failure) {
        return SQLiteErrorCode.getErrorCode(failure.getResultCode().code & 0xff);
    }

    @Override
    public String serverVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT sqlite_version() FROM pragma_schema_version")) {
            row.next();
            return "SQLite " + row.getString(1);
        }
    }

    @Override
    public void prepareOwn(Connection connection) {
        // Every connection has its limits from the start.
    }

    @Override
    public void absorbCancel(Connection connection) {
        // An interrupt counts only for what runs at that moment (sqlite3_interrupt).
    }

    @Override
    public boolean cursorsBlockOthers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA journal_mode")) {
            return !row.next() || !"wal".equalsIgnoreCase(row.getString(1));
        }
    }

    @Override
    public void closeFromOutside(Connection connection) throws SQLException {
        cancel(connection);
        connection.close();
    }
}
