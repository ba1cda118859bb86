package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.proc.Counters;

/** Adds up what a watch costs, over all shells it ever had. Thread-safe. */
final class CostMeter {

    /** Linux reports processor time in hundredths of a second, whatever the kernel's own clock (USER_HZ, proc(5)). */
    private static final long MICROS_PER_TICK = 10_000;

    private long polls;
    private long consoleNanos;
    private long bytesOfEarlier;
    private long bytesOfThis;
    private long ticksOfEarlier;
    private long ticksOfThis;
    private boolean ticksKnown;

    synchronized void newSource() {
        bytesOfEarlier += bytesOfThis;
        bytesOfThis = 0;
        ticksOfEarlier += ticksOfThis;
        ticksOfThis = 0;
    }

    synchronized void received(long bytes) {
        bytesOfThis = bytes;
    }

    synchronized void polled(Counters counters, long nanos) {
        polls++;
        consoleNanos += nanos;
        Long ticks = counters.watcherTicks();
        if (ticks != null) {
            ticksKnown = true;
            ticksOfThis = ticks;
        }
    }

    synchronized WatchCost cost(long intervalMs, long storedBytes) {
        return new WatchCost(
                polls,
                intervalMs,
                ticksKnown ? (ticksOfEarlier + ticksOfThis) * MICROS_PER_TICK : null,
                bytesOfEarlier + bytesOfThis,
                consoleNanos / 1000,
                storedBytes);
    }
}
