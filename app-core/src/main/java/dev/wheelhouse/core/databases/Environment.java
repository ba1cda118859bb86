package dev.wheelhouse.core.databases;

import java.util.Locale;

/** How much a mistake would cost. Production asks for confirmation of every change. */
public enum Environment {
    DEVELOPMENT,
    STAGING,
    PRODUCTION;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
