package dev.wheelhouse.ui.backups.page;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import dev.wheelhouse.ui.shell.jobs.JobLine;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as it was read last, in words.
 *
 * @param began when it started, or was queued
 * @param took how long it took, or has been running; a dash for what never began
 * @param size as stored; a dash until it is complete
 * @param below the line below its status
 * @param progress 0 to 1; negative where unknown
 * @param note why it failed, or what it does now
 */
record RunLine(BackupRun run, String began, String took, String size, String below, double progress, String note) {

    private static final String NONE = "—";

    /** @param job of the run; null when it is not under way */
    static RunLine of(BackupRun run, @Nullable Job job, Instant now, ZoneId zone) {
        Instant started = run.startedAt();
        JobLine line = job == null ? null : JobLine.of(job, "", now, zone);
        return new RunLine(
                run,
                Moments.onDay(Objects.requireNonNullElse(started, run.createdAt()), now, zone),
                started == null ? NONE : ScheduleLabels.duration(took(run, started, now)),
                run.sizeBytes() == null ? NONE : ChartUnit.BYTES.words(run.sizeBytes()),
                below(run),
                line == null ? -1 : line.progress(),
                line == null ? Objects.requireNonNullElse(run.error(), "") : note(line));
    }

    private static Duration took(BackupRun run, Instant started, Instant now) {
        Duration took = Duration.between(started, Objects.requireNonNullElse(run.finishedAt(), now));
        return took.isNegative() ? Duration.ZERO : took;
    }

    private static String below(BackupRun run) {
        return switch (run.verification()) {
            case NONE -> BackupLabels.trigger(run.trigger());
            case PASSED -> "verified";
            case FAILED -> "not restorable";
        };
    }

    private static String note(JobLine line) {
        return line.progress() < 0
                ? line.words()
                : line.words() + ", %d %%, ".formatted((int) (line.progress() * 100)) + line.time();
    }

    String id() {
        return run.id();
    }
}
