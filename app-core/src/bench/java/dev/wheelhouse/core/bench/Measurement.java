package dev.wheelhouse.core.bench;

import org.jspecify.annotations.Nullable;

/**
 * One line of the report.
 *
 * @param id names its file
 * @param what was measured
 * @param value the median
 * @param unit of {@code value} and {@code floor}
 * @param floor the peer's value in the same run; null where the bar is a number of its own
 * @param ratio {@code value} to {@code floor}; null without a floor
 * @param bar what has to be reached, in words; empty for a number that is only told
 * @param met null where there is no bar
 * @param note what a reader has to know; empty for nothing
 */
public record Measurement(
        String id,
        String what,
        double value,
        String unit,
        @Nullable Double floor,
        @Nullable Double ratio,
        String bar,
        @Nullable Boolean met,
        String note) {

    /** A rate that must reach a share of the peer's. */
    public static Measurement atLeast(
            String id, String what, double value, String unit, double floor, double share, String note) {
        double ratio = value / floor;
        return new Measurement(id, what, value, unit, floor, ratio, "≥ " + share + " × peer", ratio >= share, note);
    }

    /** A duration that must not pass a multiple of the peer's. */
    public static Measurement withinTimes(
            String id, String what, double value, String unit, double floor, double multiple, String note) {
        double ratio = value / floor;
        return new Measurement(
                id, what, value, unit, floor, ratio, "≤ " + multiple + " × peer", ratio <= multiple, note);
    }

    /** A number with an upper limit of its own. */
    public static Measurement atMost(String id, String what, double value, String unit, double limit, String note) {
        return new Measurement(id, what, value, unit, null, null, "≤ " + limit + " " + unit, value <= limit, note);
    }

    /** A number that has no bar. */
    public static Measurement told(String id, String what, double value, String unit, String note) {
        return new Measurement(id, what, value, unit, null, null, "", null, note);
    }

    /** A benchmark that could not be finished, which counts as missed. */
    public static Measurement failed(String id, String what, String reason) {
        return new Measurement(id, what, Double.NaN, "", null, null, "to run", false, reason);
    }
}
