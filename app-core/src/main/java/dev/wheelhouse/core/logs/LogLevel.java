package dev.wheelhouse.core.logs;

import java.util.Locale;

/** How grave a line is, from the least on; what has no sign of one is {@link #NONE}. */
public enum LogLevel {
    NONE,
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    FATAL;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
