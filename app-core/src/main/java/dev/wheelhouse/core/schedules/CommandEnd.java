package dev.wheelhouse.core.schedules;

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

    static CommandEnd of(int exitCode) {
        return exitCode == 0
                ? new CommandEnd(RunStatus.SUCCEEDED, 0, null)
                : new CommandEnd(RunStatus.FAILED, exitCode, "The command ended with exit code " + exitCode + ".");
    }
}
