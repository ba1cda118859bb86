package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a failure of the state's database means to whoever reads it. */
final class StoreFailures {

    /** The low byte of a SQLite result code names its family ("Result and Error Codes", section 2). */
    private static final int PRIMARY_CODE = 0xff;

    private StoreFailures() {}

    /** The failure as the console tells it: itself, unless a person can do something about it. */
    static RuntimeException translated(RuntimeException failure, StateStoreConfig config) {
        if (hasCause(failure, StoreFailures::isDiskFull)) {
            return new AppException(
                    PlatformError.STORAGE_FULL,
                    "The disk that holds the console's state is full. Free some room and try again.",
                    ErrorDetails.NONE,
                    failure);
        }
        if (hasCause(failure, StoreFailures::isDamage)) {
            return unreadable(config, failure);
        }
        return failure;
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
        return new AppException(PlatformError.STATE_INVALID, message, ErrorDetails.NONE, cause);
    }

    static AppException notCopied(Path copy, Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The state could not be copied to " + copy + ": " + rootMessage(cause)
                        + ". Check that the disk has room and that the directory may be written.",
                ErrorDetails.NONE,
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

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
