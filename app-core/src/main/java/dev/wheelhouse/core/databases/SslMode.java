package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.json.WireName;

/** How a PostgreSQL connection is encrypted and the server proven (PostgreSQL manual, "SSL Support", sslmode). */
public enum SslMode implements WireName {
    DISABLE("disable"),
    PREFER("prefer"),
    REQUIRE("require"),
    VERIFY_CA("verify-ca"),
    VERIFY_FULL("verify-full");

    private final String wireName;

    SslMode(String wireName) {
        this.wireName = wireName;
    }

    @Override
    public String wireName() {
        return wireName;
    }
}
