package dev.wheelhouse.core.logs.match;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the time that a line says it was written at: at its start (RFC 3339, {@code 2026-11-22 10:11:12,345},
 * {@code 2026/11/22 10:11:12}, syslog's {@code Nov 22 10:11:12}, klog's {@code I1122 10:11:12.345678}, seconds,
 * milliseconds, microseconds or nanoseconds since 1970), between brackets as access logs of nginx and Apache have it, or in
 * a field {@code ts}, {@code time}, {@code timestamp} or {@code @timestamp} of JSON or logfmt. A time whose zone is written and
 * not understood is none. Thread-safe.
 */
public final class LineTimes {

    /** How far into a line a field is looked for. */
    private static final int FIELDS_WITHIN = 4096;

    private static final int ACCESS_WITHIN = 300;
    private static final int LONGEST_WORD_BEFORE = 9;

    private final LogZone zone;
    private final Clock clock;

    /**
     * @param zone of times that say none
     * @param clock for the year of times that say none
     */
    public LineTimes(ZoneId zone, Clock clock) {
        this.zone = new LogZone(zone);
        this.clock = clock;
    }

    /** The time of a line; null when none is recognised. */
    public @Nullable Instant find(String line) {
        int start = afterMarks(line, 0);
        if (start >= line.length()) {
            return null;
        }
        char first = line.charAt(start);
        if (first == '{') {
            return inFields(line);
        }
        if (first >= '0' && first <= '9') {
            Instant time = timeAt(line, start);
            return time == null ? inBrackets(line) : time;
        }
        if (first >= 'A' && first <= 'Z') {
            Instant time = afterCapital(line, start);
            if (time != null) {
                return time;
            }
        }
        Instant time = inFields(line);
        return time == null ? inBrackets(line) : time;
    }

    /** Behind blanks, opening brackets and colours. */
    private static int afterMarks(String line, int from) {
        int at = from;
        while (at < line.length()) {
            char sign = line.charAt(at);
            if (sign == '\u001b') {
                int end = line.indexOf('m', at);
                if (end < 0 || end - at > 20) {
                    return at;
                }
                at = end;
            } else if (sign != ' ' && sign != '[' && sign != '\t' && sign != '(' && sign != '<') {
                return at;
            }
            at++;
        }
        return at;
    }

    private @Nullable Instant timeAt(String line, int at) {
        Instant time = new TimeText(line, at, zone).iso();
        return time == null ? new TimeText(line, at, zone).epoch() : time;
    }

    /** A month's name, klog's letter, or a word such as a level with a time behind it. */
    private @Nullable Instant afterCapital(String line, int start) {
        if ("IWEFD".indexOf(line.charAt(start)) >= 0) {
            Instant time = new TimeText(line, start + 1, zone).klog(clock.instant());
            if (time != null) {
                return time;
            }
        }
        Instant time = new TimeText(line, start, zone).syslog(clock.instant());
        if (time != null) {
            return time;
        }
        int end = start;
        while (end < line.length() && end - start < LONGEST_WORD_BEFORE && isCapital(line.charAt(end))) {
            end++;
        }
        while (end < line.length() && (line.charAt(end) == ']' || line.charAt(end) == ':')) {
            end++;
        }
        int after = afterMarks(line, end);
        return after > end && after < line.length() ? new TimeText(line, after, zone).iso() : null;
    }

    private static boolean isCapital(char sign) {
        return sign >= 'A' && sign <= 'Z';
    }

    private @Nullable Instant inBrackets(String line) {
        int limit = Math.min(line.length(), ACCESS_WITHIN);
        for (int at = line.indexOf('['); at >= 0 && at < limit; at = line.indexOf('[', at + 1)) {
            Instant time = new TimeText(line, at + 1, zone).access();
            if (time != null) {
                return time;
            }
        }
        return null;
    }

    private @Nullable Instant inFields(String line) {
        int limit = Math.min(line.length(), FIELDS_WITHIN);
        for (int at = line.indexOf('t'); at >= 0 && at < limit; at = line.indexOf('t', at + 1)) {
            int value = LineFields.valueOf(line, at, "timestamp", "time", "ts");
            if (value < 0 || value >= line.length()) {
                continue;
            }
            Instant time = line.charAt(value) > '9'
                    ? new TimeText(line, value, zone).syslog(clock.instant())
                    : timeAt(line, value);
            if (time != null) {
                return time;
            }
        }
        return null;
    }
}
