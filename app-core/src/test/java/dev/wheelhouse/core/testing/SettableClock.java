package dev.wheelhouse.core.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it, forwards or back. In UTC; thread-safe. */
public final class SettableClock extends Clock {

    /** Where a new clock stands unless told otherwise. */
    public static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    private volatile Instant now;

    public SettableClock() {
        this(START);
    }

    public SettableClock(Instant now) {
        this.now = now;
    }

    public void set(Instant instant) {
        now = instant;
    }

    /** @param step how far forward; negative for a clock that was set back */
    public synchronized void advance(Duration step) {
        now = now.plus(step);
    }

    @Override
    public Instant instant() {
        return now;
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
