package dev.wheelhouse.ui.schedules.form;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as people write it: {@code 90 s}, {@code 15 min}, {@code 1 h 30 min}, {@code 2 days}. */
final class TimeAmount {

    private static final Pattern PART = Pattern.compile("(\\d{1,7})\\s*([a-z]*)\\s*");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private TimeAmount() {}

    /** Empty for what is no length of time; a number alone means seconds. */
    static Optional<Duration> parse(String text) {
        String rest = text.strip().toLowerCase(Locale.ROOT);
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        long seconds = 0;
        Matcher part = PART.matcher(rest);
        int end = 0;
        while (part.find() && part.start() == end) {
            long unit = unit(part.group(2));
            if (unit == 0) {
                return Optional.empty();
            }
            seconds += Long.parseLong(part.group(1)) * unit;
            end = part.end();
        }
        return end == rest.length() ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty();
    }

    private static long unit(String word) {
        return switch (word) {
            case "", "s", "sec", "second", "seconds" -> 1;
            case "m", "min", "mins", "minute", "minutes" -> MINUTE;
            case "h", "hour", "hours" -> HOUR;
            case "d", "day", "days" -> DAY;
            default -> 0;
        };
    }

    /** Nothing is rounded. */
    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        StringBuilder words = new StringBuilder();
        add(words, seconds / DAY, "d");
        add(words, seconds % DAY / HOUR, "h");
        add(words, seconds % HOUR / MINUTE, "min");
        add(words, seconds % MINUTE, "s");
        return words.isEmpty() ? "0 s" : words.toString();
    }

    private static void add(StringBuilder words, long count, String unit) {
        if (count > 0) {
            words.append(words.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
        }
    }
}
