package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.PortForward;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns what a driver throws into what a caller can act on. */
public final class SqlFailures {

    // PostgreSQL manual, appendix A: a connection that cannot be had, not a statement that is wrong.
    private static final Set<String> UNAVAILABLE_STATES = Set.of("3D000", "53300", "57P01", "57P02", "57P03", "57P05");

    // SQLite documentation, "Result and Error Codes": what a connection that may write would do by itself.
    private static final Set<SQLiteErrorCode> RECOVERED_BY_WRITING = EnumSet.of(
            SQLiteErrorCode.SQLITE_READONLY_ROLLBACK,
            SQLiteErrorCode.SQLITE_READONLY_RECOVERY,
            SQLiteErrorCode.SQLITE_READONLY_CANTINIT,
            SQLiteErrorCode.SQLITE_READONLY_CANTLOCK,
            SQLiteErrorCode.SQLITE_READONLY_DIRECTORY);

    private static final String NO_COLUMN_INF = "no such column: Inf";

    /** The dump of sqlite3 3.53 has such rows, which no SQLite reads. */
    private static final String WRITE_INFINITY = "An infinite number is written 9e999 or -9e999, not Inf";

    private SqlFailures() {}

    /**
     * The error of a database that cannot be reached or refuses the login.
     *
     * @return {@code upstream_failed}, or {@code upstream_timeout} when nothing answered in time
     */
    public static AppException unreachable(DatabaseConnection connection, SQLException failure) {
        boolean timedOut = rootMessage(failure).toLowerCase(Locale.ROOT).contains("timed out");
        return new AppException(
                timedOut ? PlatformError.UPSTREAM_TIMEOUT : PlatformError.UPSTREAM_FAILED,
                "The database " + connection.name() + " cannot be reached: " + sentence(failure.getMessage()),
                failure);
    }

    /** {@link #unreachable(DatabaseConnection, SQLException)}, or what kept the tunnel from the database. */
    static AppException unreachable(Login login, SQLException failure) {
        PortForward tunnel = login.tunnel();
        AppException cause = tunnel == null ? null : tunnel.failure();
        if (cause == null) {
            return unreachable(login.connection(), failure);
        }
        return new AppException(
                cause.errorCode(),
                "The database " + login.connection().name() + " cannot be reached: " + cause.getMessage(),
                cause.details(),
                failure);
    }

    /** The error of a connection that could not be opened; of a SQLite file, what a statement on it would say. */
    static AppException notOpened(Login login, SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? fromSqlite(login.connection(), sqlite)
                : unreachable(login, failure);
    }

    /** The error of a statement that failed, by what the database said. */
    public static AppException translate(DatabaseConnection connection, SQLException failure) {
        return switch (failure) {
            case PSQLException postgres -> fromPostgres(connection, postgres);
            case SQLiteException sqlite -> fromSqlite(connection, sqlite);
            default -> complaint(failure, state(failure), null);
        };
    }

    /** Whether the driver gave up on rows because one fetch of them was too large for memory. */
    public static boolean isFetchTooLarge(@Nullable Throwable failure) {
        return failure instanceof PSQLException
                && (failure.getCause() instanceof BoundedAnswers.FetchTooLargeException
                        || String.valueOf(failure.getMessage()).contains("maxResultBuffer"));
    }

    /** Whether a value on SQLite was longer than the session may read whole. */
    public static boolean isValueTooLong(@Nullable Throwable failure) {
        return failure instanceof SQLiteException sqlite
                && SqliteDialect.primary(sqlite) == SQLiteErrorCode.SQLITE_TOOBIG;
    }

    /**
     * Whether a failure on PostgreSQL is one of the connection. A server that is still there says 08P01 of a statement
     * whose parameters were given no values.
     */
    static boolean isOfConnection(SQLException failure) {
        String state = state(failure);
        boolean said = failure instanceof PSQLException postgres && postgres.getServerErrorMessage() != null;
        return state.startsWith("08") && !(said && state.equals("08P01"));
    }

    private static AppException fromPostgres(DatabaseConnection connection, PSQLException failure) {
        String state = state(failure);
        if (String.valueOf(failure.getMessage()).contains("The JDBC driver requires")) {
            return new AppException(
                    PlatformError.BAD_REQUEST,
                    "DateStyle must stay ISO and client_encoding UTF8 here, since values are read that way. Leave the"
                            + " setting out; format values with to_char.",
                    failure);
        }
        if (isFetchTooLarge(failure)) {
            return new AppException(
                    PlatformError.PAYLOAD_TOO_LARGE,
                    "The rows are too large to be read together. Ask for fewer rows or narrower columns.",
                    failure);
        }
        if (failure.getCause() instanceof BoundedAnswers.NoRoomException) {
            return new AppException(
                    PlatformError.BUSY,
                    "Too many large rows are being read. Try again in a second, or ask for fewer of them.",
                    failure);
        }
        if (isOfConnection(failure) || state.startsWith("28") || UNAVAILABLE_STATES.contains(state)) {
            return unreachable(connection, failure);
        }
        if (state.equals("57014")) {
            return new AppException(PlatformError.CANCELLED, "The server cancelled the statement.", failure);
        }
        return complaint(failure, state, failure.getServerErrorMessage());
    }

