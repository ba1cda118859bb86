package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.RunTrigger;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.controls.timeline.BarKind;
import dev.wheelhouse.ui.databases.history.HistoryLabels;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Schedules and their runs as people read them. */
public final class ScheduleLabels {

    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final long HOUR_MILLIS = 3_600_000;

    private ScheduleLabels() {}

    /** The time of the day to the second. */
    public static String exactTime(Instant at, ZoneId zone) {
        return EXACT.format(at.atZone(zone));
    }

    /** What the expression means, as the beginning of a sentence. */
    public static String when(Schedule schedule) {
        return capital(schedule.cron().inWords());
    }

    public static String capital(String words) {
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** The expression as it was written, with its zone where that is not the window's. */
    public static String expression(Schedule schedule, ZoneId own) {
        String text = schedule.cron().text();
        return schedule.timeZone().equals(own)
                ? text
                : text + "  ·  " + schedule.timeZone().getId();
    }

    /** How an outcome is shown: a word, an icon of Ikonli's Feather pack with its style, and a bar. */
    record Look(String words, String icon, String style, BarKind bar) {}

    static Look look(RunStatus status) {
        return switch (status) {
            case QUEUED -> new Look("Queued", "fth-clock", "accent-icon", BarKind.RUNNING);
            case RUNNING -> new Look("Running", "fth-loader", "accent-icon", BarKind.RUNNING);
            case SUCCEEDED -> new Look("Succeeded", "fth-check-circle", "success-icon", BarKind.SUCCESS);
            case FAILED -> new Look("Failed", "fth-x-circle", "danger-icon", BarKind.FAILURE);
            case TIMED_OUT -> new Look("Timed out", "fth-watch", "warning-icon", BarKind.WARNING);
            case CANCELLED -> new Look("Cancelled", "fth-slash", "muted-icon", BarKind.NEUTRAL);
            case SKIPPED -> new Look("Skipped", "fth-skip-forward", "muted-icon", BarKind.LEFT_OUT);
            case MISSED -> new Look("Missed", "fth-alert-circle", "danger-icon", BarKind.ABSENT);
        };
    }

    public static String status(RunStatus status) {
        return look(status).words();
    }

    static BarKind kind(RunStatus status) {
        return look(status).bar();
    }

    /** How long a run took, or has been running; empty for what never began. */
    public static Optional<Duration> took(ScheduleRun run, Instant now) {
        if (run.startedAt() == null) {
            return Optional.empty();
        }
        Duration took = Duration.between(run.startedAt(), Objects.requireNonNullElse(run.finishedAt(), now));
        return Optional.of(took.isNegative() ? Duration.ZERO : took);
    }

    /** Such as {@code 320 ms}, {@code 3.4 s} or {@code 1 h 20 min}. */
    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        return millis < HOUR_MILLIS ? HistoryLabels.elapsed(millis) : Moments.span(duration);
    }

    /** How it came to run, where that was not its time; empty otherwise. */
    public static String trigger(RunTrigger trigger) {
        return switch (trigger) {
            case SCHEDULE -> "";
            case MANUAL -> "manual";
            case CATCH_UP -> "catch-up";
        };
    }

    /** A run in one line. */
    public static String line(ScheduleRun run, Instant now, ZoneId zone) {
        List<String> parts = new ArrayList<>();
        parts.add(status(run.status()));
        parts.add(Moments.onDay(run.begin(), now, zone));
        took(run, now).ifPresent(took -> parts.add(duration(took)));
        if (run.exitCode() != null && run.exitCode() != 0) {
            parts.add("exit code " + run.exitCode());
        }
        if (!trigger(run.trigger()).isEmpty()) {
            parts.add(trigger(run.trigger()));
        }
        return String.join("  ·  ", parts);
    }

    public static String overlap(Overlap overlap) {
        return switch (overlap) {
            case SKIP -> "Skip";
            case QUEUE -> "Queue";
            case KILL_PREVIOUS -> "Kill previous";
        };
    }

    public static String overlapSentence(Overlap overlap) {
        return switch (overlap) {
            case SKIP -> "If a run is still going when the next is due, the next is skipped.";
            case QUEUE -> "If a run is still going when the next is due, the next waits for it.";
            case KILL_PREVIOUS -> "If a run is still going when the next is due, it is killed and the next begins.";
        };
    }

    public static String missed(MissedPolicy missed) {
        return switch (missed) {
            case RUN_ONCE -> "Run once on start-up";
            case SKIP -> "Skip missed runs";
        };
    }

    public static String missedSentence(MissedPolicy missed) {
        return switch (missed) {
            case RUN_ONCE -> "One run makes up for those missed while Wheelhouse was not running.";
            case SKIP -> "Runs missed while Wheelhouse was not running are listed as missed.";
        };
    }
}
