package dev.wheelhouse.core.schedules;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that runs many times as fast as the system's, the same in every process that starts it alike. */
final class FastClock extends Clock {

    private final long origin;
    private final Instant start;
    private final int factor;

    /**
     * @param origin the moment of the system's clock at which this one shows {@code start}, in epoch milliseconds
     * @param factor how many times as fast
     */
    FastClock(long origin, Instant start, int factor) {
        this.origin = origin;
        this.start = start;
        this.factor = factor;
    }

    @Override
    public Instant instant() {
        return start.plusMillis((System.currentTimeMillis() - origin) * factor);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("This clock is in UTC only");
    }
}
