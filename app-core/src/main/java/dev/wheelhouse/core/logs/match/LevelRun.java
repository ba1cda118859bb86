package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogLevel;

/** The levels of lines that follow each other. Not thread-safe. */
public final class LevelRun {

    private final LineGroups groups = new LineGroups();
    private LogLevel head = LogLevel.NONE;

    /** The level of the next line: its own, or the one of the line that it belongs to. */
    public LogLevel next(byte[] bytes, int from, int to) {
        boolean continued = groups.next(bytes, from, to);
        if (continued && head != LogLevel.NONE) {
            return head;
        }
        LogLevel own = LineLevels.of(bytes, from, to);
        if (!continued || own != LogLevel.NONE) {
            head = own;
        }
        return own;
    }

    /** Whether the line before belonged to the one before it. */
    public boolean wasContinued() {
        return groups.wasContinued();
    }
}
