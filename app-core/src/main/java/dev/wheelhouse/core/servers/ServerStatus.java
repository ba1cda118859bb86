package dev.wheelhouse.core.servers;

import java.util.Locale;

/** Whether a server answers this console. */
public enum ServerStatus {
    ONLINE,
    OFFLINE,
    /** Nobody has asked it since the console started. */
    UNKNOWN;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
