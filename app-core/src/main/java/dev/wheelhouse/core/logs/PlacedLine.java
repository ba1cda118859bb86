package dev.wheelhouse.core.logs;

/**
 * A line and the place right after it.
 */
public record PlacedLine(LogLine line, LogPosition after) {}
