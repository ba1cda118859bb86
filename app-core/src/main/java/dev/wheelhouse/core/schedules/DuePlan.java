package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.cron.DueTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done about a schedule's due times in a stretch of time. Pure.
 *
 * @param onTime those that run now
 * @param missed those too long ago to run, the newest {@link #MOST_ROWS} of them, oldest first
 * @param older those missed before them; null when there are none
 * @param next the first due time after the stretch
 */
record DuePlan(
        List<Instant> onTime,
        List<Instant> missed,
        @Nullable Older older,
        Instant next) {

    /** How many missed due times have a row of their own. */
    static final int MOST_ROWS = 100;

    /** Further than this nobody counts. */
    static final int MOST_COUNTED = 100_000;

    /**
     * Missed due times that share one row.
     *
     * @param count as far as it was counted
     */
    record Older(int count, Instant first, Instant last) {}

    /**
     * @param after the last moment that was handled
     * @param now the end of the stretch; before {@code after} when the clock was set back, and then nothing is due
     * @param grace how late a due time still runs
     */
    static DuePlan of(DueTimes due, Instant after, Instant now, Duration grace) {
        if (now.isBefore(after)) {
            return new DuePlan(List.of(), List.of(), null, due.nextAfter(after));
        }
        // What was due at this very moment is on time still.
        Instant late = now.minus(grace);
        List<Instant> onTime = newest(due, late.isAfter(after) ? late.minusNanos(1) : after, now);
        Instant next = due.nextAfter(now);
        if (!due.nextAfter(after).isBefore(late)) {
            return new DuePlan(onTime, List.of(), null, next);
        }
        List<Instant> missed = newest(due, after, late.minusNanos(1));
        return new DuePlan(onTime, missed, older(due, after, missed.getFirst()), next);
    }

    /** The newest due times of a stretch, found from its end so that years of minutes cost no more than a few. */
    private static List<Instant> newest(DueTimes due, Instant after, Instant end) {
        Duration window = Duration.ofMinutes(MOST_ROWS);
        while (true) {
            boolean whole = !end.minus(window).isAfter(after);
            Instant from = whole ? after : end.minus(window);
            Deque<Instant> found = new ArrayDeque<>();
            for (Instant each = due.nextAfter(from); !each.isAfter(end); each = due.nextAfter(each)) {
                found.addLast(each);
                if (found.size() > MOST_ROWS) {
                    found.removeFirst();
                }
            }
            if (whole || found.size() == MOST_ROWS) {
                return List.copyOf(found);
            }
            window = window.multipliedBy(2);
        }
    }

    private static @Nullable Older older(DueTimes due, Instant after, Instant firstWithRow) {
        Instant first = due.nextAfter(after);
        if (!first.isBefore(firstWithRow)) {
            return null;
        }
        int count = 0;
        Instant last = first;
        for (Instant each = first; each.isBefore(firstWithRow) && count < MOST_COUNTED; each = due.nextAfter(each)) {
            count++;
            last = each;
        }
        return new Older(count, first, last);
    }
}
