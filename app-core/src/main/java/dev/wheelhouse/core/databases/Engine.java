package dev.wheelhouse.core.databases;

/** The database products that can be worked. */
public enum Engine {
    POSTGRESQL("postgresql", "public"),
    SQLITE("sqlite", "main");

    private final String wireName;
    private final String defaultSchema;

    Engine(String wireName, String defaultSchema) {
        this.wireName = wireName;
        this.defaultSchema = defaultSchema;
    }

    public String wireName() {
        return wireName;
    }

    /** Where a table is looked for when no schema is named. */
    public String defaultSchema() {
        return defaultSchema;
    }
}
