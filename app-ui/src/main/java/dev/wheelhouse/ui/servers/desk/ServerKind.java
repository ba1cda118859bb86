package dev.wheelhouse.ui.servers.desk;

import java.util.Locale;

/** How the console reaches a server. */
public enum ServerKind {
    LOCAL,
    SSH;

    /** The name in the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
