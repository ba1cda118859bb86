package dev.wheelhouse.ui.controls.chart;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Round times of a zone: on the hour, at midnight, on Mondays, on the first of a month. Where a clock is put forward the
 * hour that is left out has no tick; where it is put back the second passage has none.
 */
public final class TimeTicks {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long[] WITHIN_DAY = {
        SECOND,
        2 * SECOND,
        5 * SECOND,
        10 * SECOND,
        15 * SECOND,
        30 * SECOND,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        6 * HOUR,
        12 * HOUR
    };
    private static final int[] MONTHS = {1, 2, 3, 6, 12};
    private static final long LONGEST_MONTH = 31;

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM", Locale.ENGLISH);
    private static final DateTimeFormatter YEAR = DateTimeFormatter.ofPattern("yyyy", Locale.ROOT);

    /**
     * @param at milliseconds since the epoch
     * @param text as short as the distance of the ticks allows
     */
    public record Tick(long at, String text) {}

    private TimeTicks() {}

    /** @param most how many there is room for, at least 1 */
    public static List<Tick> of(TimeRange range, ZoneId zone, int most) {
        long rough = range.span() / Math.max(1, most);
        for (long step : WITHIN_DAY) {
            if (rough <= step) {
                return withinDays(range, zone, step);
            }
        }
        if (rough <= 7 * DAY) {
            return days(range, zone, rough <= DAY ? 1 : rough <= 2 * DAY ? 2 : 7);
        }
        for (int months : MONTHS) {
            if (rough <= months * LONGEST_MONTH * DAY) {
                return months(range, zone, months);
            }
        }
        return months(range, zone, (int) Math.ceilDiv(rough, 365 * DAY) * 12);
    }

    private static List<Tick> withinDays(TimeRange range, ZoneId zone, long step) {
        DateTimeFormatter format = step < MINUTE ? SECONDS : MINUTES;
        List<Tick> ticks = new ArrayList<>();
        LocalDateTime from = local(range.from(), zone);
        long sinceMidnight = from.toLocalTime().toNanoOfDay() / 1_000_000;
        LocalDateTime at = from.toLocalDate().atStartOfDay().plus(sinceMidnight / step * step, ChronoUnit.MILLIS);
        while (true) {
            Instant instant = at.atZone(zone).toInstant();
            long millis = instant.toEpochMilli();
            if (millis >= range.to()) {
                return ticks;
            }
            boolean exists = LocalDateTime.ofInstant(instant, zone).equals(at);
            if (exists && millis >= range.from()) {
                ticks.add(new Tick(millis, (at.toLocalTime().equals(LocalTime.MIDNIGHT) ? DAYS : format).format(at)));
            }
            at = at.plus(step, ChronoUnit.MILLIS);
        }
    }

    private static List<Tick> days(TimeRange range, ZoneId zone, int step) {
        List<Tick> ticks = new ArrayList<>();
        LocalDate day = local(range.from(), zone).toLocalDate();
        day = step == 7
                ? day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                : LocalDate.ofEpochDay(Math.floorDiv(day.toEpochDay(), step) * step);
        for (; start(day, zone) < range.to(); day = day.plusDays(step)) {
            if (start(day, zone) >= range.from()) {
                ticks.add(new Tick(start(day, zone), DAYS.format(day)));
            }
        }
        return ticks;
    }

    private static List<Tick> months(TimeRange range, ZoneId zone, int step) {
        List<Tick> ticks = new ArrayList<>();
        LocalDate first = local(range.from(), zone).toLocalDate().withDayOfMonth(1);
        long month = first.getYear() * 12L + first.getMonthValue() - 1;
        LocalDate day = first.minusMonths(Math.floorMod(month, step));
        for (; start(day, zone) < range.to(); day = day.plusMonths(step)) {
            if (start(day, zone) >= range.from()) {
                ticks.add(new Tick(start(day, zone), (day.getMonthValue() == 1 ? YEAR : MONTH).format(day)));
            }
        }
        return ticks;
    }

    private static long start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    private static LocalDateTime local(long at, ZoneId zone) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(at), zone);
    }
}
