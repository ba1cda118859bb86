package dev.wheelhouse.core.logs;

import java.util.Locale;

/** Which of a program's two outputs a line was written to. */
public enum LogStream {
    STDOUT,
    STDERR;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
