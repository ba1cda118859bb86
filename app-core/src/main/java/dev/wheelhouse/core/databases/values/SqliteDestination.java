package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.databases.catalog.SqliteAffinity;

/** Where a value lies or would be stored: a column of some affinity, or nowhere. */
enum SqliteDestination {
    INTEGER,
    REAL,
    NUMERIC,
    TEXT,
    BLOB,
    ANY,
    /** An expression, which nothing can be stored in. */
    EXPRESSION;

    static SqliteDestination of(String declaredType) {
        return switch (SqliteAffinity.of(declaredType)) {
            case INTEGER -> INTEGER;
            case REAL -> REAL;
            case NUMERIC -> NUMERIC;
            case TEXT -> TEXT;
            case BLOB -> BLOB;
            case ANY -> ANY;
        };
    }

    boolean isNumeric() {
        return this == INTEGER || this == REAL || this == NUMERIC;
    }
}
