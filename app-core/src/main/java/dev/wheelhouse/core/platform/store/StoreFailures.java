package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.function.Predicate;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a failure of the state's database means to its reader. */
final class StoreFailures {

    /** The low byte of a SQLite result code names its family ("Result and Error Codes", section 2). */
    private static final int PRIMARY_CODE = 0xff;

    private static final Set<Integer> AWAY = Set.of(
            SQLiteErrorCode.SQLITE_BUSY.code,
            SQLiteErrorCode.SQLITE_READONLY.code,
            SQLiteErrorCode.SQLITE_IOERR.code,
            SQLiteErrorCode.SQLITE_CANTOPEN.code);

    private StoreFailures() {}

    /** The failure to report: itself, unless a person can do something about it. */
    static RuntimeException translated(RuntimeException failure, StateStoreConfig config) {
        if (isFull(failure)) {
            return full(failure);
        }
        if (hasCause(failure, StoreFailures::isDamage)) {
            return unreadable(config, failure);
        }
        if (hasCause(failure, StoreFailures::isAway)) {
            return away(failure);
        }
        return failure;
    }

    static boolean isFull(Throwable failure) {
        return hasCause(failure, StoreFailures::isDiskFull);
    }

    static AppException full(Throwable cause) {
        return new AppException(
                PlatformError.STORAGE_FULL,
                "The disk that holds the console's state is full. Free some room and try again.",
                cause);
    }

    /** @param cause null when nobody was asked, since the store did not answer just now */
    static AppException away(@Nullable Throwable cause) {
        return new AppException(
                PlatformError.STORE_UNAVAILABLE,
                "The console's state cannot be read or written now; its log says why. Try again in a few seconds.",
                cause);
    }

    /** Whether the same may work later without anybody's help. */
    static boolean comesBack(Throwable failure) {
        return hasCause(failure, StoreFailures::isAway);
    }

    /** Whether the state cannot be asked now, and may be later without anybody's help. */
    private static boolean isAway(Throwable each) {
        if (each instanceof SQLTransientConnectionException || each instanceof ConnectionException) {
            return true;
        }
        if (each instanceof SQLiteException sqlite) {
            return AWAY.contains(sqlite.getResultCode().code & PRIMARY_CODE);
        }
        // PostgreSQL manual, appendix A: class 08 connection exceptions, 57P the server's stop and start, 53300 no
        // room.
        String state = each instanceof SQLException sql ? sql.getSQLState() : null;
        return state != null && (state.startsWith("08") || state.startsWith("57P0") || state.equals("53300"));
    }

    static AppException unreadable(StateStoreConfig config, Throwable cause) {
        String message = switch (config) {
            case StateStoreConfig.SqliteFile sqlite ->
                "The state file " + sqlite.file() + " cannot be read: " + rootMessage(cause)
                        + ". Nothing was changed; stop the console and put back the newest copy from "
                        + sqlite.copies() + ".";
            case StateStoreConfig.SharedPostgres shared ->
                "The state store " + shared.displayUrl() + " cannot be read: " + rootMessage(cause)
                        + ". Check --store, WHEELHOUSE_STORE and PGPASSFILE.";
        };
        return new AppException(PlatformError.STATE_INVALID, message, cause);
    }

    static AppException notCopied(Path copy, Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The state could not be copied to " + copy + ": " + rootMessage(cause)
                        + ". Check that the disk has room and that the directory may be written.",
                cause);
    }

    static boolean isDuplicate(Throwable failure) {
        return hasCause(failure, StoreFailures::isUniqueViolation);
    }

    private static boolean isUniqueViolation(Throwable each) {
        if (each instanceof SQLiteException sqlite) {
            return sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE
                    || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY;
        }
        return hasState(each, "23505");
    }

    private static boolean isDiskFull(Throwable each) {
        // PostgreSQL manual, appendix A: 53100 disk_full.
        return hasPrimaryCode(each, SQLiteErrorCode.SQLITE_FULL) || hasState(each, "53100");
    }

    private static boolean isDamage(Throwable each) {
        return hasPrimaryCode(each, SQLiteErrorCode.SQLITE_CORRUPT)
                || hasPrimaryCode(each, SQLiteErrorCode.SQLITE_NOTADB);
    }

    private static boolean hasPrimaryCode(Throwable each, SQLiteErrorCode code) {
        return each instanceof SQLiteException sqlite && (sqlite.getResultCode().code & PRIMARY_CODE) == code.code;
    }

    private static boolean hasState(Throwable each, String state) {
        return each instanceof SQLException sql && state.equals(sql.getSQLState());
    }

    private static boolean hasCause(Throwable thrown, Predicate<Throwable> wanted) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (wanted.test(each)) {
                return true;
            }
        }
        return false;
    }

    static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
