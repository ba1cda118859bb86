package dev.wheelhouse.core.databases.values;

import java.util.Locale;

/** What a column does to values stored in it, told by its declared type (sqlite.org/datatype3.html section 3.1). */
enum SqliteAffinity {
    INTEGER,
    REAL,
    NUMERIC,
    TEXT,
    /** Also of columns declared without a type. */
    BLOB,
    /** NUMERIC in an ordinary table, none at all in a STRICT one. */
    ANY,
    /** An expression, which nothing can be stored in. */
    EXPRESSION;

    static SqliteAffinity of(String declaredType) {
        String type = declaredType.strip().toUpperCase(Locale.ROOT);
        if (type.contains("INT")) {
            return INTEGER;
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT")) {
            return TEXT;
        }
        if (type.contains("BLOB") || type.isEmpty()) {
            return BLOB;
        }
        if (type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB")) {
            return REAL;
        }
        return type.equals("ANY") ? ANY : NUMERIC;
    }

    boolean isNumeric() {
        return this == INTEGER || this == REAL || this == NUMERIC;
    }
}
