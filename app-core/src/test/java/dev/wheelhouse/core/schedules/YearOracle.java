package dev.wheelhouse.core.schedules;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Tells due times by walking every minute of real time and looking at the clock on the wall; shares nothing with what it
 * judges.
 */
final class YearOracle {

    private static final long ANY = -1;

    /**
     * Which minutes of a wall clock are due: a bit a value, {@code -1} for all of them.
     *
     * @param hours all of them make it a pace rather than times of the day
     * @param weekdays 0 is Sunday
     */
    record CronFields(long minutes, long hours, long days, long months, long weekdays) {

        static long any() {
            return ANY;
        }

        static long of(LongStream values) {
            return values.map(each -> 1L << each).reduce(0, (a, b) -> a | b);
        }

        /** In the words of crontab. */
        String cron() {
            return text(minutes) + " " + text(hours) + " " + text(days) + " " + text(months) + " " + text(weekdays);
        }

        private static String text(long values) {
            return values == ANY
                    ? "*"
                    : LongStream.range(0, 60)
                            .filter(each -> has(values, (int) each))
                            .mapToObj(String::valueOf)
                            .collect(Collectors.joining(","));
        }

        private static boolean has(long values, int value) {
            return ((values >> value) & 1) == 1;
        }

        private boolean matches(Wall wall) {
            return has(minutes, wall.minute())
                    && has(hours, wall.hour())
                    && has(months, wall.month())
                    // Where both are named, either will do (crontab(5)).
                    && ((days != ANY && weekdays != ANY)
                            ? has(days, wall.day()) || has(weekdays, wall.weekday())
                            : has(days, wall.day()) && has(weekdays, wall.weekday()));
        }
    }

    /** A minute on the wall. */
    private record Wall(int minute, int hour, int day, int month, int weekday) {

        static Wall of(LocalDateTime time) {
            return new Wall(
                    time.getMinute(),
                    time.getHour(),
                    time.getDayOfMonth(),
                    time.getMonthValue(),
                    time.getDayOfWeek().getValue() % 7);
        }
    }

    private final Instant from;
    private final List<Wall> walls = new ArrayList<>();
    private final Set<Integer> repeated = new TreeSet<>();
    private final Map<Integer, List<Wall>> leftOut = new TreeMap<>();

    /** Of the time after {@code from} and not after {@code to}, both on a whole minute. */
    YearOracle(ZoneId zone, Instant from, Instant to) {
        this.from = from;
        LocalDateTime before = LocalDateTime.ofInstant(from, zone);
        LocalDateTime latest = before;
        for (Instant now = from.plusSeconds(60); !now.isAfter(to); now = now.plusSeconds(60)) {
            LocalDateTime wall = LocalDateTime.ofInstant(now, zone);
            int step = walls.size();
            for (LocalDateTime left = before.plusMinutes(1); left.isBefore(wall); left = left.plusMinutes(1)) {
                leftOut.computeIfAbsent(step, _ -> new ArrayList<>()).add(Wall.of(left));
            }
            if (!wall.isAfter(latest)) {
                repeated.add(step);
            } else {
                latest = wall;
            }
            walls.add(Wall.of(wall));
            before = wall;
        }
    }

    /** Every due time, in their order. */
    Set<Instant> due(CronFields fields) {
        boolean pace = fields.hours() == ANY;
        Set<Instant> due = new TreeSet<>();
        for (int step = 0; step < walls.size(); step++) {
            // Minutes that the wall clock shows a second time were due the first time; of a pace both are.
            if (fields.matches(walls.get(step)) && (pace || !repeated.contains(step))) {
                due.add(at(step));
            }
        }
        if (!pace) {
            // Minutes that it leaves out fall on the moment that it jumps to.
            leftOut.forEach((step, walls) -> {
                if (walls.stream().anyMatch(fields::matches)) {
                    due.add(at(step));
                }
            });
        }
        return due;
    }

    private Instant at(int step) {
        return from.plusSeconds(60L * (step + 1));
    }
}
