package dev.wheelhouse.ui.words;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and durations as short as they are still clear. */
public final class Moments {

    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter OTHER_DAY = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

    private Moments() {}

    /** Such as {@code 14:05}, or of another day {@code 3 Mar 14:05}. */
    public static String of(Instant at, Instant now, ZoneId zone) {
        ZonedDateTime then = at.atZone(zone);
        boolean today = then.toLocalDate().equals(now.atZone(zone).toLocalDate());
        return (today ? TODAY : OTHER_DAY).format(then);
    }

    /** Such as {@code 3 minutes ago}; a time to come reads as now. */
    public static String ago(Instant at, Instant now) {
        long seconds = Math.max(0, now.getEpochSecond() - at.getEpochSecond());
        if (seconds < 60) {
            return "just now";
        }
        if (seconds < 3_600) {
            return counted(seconds / 60, "minute");
        }
        if (seconds < 86_400) {
            return counted(seconds / 3_600, "hour");
        }
        return counted(seconds / 86_400, "day");
    }

    private static String counted(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s") + " ago";
    }

    /** Such as {@code 12 d 4 h}, {@code 3 h 20 min} or {@code 40 s}. */
    public static String span(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        if (seconds < 86_400) {
            return twoParts(seconds / 3_600 + " h", seconds % 3_600 / 60, "min");
        }
        return twoParts(seconds / 86_400 + " d", seconds % 86_400 / 3_600, "h");
    }

    private static String twoParts(String large, long small, String unit) {
        return small == 0 ? large : large + " " + small + " " + unit;
    }
}
