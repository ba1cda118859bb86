package dev.wheelhouse.ui.servers.desk;

import java.util.Locale;

/** How the console proves itself to a server. */
public enum AuthKind {
    KEY,
    PASSWORD,
    AGENT;

    /** The name in the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
