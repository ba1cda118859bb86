package dev.wheelhouse.core.databases.catalog;

import java.util.Locale;

/** The closed set of ways a value is edited. */
public enum UiType {
    TEXT,
    LONGTEXT,
    INTEGER,
    NUMBER,
    BOOLEAN,
    DATE,
    TIME,
    DATETIME,
    INTERVAL,
    UUID,
    JSON,
    ENUM,
    ARRAY,
    BINARY,
    NETWORK,
    GEOMETRY,
    UNKNOWN;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
