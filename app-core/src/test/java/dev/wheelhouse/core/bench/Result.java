package dev.wheelhouse.core.bench;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A measurement and its conditions: a line of the history.
 *
 * @param area of the product, by which the table is grouped
 */
public record Result(String area, Conditions conditions, Measurement measurement) {

    private static final double MOST_SPREAD = 0.15;
    private static final double MOST_BUSY = 0.2;

    public Result {
        Objects.requireNonNull(area);
        Objects.requireNonNull(conditions);
        Objects.requireNonNull(measurement);
    }

    /** Why it proves nothing, or null where it does. */
    @Nullable
    String noise() {
        if (Double.isNaN(measurement.figure())) {
            return measurement.note();
        }
        if (conditions.busy() > MOST_BUSY) {
            return "the machine was " + percent(conditions.busy()) + " busy before";
        }
        if (isWide(measurement.spread())) {
            return "its values differ by " + percent(measurement.spread());
        }
        return isWide(measurement.floorSpread())
                ? "its peer's values differ by " + percent(measurement.floorSpread())
                : null;
    }

    static boolean isWide(@Nullable Double spread) {
        return spread != null && spread > MOST_SPREAD;
    }

    static String percent(@Nullable Double share) {
        return share == null ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** Whether the other measured the same in the same way on the same machine. */
    boolean isComparable(Result other) {
        Measurement theirs = other.measurement;
        return conditions.machine().id().equals(other.conditions.machine().id())
                && measurement.id().equals(theirs.id())
                && measurement.unit().equals(theirs.unit())
                && (measurement.ratio() == null) == (theirs.ratio() == null);
    }
}
