package dev.wheelhouse.core.databases.catalog;

import java.util.Locale;

/** How SQLite converts what is stored in or compared with a column ("Datatypes In SQLite", section 3.1). */
public enum SqliteAffinity {
    TEXT,
    NUMERIC,
    INTEGER,
    REAL,
    /** Named NONE in older texts: nothing is converted. */
    BLOB,
    /** NUMERIC in an ordinary table, none at all in a STRICT one ("STRICT Tables", section 3). */
    ANY;

    /**
     * The affinity of a column by its declared type, in the order of SQLite's five rules.
     *
     * @param declaredType as declared; empty when it was not
     */
    public static SqliteAffinity of(String declaredType) {
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
}
