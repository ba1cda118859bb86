package dev.wheelhouse.core.bench;

import org.jspecify.annotations.Nullable;

/**
 * What one benchmark measured.
 *
 * @param id of the benchmark, no other has it; what it was in earlier runs is found by it
 * @param what was measured
 * @param value the median; NaN where nothing could be measured
 * @param unit of {@code value} and {@code floor}
 * @param spread of the repetitions as {@link Repetitions#spread}; null where it was measured once
 * @param floor the peer's value in the same run; null where the bar is a number of its own
 * @param floorSpread as {@code spread}, of the peer
 * @param ratio {@code value} to {@code floor}; null without a floor
 * @param higherIsBetter false where a smaller value is the better one
 * @param bar what has to be reached, in words; empty for a number that is only told
 * @param met null where there is no bar
 * @param note what a reader has to know; empty for nothing
 */
public record Measurement(
        String id,
        String what,
        double value,
        String unit,
        @Nullable Double spread,
        @Nullable Double floor,
        @Nullable Double floorSpread,
        @Nullable Double ratio,
        boolean higherIsBetter,
        String bar,
        @Nullable Boolean met,
        String note) {

    /** A rate that must reach a share of the peer's. */
    public static Measurement atLeast(
            String id, String what, Repetitions value, String unit, Repetitions floor, double share, String note) {
        boolean met = value.median() / floor.median() >= share;
        return against(id, what, value, unit, floor, true, "≥ " + share + " × peer", met, note);
    }

    /** A duration that must not pass a multiple of the peer's. */
    public static Measurement withinTimes(
            String id, String what, Repetitions value, String unit, Repetitions floor, double multiple, String note) {
        boolean met = value.median() / floor.median() <= multiple;
        return against(id, what, value, unit, floor, false, "≤ " + multiple + " × peer", met, note);
    }

    /** Something that has a peer and a bar in other words. */
    public static Measurement against(
            String id,
            String what,
            Repetitions value,
            String unit,
            Repetitions floor,
            boolean higherIsBetter,
            String bar,
            boolean met,
            String note) {
        return new Measurement(
                id,
                what,
                value.median(),
                unit,
                value.spread(),
                floor.median(),
                floor.spread(),
                value.median() / floor.median(),
                higherIsBetter,
                bar,
                met,
                note);
    }

    /** A number with an upper limit of its own. */
    public static Measurement atMost(
            String id, String what, Repetitions value, String unit, double limit, String note) {
        String bar = "≤ " + limit + " " + unit;
        boolean met = value.median() <= limit;
        return new Measurement(id, what, value.median(), unit, value.spread(), null, null, null, false, bar, met, note);
    }

    public static Measurement atMost(String id, String what, double value, String unit, double limit, String note) {
        return atMost(id, what, Repetitions.of(value), unit, limit, note);
    }

    /** A number that has no bar; of a rate, whose unit ends with {@code /s}, the higher is the better. */
    public static Measurement told(String id, String what, Repetitions value, String unit, String note) {
        boolean rate = unit.endsWith("/s");
        return new Measurement(id, what, value.median(), unit, value.spread(), null, null, null, rate, "", null, note);
    }

    public static Measurement told(String id, String what, double value, String unit, String note) {
        return told(id, what, Repetitions.of(value), unit, note);
    }

    /** What cannot be measured here, with the reason. */
    public static Measurement missing(String id, String what, String reason) {
        return new Measurement(id, what, Double.NaN, "", null, null, null, null, false, "", null, reason);
    }

    /** A benchmark that could not be finished, which counts as missed. */
    public static Measurement failed(String id, String what, String reason) {
        return new Measurement(id, what, Double.NaN, "", null, null, null, null, false, "to run", false, reason);
    }

    /** What runs are compared by: the ratio, which a slow machine leaves as it is, or else the value. */
    double figure() {
        return ratio == null ? value : ratio;
    }
}
