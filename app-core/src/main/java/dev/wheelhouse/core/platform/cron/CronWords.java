package dev.wheelhouse.core.platform.cron;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Says in English what an expression means, such as {@code "at 02:30 on Monday to Friday"}. */
final class CronWords {

    /** More times of the day than this are written as a pattern. */
    private static final int MOST_TIMES = 6;

    private final CronExpression cron;

    CronWords(CronExpression cron) {
        this.cron = cron;
    }

    String text() {
        return times() + days() + months();
    }

    private String times() {
        List<Integer> minutes = values(cron.minutes());
        List<Integer> hours = values(cron.hours());
        if (minutes.size() * hours.size() <= MOST_TIMES) {
            List<String> times = new ArrayList<>();
            hours.forEach(hour ->
                    minutes.forEach(minute -> times.add(String.format(Locale.ROOT, "%02d:%02d", hour, minute))));
            return "at " + joined(times);
        }
        return minutesInWords(minutes) + hoursInWords(hours);
    }

    private static String minutesInWords(List<Integer> minutes) {
        if (minutes.size() == 60) {
            return "every minute";
        }
        int pace = pace(minutes, 60);
        if (pace > 0 && minutes.getFirst() == 0) {
            return "every " + pace + " minutes";
        }
        if (minutes.equals(List.of(0))) {
            return "on the hour";
        }
        return "at " + spans(minutes, Integer::toString) + (minutes.equals(List.of(1)) ? " minute" : " minutes")
                + " past the hour";
    }

    private static String hoursInWords(List<Integer> hours) {
        if (hours.size() == 24) {
            return "";
        }
        int pace = pace(hours, 24);
        if (pace > 0) {
            String start = hours.getFirst() == 0 ? "" : " from " + clock(hours.getFirst());
            return ", every " + pace + " hours" + start;
        }
        return ", in the hours " + spans(hours, CronWords::clock);
    }

    private static String clock(int hour) {
        return String.format(Locale.ROOT, "%02d:00", hour);
    }

    private String days() {
        List<Integer> ofMonth = values(cron.daysOfMonth());
        List<Integer> ofWeek = values(cron.daysOfWeek());
        boolean everyDayOfMonth = ofMonth.size() == 31;
        boolean everyDayOfWeek = ofWeek.size() == 7;
        String month = "the " + spans(ofMonth, CronWords::ordinal) + " of the month";
        String week = weekdays(ofWeek);
        if (everyDayOfMonth && everyDayOfWeek) {
            return "";
        }
        if (cron.eitherDay()) {
            return everyDayOfMonth || everyDayOfWeek ? "" : " on " + month + " and on every " + week;
        }
        if (everyDayOfWeek) {
            return " on " + month;
        }
        return everyDayOfMonth ? " on " + week : " on " + month + " if it is " + week;
    }

    /** Monday first, as people count a working week. */
    private static String weekdays(List<Integer> days) {
        List<Integer> mondayFirst =
                days.stream().map(day -> day == 0 ? 7 : day).sorted().toList();
        return spans(mondayFirst, day -> DayOfWeek.of(day).getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }

    private String months() {
        List<Integer> months = values(cron.months());
        if (months.size() == 12) {
            return "";
        }
        return " in " + spans(months, month -> Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }

    private static String ordinal(int day) {
        int tens = day / 10;
        String ending = tens == 1
                ? "th"
                : switch (day % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return day + ending;
    }

    /** The distance between all neighbours, also round the end; 0 when it differs or is 1. */
    private static int pace(List<Integer> values, int cycle) {
        if (values.size() < 2) {
            return 0;
        }
        int pace = values.get(1) - values.get(0);
        if (pace == 1 || values.size() * pace != cycle) {
            return 0;
        }
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i) - values.get(i - 1) != pace) {
                return 0;
            }
        }
        return pace;
    }

    /** Three or more neighbours become one span. */
    private static String spans(List<Integer> values, IntFunction<String> word) {
        List<String> parts = new ArrayList<>();
        for (int start = 0; start < values.size(); ) {
            int end = start;
            while (end + 1 < values.size() && values.get(end + 1) == values.get(end) + 1) {
                end++;
            }
            if (end - start >= 2) {
                parts.add(word.apply(values.get(start)) + " to " + word.apply(values.get(end)));
            } else {
                for (int each = start; each <= end; each++) {
                    parts.add(word.apply(values.get(each)));
                }
            }
            start = end + 1;
        }
        return joined(parts);
    }

    private static String joined(List<String> parts) {
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        return String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }

    private static List<Integer> values(long bits) {
        List<Integer> values = new ArrayList<>();
        for (long left = bits; left != 0; left &= left - 1) {
            values.add(Long.numberOfTrailingZeros(left));
        }
        return values;
    }
}
