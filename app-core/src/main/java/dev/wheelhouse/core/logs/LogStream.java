package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.platform.json.WireName;

/** Which of a program's two outputs a line was written to. */
public enum LogStream implements WireName {
    STDOUT,
    STDERR;
}
