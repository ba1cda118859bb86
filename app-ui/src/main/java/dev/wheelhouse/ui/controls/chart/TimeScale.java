package dev.wheelhouse.ui.controls.chart;

/**
 * Times to pixels and back.
 *
 * @param range what is shown
 * @param left the pixel of its begin
 * @param width pixels, above 0
 */
record TimeScale(TimeRange range, double left, double width) {

    double x(long time) {
        return left + width * (double) (time - range.from()) / (double) range.span();
    }

    /** Kept inside the range. */
    long time(double x) {
        double share = Math.clamp((x - left) / width, 0, 1);
        return Math.min(range.to() - 1, range.from() + Math.round(share * (double) range.span()));
    }
}
