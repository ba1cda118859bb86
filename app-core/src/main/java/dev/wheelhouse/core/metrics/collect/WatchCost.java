package dev.wheelhouse.core.metrics.collect;

import org.jspecify.annotations.Nullable;

/**
 * What watching one server costs since this console began to.
 *
 * @param polls readings so far
 * @param intervalMs between two readings now
 * @param serverCpuMicros processor time on the server for the shell and what it started, all readings together,
 *     microseconds; null when the server does not say
 * @param receivedBytes over the wire, or the pipe of the console's own machine
 * @param consoleMicros time the console spent on answers (parsing, storing), waiting apart, microseconds
 * @param storedBytes what all of the server's metrics take on disk
 */
public record WatchCost(
        long polls,
        long intervalMs,
        @Nullable Long serverCpuMicros,
        long receivedBytes,
        long consoleMicros,
        long storedBytes) {}
