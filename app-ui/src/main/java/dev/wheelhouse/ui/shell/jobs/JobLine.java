package dev.wheelhouse.ui.shell.jobs;

import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A job in words.
 *
 * @param title what it does, and to what where that is known
 * @param begun when it was started; empty while it waits
 * @param time how long it has taken, and may take still
 * @param progress 0 to 1; negative while nobody knows
 */
public record JobLine(
        String id, String title, String words, String begun, String time, double progress, JobStatus status) {

    private static final int SECONDS_A_MINUTE = 60;
    private static final int MINUTES_AN_HOUR = 60;
    private static final double ENOUGH_TO_ESTIMATE = 0.02;
    private static final Duration LONG_ENOUGH_TO_ESTIMATE = Duration.ofSeconds(3);

    /** @param subject the name of what it is done to; empty where nobody knows */
    public static JobLine of(Job job, String subject, Instant now, ZoneId zone) {
        double progress = progress(job);
        Instant started = job.startedAt();
        return new JobLine(
                job.id(),
                subject.isEmpty() ? title(job) : title(job) + " · " + subject,
                words(job),
                started == null ? "" : Moments.of(started, now, zone),
                time(job, progress, now),
                progress,
                job.status());
    }

    boolean isRunning() {
        return !status.isFinal();
    }

    private static String title(Job job) {
        String kind = job.kind().replace('_', ' ').replace('-', ' ');
        return Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
    }

    private static String words(Job job) {
        if (job.error() != null) {
            return job.error();
        }
        if (job.message() != null) {
            return job.message();
        }
        return switch (job.status()) {
            case QUEUED -> "Queued";
            case RUNNING -> "Running";
            case SUCCEEDED -> "Succeeded";
            case FAILED -> "Failed";
            case CANCELLED -> "Cancelled";
        };
    }

    private static double progress(Job job) {
        if (job.status() == JobStatus.SUCCEEDED) {
            return 1;
        }
        Long done = job.progressDone();
        Long total = job.progressTotal();
        return done == null || total == null || total <= 0 ? -1 : Math.clamp((double) done / total, 0, 1);
    }

    private static String time(Job job, double progress, Instant now) {
        Instant started = job.startedAt();
        if (started == null) {
            return "";
        }
        Instant finished = job.finishedAt();
        Duration elapsed = Duration.between(started, finished == null ? now : finished);
        if (elapsed.isNegative()) {
            // The clock was set back.
            elapsed = Duration.ZERO;
        }
        String words = words(elapsed);
        boolean tooEarly = progress < ENOUGH_TO_ESTIMATE || elapsed.compareTo(LONG_ENOUGH_TO_ESTIMATE) < 0;
        if (finished != null || tooEarly) {
            return words;
        }
        Duration left = Duration.ofMillis((long) (elapsed.toMillis() * (1 - progress) / progress));
        return words + ", about " + words(left) + " left";
    }

    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < SECONDS_A_MINUTE) {
            return seconds + " s";
        }
        if (duration.toMinutes() < MINUTES_AN_HOUR) {
            return duration.toMinutes() + " min " + seconds % SECONDS_A_MINUTE + " s";
        }
        return duration.toHours() + " h " + duration.toMinutes() % MINUTES_AN_HOUR + " min";
    }
}
