package dev.wheelhouse.ui.schedules.gateway;

import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.schedules.RunStatus;
import java.time.Duration;
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
        JobLogText output) {}
