package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an app is, in the shape of docker stats; sums over its copies.
 *
 * @param running whether at least one copy runs
 * @param state one word more exactly
 * @param cpuPercent 100 is one core; null while it does not run and until it was looked at twice
 * @param memPercent of its limit, or of the server's memory; null while it does not run
 * @param memUsage such as {@code 12.3MiB / 1.9GiB}; null while it does not run
 * @param instances its copies, by name
 * @param restarts how often it was started again by itself since a person started it
 * @param detail why it is so, for people, such as the server that does not answer; empty for nothing to say
 * @param lastCrash from which it has not recovered yet; null for none, or where it came before the console did
 * @param seenAt when it was looked at; null when never
 */
public record AppStatus(
        boolean running,
        State state,
        @Nullable Double cpuPercent,
        @Nullable Double memPercent,
        @Nullable String memUsage,
        @Nullable Long memoryBytes,
        @Nullable Long memoryLimitBytes,
        List<Instance> instances,
        long restarts,
        String detail,
        @Nullable Crash lastCrash,
        @Nullable Instant seenAt) {

    public AppStatus {
        instances = List.copyOf(instances);
    }

    /** What an app does. */
    public enum State {
        RUNNING,
        /** Some copies run and some do not. */
        DEGRADED,
        /** It ended and waits to be started again, or crashed and has not run for long enough since to count as well. */
        RESTARTING,
        /** Nobody wants it to run. */
        STOPPED,
        /** It ended by itself, with success. */
        EXITED,
        /** It ended by itself, with failure. */
        CRASHED,
        /** Its server or its runtime does not answer. */
        UNKNOWN
    }
}
