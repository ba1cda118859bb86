package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a command ended.
 *
 * @param exitCode 0..255, only if it ended by itself
 * @param error null for one that succeeded
 */
record CommandEnd(
        RunStatus status,
        @Nullable Integer exitCode,
        @Nullable String error) {

    /** It did not begin, or what ran it failed. */
    static final CommandEnd NONE = new CommandEnd(RunStatus.FAILED, null, null);

    /** The job's result, for programs. */
    Map<String, Object> told() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("status", status.wireName());
        if (exitCode != null) {
            told.put("exitCode", exitCode);
        }
        return told;
    }

    /**
     * What a job ends with.
     *
     * @param succeeded the sentence for a command that succeeded
     * @throws AppException {@code cancelled}, or {@code state_invalid} with the error
     */
    String orThrow(String succeeded) {
        return switch (status) {
            case SUCCEEDED -> succeeded;
            case CANCELLED -> throw new AppException(PlatformError.CANCELLED, "Cancelled.");
            case QUEUED, RUNNING, FAILED, TIMED_OUT, SKIPPED, MISSED ->
                throw new AppException(PlatformError.STATE_INVALID, String.valueOf(error));
        };
    }

    static CommandEnd of(int exitCode) {
        return exitCode == 0
                ? new CommandEnd(RunStatus.SUCCEEDED, 0, null)
                : new CommandEnd(RunStatus.FAILED, exitCode, "The command ended with exit code " + exitCode + ".");
    }
}
