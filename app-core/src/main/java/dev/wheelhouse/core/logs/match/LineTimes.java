package dev.wheelhouse.core.logs.match;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the time that a line says it was written at: at its start (RFC 3339, {@code 2026-11-22 10:11:12,345},
 * {@code 2026/11/22 10:11:12}, behind the priority of RFC 3164 and RFC 5424, syslog's {@code Nov 22 10:11:12}, klog's
 * {@code I1122 10:11:12.345678}, Apache's {@code [Wed Oct 11 14:32:52.123456 2026]}, {@code 22-Nov-2026 10:11:12.345} and
 * {@code Nov 22, 2026 10:11:12 AM} of Tomcat and java.util.logging, those of Redis, MongoDB, Ruby, dpkg and apt, seconds,
 * milliseconds, microseconds or nanoseconds since 1970), between brackets as access logs of nginx and Apache have it, or in
 * a field {@code ts}, {@code time}, {@code timestamp} or {@code @timestamp} of JSON or logfmt. A time whose zone is written and
 * not understood is none. One without a year is of the year before the newest line's time: a log that holds more than a year
 * of such lines is read as if it held one. Thread-safe.
 */
public final class LineTimes {

    /** How far into a line a field is looked for. */
    private static final int FIELDS_WITHIN = 4096;

    private static final int ACCESS_WITHIN = 300;
    private static final int LONGEST_WORD_BEFORE = 9;

    private static final int LONGEST_PID = 10;

    /** What stands before a time in formats that begin with it: of MongoDB, Serilog, update-alternatives and apt. */
    private static final List<String> BEGINNINGS = List.of(
            "{\"t\":{\"$date\":\"",
            "{\"Timestamp\":\"",
            "update-alternatives ",
            "Log started: ",
            "Log ended: ",
            "Start-Date: ",
            "End-Date: ");

    private final LogZone zone;
    private final InstantSource newest;

    /**
     * @param zone of times that say none
     * @param newest when the newest line was written, for the year of times that say none; the clock of a log that is being
     *     written. Asked where such a time is met
     */
    public LineTimes(ZoneId zone, InstantSource newest) {
        this(new LogZone(zone), newest);
    }

    private LineTimes(LogZone zone, InstantSource newest) {
        this.zone = zone;
        this.newest = newest;
    }

    /**
     * The same for a log whose newest line was written then, such as a file by its last modification.
     *
     * @param newestLine empty where that is not known; asked at every time without a year
     */
    public LineTimes until(Supplier<Optional<Instant>> newestLine) {
        return new LineTimes(zone, () -> newestLine.get().orElseGet(newest::instant));
    }

    /** The time of a line; null when none is recognised. */
    public @Nullable Instant find(String line) {
        int start = afterMarks(line, 0);
        if (start >= line.length()) {
            return null;
        }
        char first = line.charAt(start);
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
        for (String each : BEGINNINGS) {
            if (line.startsWith(each, start)) {
                return new TimeText(line, start + each.length(), zone).iso();
            }
        }
        Instant time = inFields(line);
        return time == null && first != '{' ? inBrackets(line) : time;
    }

    /** Behind blanks, opening brackets, colours, a priority and the NULs of a file that was cut while it was written. */
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
            } else if (sign == '<') {
                at = lastOfPriority(line, at);
            } else if (sign != ' ' && sign != '[' && sign != '\t' && sign != '(' && sign != '\0') {
                return at;
            }
            at++;
        }
        return at;
    }

    /** Of {@code <34>} and, with the version, of {@code <34>1 }; of any other bracket the bracket itself. */
    private static int lastOfPriority(String line, int bracket) {
        int at = bracket + 1;
        while (isDigit(line, at) && at - bracket <= 3) {
            at++;
        }
        if (at == bracket + 1 || at >= line.length() || line.charAt(at) != '>') {
            return bracket;
        }
        return line.startsWith("1 ", at + 1) ? at + 2 : at;
    }

    private @Nullable Instant timeAt(String line, int at) {
        Instant time = new TimeText(line, at, zone).iso();
        if (time == null) {
            time = new TimeText(line, at, zone).epoch();
        }
        if (time == null) {
            time = new TimeText(line, at, zone).shortYear();
        }
        return time == null ? dayFirst(line, at) : time;
    }

    /** A date whose day comes first, also behind the process and its role that Redis has: {@code 1234:M 22 Nov 2026}. */
    private @Nullable Instant dayFirst(String line, int start) {
        int end = start;
        while (isDigit(line, end) && end - start < LONGEST_PID) {
            end++;
        }
        boolean isRedis = end + 2 < line.length()
                && line.charAt(end) == ':'
                && isCapital(line.charAt(end + 1))
                && line.charAt(end + 2) == ' ';
        return new TimeText(line, isRedis ? end + 3 : start, zone).dayFirst(newest);
    }

    private static boolean isDigit(String line, int at) {
        return at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9';
    }

    /** A weekday's or a month's name, klog's letter, or a word such as a level with a time behind it. */
    private @Nullable Instant afterCapital(String line, int start) {
        if ("IWEFD".indexOf(line.charAt(start)) >= 0) {
            Instant time = new TimeText(line, start + 1, zone).klog(newest);
            if (time != null) {
                return time;
            }
        }
        Instant time = new TimeText(line, start, zone).monthFirst(newest);
        if (time != null) {
            return time;
        }
        int end = start;
        while (end < line.length() && end - start < LONGEST_WORD_BEFORE && isCapital(line.charAt(end))) {
            end++;
        }
        while (end < line.length() && "]:,".indexOf(line.charAt(end)) >= 0) {
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
            Instant time = new TimeText(line, at + 1, zone).dayFirst(newest);
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
            Instant time =
                    line.charAt(value) > '9' ? new TimeText(line, value, zone).monthFirst(newest) : timeAt(line, value);
            if (time != null) {
                return time;
            }
        }
        return null;
    }
}
