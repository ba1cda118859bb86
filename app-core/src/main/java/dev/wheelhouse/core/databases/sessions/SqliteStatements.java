package dev.wheelhouse.core.databases.sessions;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.ExtendedCommand;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;
import org.sqlite.jdbc4.JDBC4Connection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;
import org.sqlite.jdbc4.JDBC4Statement;

/**
 * A connection whose statements hold no more than a given memory in their values. A row is worked out without a look at
 * interrupts, and the driver's library was built without a limit of its heap, so nothing could stop a row of a hundred
 * values of 16 MiB. Thus a statement's program is asked for first (EXPLAIN), and the more values it may hold at once, the
 * shorter each of them may be. For one thread at a time.
 */
final class SqliteStatements extends JDBC4Connection {

    /** What all values that a statement holds at once may take. */
    private static final int MOST_BYTES = 128 << 20;

    /** As many columns as a table or a result may have without being built anew. */
    private static final int MOST_COLUMNS = 2000;

    /** Room for some 500,000 constants in one INSERT, in 33 MB; the library doubles its room up to the last below. */
    private static final int MOST_INSTRUCTIONS = 1_500_000;

    /** For what cannot be asked for: 2 MiB each. */
    private static final SqliteProgram UNKNOWN = new SqliteProgram(64, 0);

    /**
     * A sort writes runs of the size of the page cache to a file and then holds a row of each of them at once, without a
     * look at interrupts: of 10 GB, with these, 320 rows of 1 MiB.
     */
    private static final int LONGEST_SORTED = 1 << 20;

    private static final int SORTING_CACHE_KILOBYTES = 32_000;
    private static final int USUAL_CACHE_KILOBYTES = 2_000;

    static {
        NativeMemory.giveBackLong();
    }

    private final boolean immutable;
    private boolean measured = true;
    private boolean sorting;

    private SqliteStatements(String name, boolean immutable, Properties settings) throws SQLException {
        super("jdbc:sqlite:" + name, name, settings);
        this.immutable = immutable;
        setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Session.WHOLE_VALUES);
        setLimit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, Session.WHOLE_VALUES);
        setLimit(SQLiteLimits.SQLITE_LIMIT_COLUMN, MOST_COLUMNS);
        setLimit(SQLiteLimits.SQLITE_LIMIT_VDBE_OP, MOST_INSTRUCTIONS);
    }

    static SqliteStatements open(String path, Properties settings) throws SQLException {
        return new SqliteStatements(path, false, settings);
    }

    /** Opens a file without locks and without a look at its log (SQLite documentation, "Uniform Resource Identifiers"). */
    static SqliteStatements openImmutable(String path, Properties settings) throws SQLException {
        return new SqliteStatements("file:" + Path.of(path).toUri().getRawPath() + "?immutable=1", true, settings);
    }

    /** Whether what others change in the file meanwhile would be read wrong. */
    boolean isImmutable() {
        return immutable;
    }

    /** Reads the beginning of the file, which opening it alone does not. */
    void read() throws SQLException {
        try (Statement statement = new JDBC4Statement(this)) {
            statement.execute("PRAGMA schema_version");
        }
    }

    /** Limits the values of each statement that follows by how many of them it holds. */
    void measureStatements() throws SQLException {
        measured = true;
        prepareToSort(false);
        setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Session.WHOLE_VALUES);
    }

    /** Limits values to one length, in statements that are known. */
    void limitValues(int longest) throws SQLException {
        measured = false;
        prepareToSort(false);
        setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, longest);
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        checkCursor(type, concurrency, holdability);
        return new Measured(this);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkOpen();
        checkCursor(type, concurrency, holdability);
        measure(sql);
        return new JDBC4PreparedStatement(this, sql);
    }

    private void measure(String sql) throws SQLException {
        if (ExtendedCommand.parse(sql) != null) {
            // The driver's own: they name any file, the console's included.
            throw new SQLException("near \"" + sql.strip().split("\\s", 2)[0] + "\": syntax error");
        }
        if (!measured || SqliteProgram.isEmpty(sql)) {
            return;
        }
        setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Session.WHOLE_VALUES);
        SqliteProgram program = programOf(sql);
        prepareToSort(program.sorters() > 0);
        int longest = program.sorters() > 0 ? LONGEST_SORTED / program.sorters() : Session.WHOLE_VALUES;
        setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Math.min(longest, MOST_BYTES / Math.max(1, program.values())));
    }

    private void prepareToSort(boolean sorts) throws SQLException {
        if (sorts != sorting) {
            sorting = sorts;
            try (Statement statement = new JDBC4Statement(this)) {
                statement.execute("PRAGMA cache_size = -" + (sorts ? SORTING_CACHE_KILOBYTES : USUAL_CACHE_KILOBYTES));
            }
        }
    }

    private SqliteProgram programOf(String sql) throws SQLException {
        try (Statement explain = new JDBC4Statement(this);
                ResultSet program = explain.executeQuery("EXPLAIN " + sql)) {
            return SqliteProgram.of(program);
        } catch (SQLiteException e) {
            if (SqliteDialect.primary(e) != SQLiteErrorCode.SQLITE_ERROR) {
                // A cancel, a full disk or no memory has ended the transaction, and what follows would be committed.
                throw e;
            }
            // It fails by itself as well, or is an EXPLAIN, whose rows are short.
            return UNKNOWN;
        }
    }

    private static final class Measured extends JDBC4Statement {
        private final SqliteStatements connection;

        Measured(SqliteStatements connection) {
            super(connection);
            this.connection = connection;
        }

        @Override
        public boolean execute(String sql) throws SQLException {
            connection.measure(sql);
            return super.execute(sql);
        }

        @Override
        public ResultSet executeQuery(String sql) throws SQLException {
            connection.measure(sql);
            return super.executeQuery(sql);
        }

        @Override
        public long executeLargeUpdate(String sql) throws SQLException {
            connection.measure(sql);
            return super.executeLargeUpdate(sql);
        }
    }
}
