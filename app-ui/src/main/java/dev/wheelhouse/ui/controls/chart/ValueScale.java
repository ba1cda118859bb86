package dev.wheelhouse.ui.controls.chart;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values to pixels, from zero upwards, and the ticks between.
 *
 * @param top the value at the upper edge
 * @param step between ticks
 */
record ValueScale(ChartUnit unit, double top, double step) {

    private static final double ROOM_ABOVE_LIMIT = 1.06;
    private static final double HUNDRED_PERCENT = 100;

    /**
     * @param most the largest value shown
     * @param limit shown as well; null for none
     * @param ticks about how many steps there is room for, at least 1
     */
    static ValueScale of(ChartUnit unit, double most, @Nullable Double limit, int ticks) {
        double wanted = Math.max(unit.smallestTop(), limit == null ? most : Math.max(most, limit * ROOM_ABOVE_LIMIT));
        double step = step(unit, wanted, ticks);
        if (limit != null) {
            return new ValueScale(unit, wanted, step);
        }
        double top = Math.ceil(wanted / step - 1e-9) * step;
        // A machine cannot be busier than that, so no tick above it.
        boolean full = unit == ChartUnit.PERCENT && most <= HUNDRED_PERCENT;
        return new ValueScale(unit, full ? Math.min(top, HUNDRED_PERCENT) : top, step);
    }

    private static double step(ChartUnit unit, double top, int ticks) {
        double rough = top / Math.max(1, ticks);
        if (unit.isBinary()) {
            return Math.pow(2, Math.ceil(Math.log(rough) / Math.log(2) - 1e-9));
        }
        double magnitude = Math.pow(10, Math.floor(Math.log10(rough)));
        double share = rough / magnitude * (1 - 1e-9);
        double step = (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * magnitude;
        return unit == ChartUnit.COUNT ? Math.max(1, step) : step;
    }

    /** Ascending, from zero. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; (double) i * step <= top * (1 + 1e-9); i++) {
            ticks.add((double) i * step);
        }
        return ticks;
    }

    /** @param upper the pixel of the top, above {@code lower}, that of zero */
    double y(double value, double upper, double lower) {
        return lower - (lower - upper) * Math.clamp(value / top, 0, 1);
    }

    String words(double tick) {
        return unit.tick(tick, step);
    }
}
