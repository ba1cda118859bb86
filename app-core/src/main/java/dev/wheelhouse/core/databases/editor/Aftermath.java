package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;

/** Says beside an error what it did to the session. */
final class Aftermath {

    private Aftermath() {}

    static AppException told(
            AppException failure, boolean wasInTransaction, boolean lost, EditorState.Transaction now) {
        String said = String.valueOf(failure.getMessage());
        if (lost) {
            String transaction =
                    wasInTransaction ? " The open transaction was lost with it; nothing of it was kept." : "";
            return with(failure, said + " The connection was lost." + transaction + " The next run opens another.");
        }
        if (wasInTransaction && now == EditorState.Transaction.NONE) {
            return with(failure, said + " The open transaction was rolled back.");
        }
        if (now == EditorState.Transaction.FAILED) {
            return with(failure, said + " The transaction can only be rolled back now.");
        }
        return failure;
    }

    static AppException lostWhileIdle(DatabaseConnection connection) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The connection to " + connection.name() + " was lost while its transaction was open; nothing of that"
                        + " transaction was kept. Nothing was run now. The next run opens another connection.");
    }

    private static AppException with(AppException failure, String message) {
        return new AppException(failure.errorCode(), message, failure.details(), failure.getCause());
    }
}
