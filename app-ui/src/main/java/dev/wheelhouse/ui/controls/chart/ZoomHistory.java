package dev.wheelhouse.ui.controls.chart;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a group of charts shows: everything, or ever smaller parts of it with a way back. */
final class ZoomHistory {

    /** Nothing is measured more often than once a second. */
    private static final long SHORTEST = 10_000;

    private final Deque<TimeRange> parts = new ArrayDeque<>();
    private TimeRange whole;

    ZoomHistory(TimeRange whole) {
        this.whole = whole;
    }

    TimeRange visible() {
        TimeRange part = parts.peek();
        return part == null ? whole : part;
    }

    TimeRange whole() {
        return whole;
    }

    boolean isZoomed() {
        return !parts.isEmpty();
    }

    /** Time goes on, or another range was chosen; parts that lie outside are forgotten. */
    void show(TimeRange range) {
        if (range.span() != whole.span()) {
            parts.clear();
        }
        whole = range;
        parts.removeIf(part -> part.from() < range.from() || part.to() > range.to());
    }

    /** Shows a part of what is seen; false when it would be no other. */
    boolean zoomTo(TimeRange part) {
        TimeRange seen = part.span() < SHORTEST
                ? part.around(part.from() + part.span() / 2, SHORTEST, whole)
                : part.common(whole);
        if (seen == null || seen.equals(visible())) {
            return false;
        }
        parts.push(seen);
        return true;
    }

    /** Shows a multiple of what is seen around a time: below 1 nearer, above 1 further away. */
    boolean zoomBy(double factor, @Nullable Long middle) {
        TimeRange now = visible();
        long centre = middle == null ? now.from() + now.span() / 2 : middle;
        long length = Math.max(SHORTEST, Math.round((double) now.span() * factor));
        if (length >= whole.span()) {
            return reset();
        }
        return zoomTo(now.around(centre, length, whole));
    }

    /** Back to what was seen before; false when everything is seen. */
    boolean back() {
        return parts.poll() != null;
    }

    /** Back to everything. */
    boolean reset() {
        boolean was = isZoomed();
        parts.clear();
        return was;
    }
}
