package dev.wheelhouse.core.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The system's clock, which a test sets forward or back. In UTC; thread-safe. */
public final class RunningClock extends Clock {

    private volatile Duration ahead = Duration.ZERO;

    /** @param step how far forward, as a machine's clock is when it wakes; negative for one that was set back */
    public synchronized void advance(Duration step) {
        ahead = ahead.plus(step);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** @throws UnsupportedOperationException always: the core keeps every time in UTC */
    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("This clock is in UTC only");
    }
}
