package dev.wheelhouse.core.platform.cron;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Locale;

/** One of the five fields of a cron expression, in their order (crontab(5)). */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY_OF_MONTH("day of the month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    /** 7 is Sunday as well. */
    DAY_OF_WEEK("day of the week", 0, 7, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

    private static final int MOST_DIGITS = 4;

    private final String title;
    private final int least;
    private final int most;

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> names;

    CronField(String title, int least, int most, List<String> names) {
        this.title = title;
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /** Every value that there is, as bits. */
    long all() {
        return range(least, this == DAY_OF_WEEK ? most - 1 : most, 1);
    }

    /**
     * Reads a list of values, ranges and steps, such as {@code 1-5}, {@code *}{@code /15} or {@code mon,wed}.
     *
     * @return the values as bits
     * @throws AppException {@code validation_failed} on {@code cron}
     */
    long parse(String text) {
        long values = 0;
        for (String part : text.split(",", -1)) {
            values |= parsePart(part);
        }
        if (this == DAY_OF_WEEK && (values & 1L << most) != 0) {
            values = (values & ~(1L << most)) | 1;
        }
        return values;
    }

    private long parsePart(String part) {
        int slash = part.indexOf('/');
        String span = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : number(part.substring(slash + 1), part);
        if (step < 1 || step > most) {
            throw wrong(part, "a step is 1 to " + most);
        }
        if (span.equals("*")) {
            return range(least, this == DAY_OF_WEEK ? most - 1 : most, step);
        }
        int dash = span.indexOf('-');
        if (dash < 0) {
            int value = value(span, part);
            int from = this == DAY_OF_WEEK && value == most ? 0 : value;
            return slash < 0 ? 1L << from : range(from, this == DAY_OF_WEEK ? most - 1 : most, step);
        }
        int from = value(span.substring(0, dash), part);
        int to = value(span.substring(dash + 1), part);
        // Sunday also ends a week; where it begins the range too, it is that one day.
        if (this == DAY_OF_WEEK && to == 0 && from > 0) {
            to = most;
        }
        if (from > to) {
            throw wrong(
                    part, "the range runs backwards; write two, such as " + from + "-" + most + "," + least + "-" + to);
        }
        return range(from, to, step);
    }

    private static long range(int from, int to, int step) {
        long values = 0;
        for (int each = from; each <= to; each += step) {
            values |= 1L << each;
        }
        return values;
    }

    private int value(String text, String part) {
        int name = names.indexOf(text.toLowerCase(Locale.ROOT));
        int value = name >= 0 ? least + name : number(text, part);
        if (value < least || value > most) {
            throw wrong(part, "values are " + least + " to " + most);
        }
        return value;
    }

    private int number(String text, String part) {
        boolean digits = !text.isEmpty()
                && text.length() <= MOST_DIGITS
                && text.chars().allMatch(each -> each >= '0' && each <= '9');
        if (!digits) {
            String also = names.isEmpty() ? "" : " or " + names.getFirst() + " to " + names.getLast();
            throw wrong(
                    part, "use *, numbers " + least + " to " + most + also + ", ranges 1-5, lists 1,3 and steps */2");
        }
        return Integer.parseInt(text);
    }

    private AppException wrong(String part, String why) {
        return AppException.invalid("cron", "In the " + title + ", \"" + part + "\": " + why + ".");
    }
}
