package dev.wheelhouse.core.servers;

import java.util.Locale;

/** How a server is reached. */
public enum ServerKind {
    /** The machine that a console runs on. */
    LOCAL,
    SSH;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
