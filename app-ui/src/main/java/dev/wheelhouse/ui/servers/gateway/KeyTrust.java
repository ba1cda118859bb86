package dev.wheelhouse.ui.servers.gateway;

/** What the console thinks of the host key that a server shows. */
public enum KeyTrust {
    /** Trusted, or there is none, as of the own machine. */
    TRUSTED,
    /** Seen for the first time. */
    UNKNOWN,
    /** Another one than the trusted one. */
    CHANGED
}
