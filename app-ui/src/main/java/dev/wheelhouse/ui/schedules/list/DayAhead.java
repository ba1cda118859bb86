package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.controls.timeline.StripMark;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is due in the next 24 hours.
 *
 * @param range from this minute on
 * @param marks ascending in time
 * @param often those that are due too often to be listed one by one
 */
public record DayAhead(TimeRange range, List<StripMark> marks, List<Often> often) {

    private static final Duration DAY = Duration.ofHours(24);
    /** More than two an hour are a pace. */
    private static final int MOST_TIMES = 48;

    /** @param words how often, such as {@code every 5 minutes} */
    public record Often(String id, String name, String words) {}

    public static DayAhead of(List<ScheduleLine> lines, Instant now) {
        Instant from = now.truncatedTo(ChronoUnit.MINUTES);
        Instant to = from.plus(DAY);
        List<StripMark> marks = new ArrayList<>();
        List<Often> often = new ArrayList<>();
        for (ScheduleLine line : lines) {
            if (line.next() == null || line.next().isAfter(to)) {
                continue;
            }
            Schedule schedule = line.schedule();
            List<Instant> due = due(schedule.dueTimes(), now, to);
            if (due.size() > MOST_TIMES) {
                often.add(new Often(
                        schedule.id(), schedule.name(), schedule.cron().inWords()));
            } else {
                due.forEach(at -> marks.add(new StripMark(at.toEpochMilli(), schedule.id(), schedule.name())));
            }
        }
        marks.sort(Comparator.comparingLong(StripMark::at).thenComparing(StripMark::name));
        return new DayAhead(
                new TimeRange(from.toEpochMilli(), to.toEpochMilli()), List.copyOf(marks), List.copyOf(often));
    }

    private static List<Instant> due(DueTimes times, Instant after, Instant to) {
        List<Instant> due = new ArrayList<>();
        for (Instant at = times.nextAfter(after);
                at.isBefore(to) && due.size() <= MOST_TIMES;
                at = times.nextAfter(at)) {
            due.add(at);
        }
        return due;
    }
}
