package dev.wheelhouse.ui.words;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times and durations as short as they are still clear. */
public final class Moments {

    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter OTHER_DAY = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

    private static final DateTimeFormatter WEEKDAY = DateTimeFormatter.ofPattern("EEE", Locale.ENGLISH);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_OF_YEAR = DateTimeFormatter.ofPattern("EEE d MMM yyyy", Locale.ENGLISH);
    private static final long DAYS_NAMED = 6;

    private Moments() {}

    /** Such as {@code in 3 h 12 min}; {@code now} for what is due already. */
    public static String in(Instant at, Instant now) {
        Duration left = Duration.between(now, at);
        return left.compareTo(Duration.ofSeconds(1)) < 0 ? "now" : "in " + span(left);
    }

    /** Such as {@code today 02:30}, {@code Wed 02:30} or {@code Thu 24 Dec 02:30}. */
    public static String onDay(Instant at, Instant now, ZoneId zone) {
        return day(at, now, zone) + " " + TODAY.format(at.atZone(zone));
    }

    /** As {@link #onDay}, to the second. */
    public static String exactly(Instant at, Instant now, ZoneId zone) {
        return day(at, now, zone) + " " + SECONDS.format(at.atZone(zone));
    }

    private static String day(Instant at, Instant now, ZoneId zone) {
        LocalDate day = at.atZone(zone).toLocalDate();
        LocalDate today = now.atZone(zone).toLocalDate();
        long days = ChronoUnit.DAYS.between(today, day);
        if (days == 0) {
            return "today";
        }
        if (Math.abs(days) == 1) {
            return days == 1 ? "tomorrow" : "yesterday";
        }
        if (days > 0 && days <= DAYS_NAMED) {
            return WEEKDAY.format(day);
        }
        return (day.getYear() == today.getYear() ? DAY : DAY_OF_YEAR).format(day);
    }

    /** Such as {@code 14:05}, or of another day {@code 3 Mar 14:05}. */
    public static String of(Instant at, Instant now, ZoneId zone) {
        ZonedDateTime then = at.atZone(zone);
        boolean today = then.toLocalDate().equals(now.atZone(zone).toLocalDate());
        return (today ? TODAY : OTHER_DAY).format(then);
    }

    /** Such as {@code 3 min ago}; a time to come reads as now. */
    public static String ago(Instant at, Instant now) {
        long seconds = Math.max(0, now.getEpochSecond() - at.getEpochSecond());
        if (seconds < 60) {
            return "just now";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 86_400 ? seconds / 3_600 + " h ago" : seconds / 86_400 + " d ago";
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
