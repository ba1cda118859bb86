package dev.wheelhouse.core.platform.cron;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Five fields that say at which minutes something is due, as crontab(5) reads them, or one of its nicknames. Where both
 * days are restricted, a day that either of them names is due. Immutable.
 *
 * @param text as it was written, blanks tidied
 * @param minutes bits 0..59
 * @param hours bits 0..23
 * @param daysOfMonth bits 1..31
 * @param months bits 1..12
 * @param daysOfWeek bits 0..6, Sunday first
 * @param eitherDay whether a day of the month or of the week suffices
 */
public record CronExpression(
        String text, long minutes, long hours, long daysOfMonth, long months, long daysOfWeek, boolean eitherDay) {

    private static final int LONGEST = 200;
    private static final int FIELDS = 5;

    /** The Gregorian calendar repeats itself after so many years, leap days and days of the week included. */
    private static final int CALENDAR_CYCLE_YEARS = 400;

    private static final Map<String, String> NICKNAMES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");

    /**
     * @throws AppException {@code validation_failed} on {@code cron}, which names the field at fault; also for an
     *     expression that is never due, such as 30 February
     */
    public static CronExpression parse(String text) {
        String tidy = text.strip().replaceAll("\\s+", " ");
        if (tidy.isEmpty() || tidy.length() > LONGEST) {
            throw AppException.invalid("cron", "Write five fields (minute hour day month weekday) or @daily.");
        }
        String[] fields = expanded(tidy).split(" ", -1);
        if (fields.length != FIELDS) {
            throw AppException.invalid(
                    "cron",
                    "Write five fields (minute hour day month weekday); these are " + fields.length + "."
                            + (fields.length == FIELDS + 1 ? " Seconds and years are not used here." : ""));
        }
        long daysOfMonth = CronField.DAY_OF_MONTH.parse(fields[2]);
        long daysOfWeek = CronField.DAY_OF_WEEK.parse(fields[4]);
        CronExpression expression = new CronExpression(
                tidy,
                CronField.MINUTE.parse(fields[0]),
                CronField.HOUR.parse(fields[1]),
                daysOfMonth,
                CronField.MONTH.parse(fields[3]),
                daysOfWeek,
                // crontab(5): a field that begins with * restricts nothing by itself.
                !fields[2].startsWith("*") && !fields[4].startsWith("*"));
        if (expression.nextDate(LocalDate.EPOCH).isEmpty()) {
            throw AppException.invalid(
                    "cron", "No day is ever due: none of those months has such a day. Choose another day or month.");
        }
        return expression;
    }

    private static String expanded(String tidy) {
        if (!tidy.startsWith("@")) {
            return tidy;
        }
        String fields = NICKNAMES.get(tidy.toLowerCase(Locale.ROOT));
        if (fields == null) {
            throw AppException.invalid(
                    "cron",
                    tidy.equalsIgnoreCase("@reboot")
                            ? "A schedule is due at times, not at a start. Use five fields or @daily."
                            : "There is no " + tidy
                                    + ". Use @hourly, @daily, @weekly, @monthly, @yearly or five fields.");
        }
        return fields;
    }

    /** Whether it is due in every hour of a day, so that it is an interval rather than times of the day. */
    public boolean isEveryHour() {
        return hours == CronField.HOUR.all();
    }

    /** What it means, in English, such as {@code "at 02:30 on Monday to Friday"}. */
    public String inWords() {
        return new CronWords(this).text();
    }

    /** The first due minute after a moment on the clock on the wall. */
    public LocalDateTime nextAfter(LocalDateTime moment) {
        LocalDateTime from = moment.withSecond(0).withNano(0).plusMinutes(1);
        LocalDate date = from.toLocalDate();
        if (isDue(date)) {
            Optional<LocalTime> time = nextTime(from.toLocalTime());
            if (time.isPresent()) {
                return date.atTime(time.get());
            }
        }
        LocalDate next = nextDate(date.plusDays(1))
                .orElseThrow(() -> new IllegalStateException("Refused where it was parsed: " + text));
        return next.atTime(nextTime(LocalTime.MIN).orElseThrow());
    }

    /** Whether that minute is due. */
    public boolean isDue(LocalDateTime minute) {
        return isDue(minute.toLocalDate()) && has(hours, minute.getHour()) && has(minutes, minute.getMinute());
    }

    private boolean isDue(LocalDate date) {
        if (!has(months, date.getMonthValue())) {
            return false;
        }
        boolean byMonth = has(daysOfMonth, date.getDayOfMonth());
        boolean byWeek = has(daysOfWeek, date.getDayOfWeek().getValue() % 7);
        return eitherDay ? byMonth || byWeek : byMonth && byWeek;
    }

    private Optional<LocalDate> nextDate(LocalDate from) {
        LocalDate end = from.plusYears(CALENDAR_CYCLE_YEARS);
        for (LocalDate date = from; date.isBefore(end); ) {
            if (!has(months, date.getMonthValue())) {
                date = YearMonth.from(date).plusMonths(1).atDay(1);
                continue;
            }
            if (isDue(date)) {
                return Optional.of(date);
            }
            date = date.plusDays(1);
        }
        return Optional.empty();
    }

    private Optional<LocalTime> nextTime(LocalTime from) {
        int minute = nextBit(minutes, from.getMinute());
        if (has(hours, from.getHour()) && minute >= 0) {
            return Optional.of(LocalTime.of(from.getHour(), minute));
        }
        int hour = nextBit(hours, from.getHour() + 1);
        return hour < 0 ? Optional.empty() : Optional.of(LocalTime.of(hour, nextBit(minutes, 0)));
    }

    /** The lowest value from {@code from} on; -1 when there is none. */
    private static int nextBit(long values, int from) {
        long left = values & -1L << from;
        return left == 0 ? -1 : Long.numberOfTrailingZeros(left);
    }

    private static boolean has(long values, int value) {
        return (values & 1L << value) != 0;
    }
}
