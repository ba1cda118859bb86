package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.controls.timeline.RunBar;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it was last seen, in words. Two of one moment are equal when they read the same.
 *
 * @param runs its newest runs, newest first
 * @param serverName as people know its server
 * @param isPaused whether everything is paused
 * @param next when it is due next; null while it is switched off or paused
 * @param nextIn such as {@code in 3 h 12 min}; what keeps it where it is not due
 * @param nextAt such as {@code today 02:30}; empty where it is not due
 * @param lastWords duration and age of the last run; empty for none
 * @param bars of its runs, oldest first
 */
public record ScheduleLine(
        Schedule schedule,
        List<ScheduleRun> runs,
        String serverName,
        boolean isPaused,
        @Nullable Instant next,
        String nextIn,
        String nextAt,
        String lastWords,
        List<RunBar> bars) {

    static ScheduleLine of(
            Schedule schedule, List<ScheduleRun> runs, String serverName, boolean isPaused, Instant now, ZoneId zone) {
        boolean isDue = schedule.enabled() && !isPaused;
        Instant next = isDue ? schedule.dueTimes().nextAfter(now) : null;
        return new ScheduleLine(
                schedule,
                List.copyOf(runs),
                serverName,
                isPaused,
                next,
                next == null ? (schedule.enabled() ? "Paused" : "Disabled") : Moments.in(next, now),
                next == null ? "" : Moments.onDay(next, now, zone),
                runs.isEmpty() ? "" : lastWords(runs.getFirst(), now),
                bars(runs, now, zone));
    }

    private static String lastWords(ScheduleRun last, Instant now) {
        Optional<Duration> took = ScheduleLabels.took(last, now);
        if (!last.status().isFinal()) {
            return took.map(each -> "for " + ScheduleLabels.duration(each)).orElse("to begin");
        }
        String ago = Moments.ago(last.begin(), now);
        return took.map(each -> ScheduleLabels.duration(each) + "  ·  " + ago).orElse(ago);
    }

    /** What runs of a schedule look like as bars. */
    public static List<RunBar> bars(List<ScheduleRun> newestFirst, Instant now, ZoneId zone) {
        List<RunBar> bars = new ArrayList<>();
        for (ScheduleRun run : newestFirst) {
            bars.add(new RunBar(
                    run.id(),
                    ScheduleLabels.kind(run.status()),
                    ScheduleLabels.took(run, now).map(Duration::toMillis).orElse(0L),
                    ScheduleLabels.line(run, now, zone)));
        }
        Collections.reverse(bars);
        return List.copyOf(bars);
    }

    public String id() {
        return schedule.id();
    }

    public String name() {
        return schedule.name();
    }

    public Optional<ScheduleRun> last() {
        return runs.stream().findFirst();
    }

    /** The run that is under way; empty for none. */
    public Optional<ScheduleRun> running() {
        return runs.stream().filter(each -> each.status() == RunStatus.RUNNING).findFirst();
    }

    /** Whether its last run that was to happen did not go well. */
    public boolean isTroubled() {
        return runs.stream()
                .filter(each -> each.status().isFinal() && each.status() != RunStatus.SKIPPED)
                .findFirst()
                .map(each -> switch (each.status()) {
                    case FAILED, TIMED_OUT, MISSED -> true;
                    case QUEUED, RUNNING, SUCCEEDED, CANCELLED, SKIPPED -> false;
                })
                .orElse(false);
    }

    /** All bars in words, for screen readers. */
    public String barWords() {
        if (bars.isEmpty()) {
            return "No run yet";
        }
        long good = runs.stream()
                .filter(each -> each.status() == RunStatus.SUCCEEDED)
                .count();
        return good + " of the last " + bars.size() + " succeeded";
    }

    /** Whether a text stands in what people know it by; case does not matter. */
    public boolean matches(String filter) {
        String wanted = filter.strip().toLowerCase(Locale.ROOT);
        return wanted.isEmpty()
                || List.of(
                                name(),
                                serverName,
                                schedule.command(),
                                schedule.cron().text(),
                                ScheduleLabels.when(schedule))
                        .stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
