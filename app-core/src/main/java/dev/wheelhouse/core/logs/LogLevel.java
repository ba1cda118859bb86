package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.platform.json.WireName;

/** How grave a line is, from the least on; what has no sign of one is {@link #NONE}. */
public enum LogLevel implements WireName {
    NONE,
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    FATAL;
}
