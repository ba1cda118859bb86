package dev.wheelhouse.core.metrics.collect;

import java.time.Clock;
import java.util.function.LongSupplier;

/**
 * What every watch uses.
 *
 * @param nanos the console's monotonic clock
 */
public record WatchParts(
        Pace pace, Clock clock, LongSupplier nanos, Reachability reachability, ReadingListener listener) {}