    private static AppException fromSqlite(DatabaseConnection connection, SQLiteException failure) {
        return switch (SqliteDialect.primary(failure)) {
            case SQLITE_CANTOPEN ->
                isThere(connection) ? needsRecovery(connection, failure) : unreachable(connection, failure);
            case SQLITE_READONLY ->
                RECOVERED_BY_WRITING.contains(failure.getResultCode())
                        ? needsRecovery(connection, failure)
                        : complaint(failure, failure.getResultCode().name(), null);
            case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB -> unreachable(connection, failure);
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new AppException(
                        PlatformError.BUSY,
                        "Another program holds a lock on " + connection.name() + ". Try again when it is done.",
                        failure);
            case SQLITE_TOOBIG ->
                tooLarge(
                        "A value, a row or the statement is too long: each may take 16 MiB, a value of which a statement"
                                + " holds many at once less, a row that is sorted without LIMIT 1 MiB. Select fewer"
                                + " columns or a part of the value (substr), add a LIMIT, or read the value alone.",
                        failure);
            case SQLITE_NOMEM ->
                tooLarge("The statement needs more memory than one may take. Split it, or make it do less.", failure);
            case SQLITE_FULL ->
                new AppException(
                        PlatformError.STORAGE_FULL,
                        "The disk that holds " + connection.name() + " is full. Nothing was changed.",
                        failure);
            case SQLITE_INTERRUPT -> new AppException(PlatformError.CANCELLED, "The statement was cancelled.", failure);
            default -> complaint(failure, failure.getResultCode().name(), null);
        };
    }

    private static AppException tooLarge(String message, SQLException failure) {
        return new AppException(PlatformError.PAYLOAD_TOO_LARGE, message, failure);
    }

    private static boolean isThere(DatabaseConnection connection) {
        return connection.target() instanceof Target.Sqlite(String path)
                && Files.isRegularFile(Path.of(path))
                && Files.isReadable(Path.of(path));
    }

    /** Whether a SQLite file has to be opened writable once before it can be read. */
    static boolean isUnrecovered(AppException failure) {
        return failure.errorCode() == PlatformError.STATE_INVALID && failure.getCause() instanceof SQLiteException;
    }

    private static AppException needsRecovery(DatabaseConnection connection, SQLException failure) {
        String path = connection.target() instanceof Target.Sqlite(String file) ? file : "";
        String log = SqliteFile.isOnReadOnlyFileSystem(path) ? SqliteFile.findLog(path) : null;
        return new AppException(
                PlatformError.STATE_INVALID,
                connection.name() + " cannot be opened for reading alone: "
                        + (log == null
                                ? "a journal or log beside the file has to be brought in or made first. Open it once"
                                        + " writable, where its folder may be written: run BEGIN IMMEDIATE; COMMIT with"
                                        + " the right to write and a connection that is not read-only."
                                : "a part of its data is in " + log + " beside it, which cannot be brought in on a file"
                                        + " system mounted read-only. Copy both files to a folder that may be written,"
                                        + " and connect to the copy."),
                failure);
    }

    private static AppException complaint(SQLException failure, String state, @Nullable ServerErrorMessage server) {
        String message = server == null || server.getMessage() == null ? message(failure) : server.getMessage();
        int position = server == null ? 0 : server.getPosition();
        return new AppException(
                DatabaseError.SQL_ERROR,
                sentence(message),
                new SqlComplaint(
                        state,
                        server == null ? null : server.getDetail(),
                        server == null ? null : server.getHint(),
                        position == 0 ? null : position,
                        null,
                        server == null ? null : server.getConstraint(),
                        null),
                failure);
    }

    private static String message(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        // sqlite-jdbc: "[SQLITE_ERROR] SQL error or missing database (no such table: x)".
        int open = message.indexOf('(');
        if (failure instanceof SQLiteException && open > 0 && message.endsWith(")")) {
            String said = message.substring(open + 1, message.length() - 1);
            return said.equalsIgnoreCase(NO_COLUMN_INF) ? said + ". " + WRITE_INFINITY : said;
        }
        return message;
    }

    private static String state(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return sqlite.getResultCode().name();
        }
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }

    /** Whether the failure is a broken constraint (SQLSTATE class 23). */
    public static boolean isConstraintViolation(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return SqliteDialect.primary(sqlite) == SQLiteErrorCode.SQLITE_CONSTRAINT;
        }
        return state(failure).startsWith("23");
    }

    /** Whether a transaction or file that only reads refused a write (SQLSTATE 25006, SQLITE_READONLY). */
    public static boolean isWriteRefused(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return SqliteDialect.primary(sqlite) == SQLiteErrorCode.SQLITE_READONLY;
        }
        return state(failure).equals("25006");
    }

    /** Whether the failure is a value that its type does not take (SQLSTATE class 22). */
    public static boolean isBadValue(SQLException failure) {
        if (failure instanceof SQLiteException sqlite) {
            return SqliteDialect.primary(sqlite) == SQLiteErrorCode.SQLITE_MISMATCH;
        }
        return state(failure).startsWith("22");
    }

    /** The database's own words about a failure, without the driver's trimmings. */
    public static String words(SQLException failure) {
        if (failure instanceof PSQLException postgres
                && postgres.getServerErrorMessage() != null
                && postgres.getServerErrorMessage().getMessage() != null) {
            ServerErrorMessage server = postgres.getServerErrorMessage();
            String detail = server.getDetail();
            return sentence(server.getMessage()) + (detail == null ? "" : " " + sentence(detail));
        }
        return sentence(message(failure));
    }

    private static String sentence(@Nullable String words) {
        if (words == null || words.isBlank()) {
            return "No reason was given.";
        }
        String stripped = words.strip();
        return stripped.endsWith(".") ? stripped : stripped + ".";
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
