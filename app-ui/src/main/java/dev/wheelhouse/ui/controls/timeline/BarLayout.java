package dev.wheelhouse.ui.controls.timeline;

import java.util.List;

/**
 * Where the bars of a row lie: the newest at the right end, all of one width, as high as they took long. Pure.
 *
 * @param bars oldest first
 * @param step from the left edge of a bar to that of the next, in pixels
 * @param barWidth in pixels
 * @param left edge of the oldest bar
 * @param ground where bars stand, in pixels from the top
 */
record BarLayout(List<RunBar> bars, double step, double barWidth, double left, double ground) {

    /** Room for the feet of those that went wrong. */
    static final double FOOT = 3;

    static final double FLAT_HEIGHT = 5;
    private static final double LOWEST = 3;
    private static final double WIDEST_STEP = 20;
    private static final double GAP = 2;

    /** @param places how many bars there is room for; older ones are left out */
    static BarLayout of(List<RunBar> all, int places, double width, double height) {
        List<RunBar> shown = all.size() > places ? all.subList(all.size() - places, all.size()) : all;
        double step = Math.min(WIDEST_STEP, Math.max(GAP + 1, Math.floor(width / places)));
        return new BarLayout(
                List.copyOf(shown), step, step - GAP, width - step * shown.size() + GAP, Math.max(0, height - FOOT));
    }

    double x(int bar) {
        return left + step * bar;
    }

    /** Against the longest of the row, so that a long one stands out; never so low that it is not seen. */
    double height(int bar) {
        RunBar each = bars.get(bar);
        if (each.kind().isFlat()) {
            return Math.min(ground, FLAT_HEIGHT);
        }
        long longest = longest();
        double share = longest == 0 ? 0 : (double) each.millis() / (double) longest;
        return Math.max(Math.min(ground, LOWEST), Math.rint(ground * share));
    }

    private long longest() {
        return bars.stream()
                .filter(each -> !each.kind().isFlat())
                .mapToLong(RunBar::millis)
                .max()
                .orElse(0);
    }

    /** The bar at a place across, the gap to its right included; -1 where there is none. */
    int at(double x) {
        int bar = (int) Math.floor((x - left) / step);
        return x < left || bar >= bars.size() ? -1 : bar;
    }
}
