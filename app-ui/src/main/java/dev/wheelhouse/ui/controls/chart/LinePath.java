package dev.wheelhouse.ui.controls.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a line that is seen, without its gaps, and with no more points than the pixels can show: where several
 * buckets share a pixel the least and the most of them stay, so that no peak is lost.
 *
 * @param runs what is drawn without lifting the pen
 * @param most the largest value in it; 0 when there is none
 */
record LinePath(List<Run> runs, double most) {

    /** A stretch without a gap: pixels ascending, and the values of the line and of its band at each. Immutable. */
    static final class Run {

        private static final int FIELDS = 4;

        private final double[] points;

        /** @param points {@code x, average, min, max} of each point, one behind the other; not kept by the caller */
        private Run(double[] points) {
            this.points = points;
        }

        int size() {
            return points.length / FIELDS;
        }

        double x(int point) {
            return points[FIELDS * point];
        }

        double average(int point) {
            return points[FIELDS * point + 1];
        }

        /** Lower edge of the band. */
        double min(int point) {
            return points[FIELDS * point + 2];
        }

        /** Upper edge of the band. */
        double max(int point) {
            return points[FIELDS * point + 3];
        }
    }

    /** @param columns pixels of the plot, above 0 */
    static LinePath of(ChartSeries series, TimeScale scale, int columns) {
        int first = Math.max(0, series.lastStartingBy(scale.range().from()));
        int last = series.lastStartingBy(scale.range().to() - 1);
        // One more on each side: the line runs on to the edge.
        if (first > 0 && series.joinsPrevious(first)) {
            first--;
        }
        if (last + 1 < series.size() && series.joinsPrevious(last + 1)) {
            last++;
        }
        boolean dense = last - first + 1 > columns;
        Pen pen = new Pen(scale, dense ? scale.width() / columns : 0);
        for (int i = first; i <= last; i++) {
            if (!series.joinsPrevious(i)) {
                pen.lift();
            }
            pen.to(
                    scale.x(series.middle(i)),
                    series.average(i),
                    Math.min(series.min(i), series.average(i)),
                    Math.max(series.max(i), series.average(i)));
        }
        pen.lift();
        return new LinePath(List.copyOf(pen.runs), pen.most);
    }

    /** Gathers points into runs, cut at the edges of the plot. */
    private static final class Pen {

        private final double left;
        private final double right;
        private final double columnWidth;
        private final List<Run> runs = new ArrayList<>();
        private double[] points = new double[256];
        private int size;
        private double most;

        // The point before, where the line comes from.
        private boolean isDown;
        private final double[] before = new double[4];

        // The column that is being gathered.
        private long column = Long.MIN_VALUE;
        private double lowAt;
        private double low;
        private double highAt;
        private double high;
        private double least;
        private double greatest;

        private Pen(TimeScale scale, double columnWidth) {
            this.left = scale.left();
            this.right = scale.left() + scale.width();
            this.columnWidth = columnWidth;
        }

        private void to(double x, double average, double min, double max) {
            if (isDown && before[0] < left && x >= left) {
                cut(left, x, average, min, max);
            }
            if (x >= left && x <= right) {
                take(x, average, min, max);
            } else if (isDown && before[0] <= right && x > right) {
                cut(right, x, average, min, max);
            }
            before[0] = x;
            before[1] = average;
            before[2] = min;
            before[3] = max;
            isDown = true;
        }

        /** Takes the place between the point before and this one where the line crosses an edge. */
        private void cut(double edge, double x, double average, double min, double max) {
            double share = x == before[0] ? 0 : (edge - before[0]) / (x - before[0]);
            take(
                    edge,
                    before[1] + share * (average - before[1]),
                    before[2] + share * (min - before[2]),
                    before[3] + share * (max - before[3]));
        }

        private void take(double x, double average, double min, double max) {
            most = Math.max(most, max);
            if (columnWidth == 0) {
                put(x, average, min, max);
                return;
            }
            long own = (long) Math.floor((x - left) / columnWidth);
            if (own != column) {
                endColumn();
                column = own;
                lowAt = x;
                low = average;
                highAt = x;
                high = average;
                least = min;
                greatest = max;
                return;
            }
            if (average < low) {
                low = average;
                lowAt = x;
            }
            if (average > high) {
                high = average;
                highAt = x;
            }
            least = Math.min(least, min);
            greatest = Math.max(greatest, max);
        }

        private void endColumn() {
            if (column == Long.MIN_VALUE) {
                return;
            }
            if (lowAt == highAt) {
                put(lowAt, low, least, greatest);
            } else if (lowAt < highAt) {
                put(lowAt, low, least, greatest);
                put(highAt, high, least, greatest);
            } else {
                put(highAt, high, least, greatest);
                put(lowAt, low, least, greatest);
            }
            column = Long.MIN_VALUE;
        }

        private void put(double x, double average, double min, double max) {
            int at = Run.FIELDS * size;
            if (at == points.length) {
                points = Arrays.copyOf(points, 2 * at);
            }
            points[at] = x;
            points[at + 1] = average;
            points[at + 2] = min;
            points[at + 3] = max;
            size++;
        }

        private void lift() {
            endColumn();
            if (size > 0) {
                runs.add(new Run(Arrays.copyOf(points, Run.FIELDS * size)));
            }
            size = 0;
            isDown = false;
        }
    }
}
