package dev.wheelhouse.core.databases;

/** How a PostgreSQL connection is encrypted and the server proven (PostgreSQL manual, "SSL Support", sslmode). */
public enum SslMode {
    DISABLE("disable"),
    PREFER("prefer"),
    REQUIRE("require"),
    VERIFY_CA("verify-ca"),
    VERIFY_FULL("verify-full");

    private final String wireName;

    SslMode(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
