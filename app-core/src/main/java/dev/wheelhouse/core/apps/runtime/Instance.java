package dev.wheelhouse.core.apps.runtime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One running or ended copy of an app: a process with its children, a unit or a container.
 *
 * @param identity differs between any two runs, such as a process number with its start time, a unit's invocation or a
 *     container's id with the time of its start; empty when it never ran
 * @param name what the server calls it, such as {@code api-2} or {@code nginx.service}; {@link #PROCESS} for a process,
 *     which has no name there and must keep the one it has when its app gets another
 * @param pid of the main process on the server; null when it does not run or is unknown
 * @param startedAt of this run; null when it never ran
 * @param endedAt of this run; null while it runs or when not known
 * @param exitCode of the run that ended; 128 and the signal's number after a signal; null while it runs or when not known
 * @param restarts how often its runtime has started it again by itself
 * @param detail what else people should know, such as {@code "masked"} or {@code "out of memory"}; empty for nothing
 * @param use what it takes now; null while it does not run
 * @param pending whether it does not run now but its runtime starts it, or will by itself after a pause
 */
public record Instance(
        String identity,
        String name,
        boolean running,
        @Nullable Long pid,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Integer exitCode,
        long restarts,
        String detail,
        @Nullable Use use,
        boolean pending) {

    /** The name of the one copy of an app that is a process. */
    public static final String PROCESS = "process";

    /** One that nothing is pending of. */
    public Instance(
            String identity,
            String name,
            boolean running,
            @Nullable Long pid,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Integer exitCode,
            long restarts,
            String detail,
            @Nullable Use use) {
        this(identity, name, running, pid, startedAt, endedAt, exitCode, restarts, detail, use, false);
    }

    /**
     * What an instance takes of its server.
     *
     * @param cpuNanos processor time since its start, in nanoseconds; grows. With the time of the snapshot before, it gives
     *     the percentage
     * @param memoryBytes in use, without what the kernel could drop (docker stats: usage less inactive file cache)
     * @param memoryLimitBytes of its own, or the server's memory
     */
    public record Use(long cpuNanos, long memoryBytes, long memoryLimitBytes) {}
}
