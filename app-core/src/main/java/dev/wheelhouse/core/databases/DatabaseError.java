package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of working a database. */
public enum DatabaseError implements ErrorCode {
    /** The database refused the statement. */
    SQL_ERROR(ErrorKind.INVALID),
    TRANSACTION_LEFT_OPEN(ErrorKind.INVALID),
    READ_ONLY_CONNECTION(ErrorKind.FORBIDDEN),
    ROW_CONFLICT(ErrorKind.CONFLICT),
    AMBIGUOUS_ROW(ErrorKind.CONFLICT),
    CONSTRAINT_VIOLATION(ErrorKind.CONFLICT),
    STATEMENT_TIMEOUT(ErrorKind.LIMIT);

    private final ErrorKind kind;

    DatabaseError(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
