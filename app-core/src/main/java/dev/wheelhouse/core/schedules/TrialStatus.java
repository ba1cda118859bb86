package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run on trial as it stands.
 *
 * @param exitCode only if the command ended by itself
 * @param error why it did not succeed; null while it may, and when it did
 * @param took from its start until now, or until its end
 */
public record TrialStatus(
        RunStatus status,
        @Nullable Integer exitCode,
        @Nullable String error,
        Duration took,
        JobLogText output) {

    static TrialStatus of(Job job, JobLogText output, Instant now) {
        Instant from = Objects.requireNonNullElse(job.startedAt(), job.createdAt());
        Instant to = Objects.requireNonNullElse(job.finishedAt(), now);
        RunStatus status = status(job);
        return new TrialStatus(
                status,
                job.result().get("exitCode") instanceof Number code ? (Integer) code.intValue() : null,
                status == RunStatus.CANCELLED ? null : job.error(),
                to.isBefore(from) ? Duration.ZERO : Duration.between(from, to),
                output);
    }

    private static RunStatus status(Job job) {
        return switch (job.status()) {
            case QUEUED -> RunStatus.QUEUED;
            case RUNNING -> RunStatus.RUNNING;
            case SUCCEEDED -> RunStatus.SUCCEEDED;
            case FAILED ->
                RunStatus.TIMED_OUT.wireName().equals(job.result().get("status"))
                        ? RunStatus.TIMED_OUT
                        : RunStatus.FAILED;
            case CANCELLED -> RunStatus.CANCELLED;
        };
    }
}
