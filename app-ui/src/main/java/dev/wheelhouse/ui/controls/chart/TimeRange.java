package dev.wheelhouse.ui.controls.chart;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of time.
 *
 * @param from milliseconds since the epoch, inclusive
 * @param to milliseconds since the epoch, exclusive; after {@code from}
 */
public record TimeRange(long from, long to) {

    public TimeRange {
        if (to <= from) {
            throw new IllegalArgumentException("A range of time ends after it begins: " + from + " to " + to);
        }
    }

    /** Milliseconds. */
    public long span() {
        return to - from;
    }

    public boolean contains(long time) {
        return from <= time && time < to;
    }

    /** The same length with its middle as near to a time as the bounds allow; the bounds where it is longer. */
    TimeRange around(long middle, long length, TimeRange bounds) {
        if (length >= bounds.span()) {
            return bounds;
        }
        long begin = Math.clamp(middle - length / 2, bounds.from, bounds.to - length);
        return new TimeRange(begin, begin + length);
    }

    /** What both have in common; null when that is nothing. */
    @Nullable
    TimeRange common(TimeRange other) {
        long begin = Math.max(from, other.from);
        long end = Math.min(to, other.to);
        return begin < end ? new TimeRange(begin, end) : null;
    }
}
