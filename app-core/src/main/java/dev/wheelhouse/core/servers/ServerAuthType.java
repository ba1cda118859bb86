package dev.wheelhouse.core.servers;

import java.util.Locale;

/** How the console logs in to a server. */
public enum ServerAuthType {
    /** With a private key that is stored here. */
    KEY,
    PASSWORD,
    /** With the keys of the SSH agent that the console was started with. */
    AGENT;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
