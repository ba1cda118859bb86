package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.platform.json.WireName;

/** The closed set of ways a value is edited. */
public enum UiType implements WireName {
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
}
