package dev.wheelhouse.ui.logs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads where a person wants to go: to a line or to a time. */
final class JumpText {

    static final String HELP =
            "Type a line number (1200), a time (14:05, 14:05:30, 2026-11-21 14:05) or how long ago (15m, 2h, 3d).";

    private static final Pattern LINE = Pattern.compile("[#:]?(\\d[\\d,. ]*)");
    private static final Pattern AGO = Pattern.compile("-?(\\d{1,6})\\s*(s|m|min|h|d)(?:\\s+ago)?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(\\.\\d{1,9})?)?");
    private static final Pattern DAY = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ]+(.*))?");

    private JumpText() {}

    /** Where to go. */
    sealed interface Goal {}

    /** @param number from 0 */
    record Line(long number) implements Goal {}

    record Moment(Instant time) implements Goal {}

    /** @return empty for what is neither */
    static Optional<Goal> read(String typed, Instant now, ZoneId zone) {
        String text = typed.strip();
        Matcher line = LINE.matcher(text);
        if (line.matches()) {
            return number(line.group(1));
        }
        Matcher ago = AGO.matcher(text);
        if (ago.matches()) {
            return Optional.of(new Moment(now.minus(length(Long.parseLong(ago.group(1)), ago.group(2)))));
        }
        try {
            return time(text, now, zone).map(Moment::new);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Goal> number(String digits) {
        String plain = digits.replaceAll("[,. ]", "");
        return plain.length() > 15 ? Optional.empty() : Optional.of(new Line(Math.max(0, Long.parseLong(plain) - 1)));
    }

    private static Duration length(long count, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofMinutes(count);
        };
    }

    private static Optional<Instant> time(String text, Instant now, ZoneId zone) {
        if (TIME.matcher(text).matches()) {
            ZonedDateTime at = now.atZone(zone).with(clock(text));
            // A time that is yet to come was yesterday's.
            return Optional.of((at.toInstant().isAfter(now) ? at.minusDays(1) : at).toInstant());
        }
        Matcher day = DAY.matcher(text);
        if (!day.matches()) {
            return Optional.empty();
        }
        LocalDate date = LocalDate.parse(day.group(1));
        String rest = day.group(2) == null ? "" : day.group(2).strip();
        if (rest.isEmpty()) {
            return Optional.of(date.atStartOfDay(zone).toInstant());
        }
        if (TIME.matcher(rest).matches()) {
            return Optional.of(LocalDateTime.of(date, clock(rest)).atZone(zone).toInstant());
        }
        return Optional.of(
                OffsetDateTime.parse(date + "T" + rest.replace(" ", "")).toInstant());
    }

    private static LocalTime clock(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new DateTimeException("No time: " + text);
        }
        int seconds = time.group(3) == null ? 0 : Integer.parseInt(time.group(3));
        int nanos = time.group(4) == null ? 0 : (int) Math.round(Double.parseDouble("0" + time.group(4)) * 1e9);
        return LocalTime.of(Integer.parseInt(time.group(1)), Integer.parseInt(time.group(2)), seconds, nanos);
    }
}
