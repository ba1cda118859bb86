package dev.wheelhouse.core.databases;

/** The database products that can be worked. */
public enum Engine {
    POSTGRESQL("postgresql"),
    SQLITE("sqlite");

    private final String wireName;

    Engine(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
