package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;

/** Errors of working a database. */
public enum DatabaseError implements ErrorCode {
    /** The database refused the statement. */
    SQL_ERROR("sql_error", ErrorKind.INVALID),
    TRANSACTION_LEFT_OPEN("transaction_left_open", ErrorKind.INVALID),
    READ_ONLY_CONNECTION("read_only_connection", ErrorKind.FORBIDDEN),
    CONFIRMATION_REQUIRED("confirmation_required", ErrorKind.CONFLICT),
    ROW_CONFLICT("row_conflict", ErrorKind.CONFLICT),
    AMBIGUOUS_ROW("ambiguous_row", ErrorKind.CONFLICT),
    CONSTRAINT_VIOLATION("constraint_violation", ErrorKind.CONFLICT),
    STATEMENT_TIMEOUT("statement_timeout", ErrorKind.LIMIT);

    private final String code;
    private final ErrorKind kind;

    DatabaseError(String code, ErrorKind kind) {
        this.code = code;
        this.kind = kind;
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
