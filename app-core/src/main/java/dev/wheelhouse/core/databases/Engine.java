package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.json.WireName;

/** The database products that can be worked. */
public enum Engine implements WireName {
    POSTGRESQL("postgresql", "public"),
    SQLITE("sqlite", "main");

    private final String wireName;
    private final String defaultSchema;

    Engine(String wireName, String defaultSchema) {
        this.wireName = wireName;
        this.defaultSchema = defaultSchema;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    /** Where a table is looked for when no schema is named. */
    public String defaultSchema() {
        return defaultSchema;
    }
}
