package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogLevel;
import java.util.Map;

/**
 * How many lines of each level a document has.
 *
 * @param lines has every level; a line that belongs to another is counted with that one's level
 * @param isComplete whether everything that is there was counted
 */
public record LevelCounts(Map<LogLevel, Long> lines, boolean isComplete) {

    public LevelCounts {
        lines = Map.copyOf(lines);
    }

    public long of(LogLevel level) {
        return lines.getOrDefault(level, 0L);
    }
}
