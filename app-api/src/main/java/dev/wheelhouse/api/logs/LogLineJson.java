package dev.wheelhouse.api.logs;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineLevels;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line on the wire.
 *
 * @param level what the line itself names; null for none
 * @param ts RFC 3339 in UTC with as many decimals as are known
 * @param position the place behind it; null where an answer does not tell it of each line
 */
record LogLineJson(
        LogStream stream,
        String line,
        @Nullable LogLevel level,
        @Nullable String ts,
        @Nullable String instance,
        @Nullable String position) {

    /** More than the names, quotes and signs around one line take, its time and its stream included. */
    private static final int FRAME_BYTES = 136;

    private static final int LONGEST_ESCAPE = 6;

    static LogLineJson of(PlacedLine placed) {
        return of(placed, null);
    }

    static LogLineJson withPosition(PlacedLine placed) {
        return of(placed, placed.after().text());
    }

    private static LogLineJson of(PlacedLine placed, @Nullable String position) {
        LogLine line = placed.line();
        Instant time = line.time();
        LogLevel level = LineLevels.of(line.text());
        return new LogLineJson(
                line.stream(),
                line.text(),
                level == LogLevel.NONE ? null : level,
                time == null ? null : time.toString(),
                line.instance(),
                position);
    }

    LogLineJson withLine(String text) {
        return new LogLineJson(stream, text, level, ts, instance, position);
    }

    /** No less than what it takes in JSON as UTF-8. */
    long bytes() {
        return FRAME_BYTES + bytes(line) + bytes(instance) + bytes(position);
    }

    private static long bytes(@Nullable String text) {
        long bytes = 0;
        for (int i = 0; text != null && i < text.length(); i++) {
            char each = text.charAt(i);
            if (each < ' ' || Character.isSurrogate(each)) {
                bytes += LONGEST_ESCAPE;
            } else {
                bytes += each == '"' || each == '\\' ? 2 : each < 0x80 ? 1 : 3;
            }
        }
        return bytes;
    }
}
