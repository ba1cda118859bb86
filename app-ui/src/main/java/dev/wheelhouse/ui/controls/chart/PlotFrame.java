package dev.wheelhouse.ui.controls.chart;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a plot in pixels, ready to be painted. Pure: the same data in the same size is the same frame.
 *
 * @param lines one path a line of the data
 * @param marks the events that are seen, those that share a place as one
 */
record PlotFrame(
        ChartData data,
        TimeScale times,
        ValueScale values,
        double top,
        double bottom,
        List<LinePath> lines,
        List<TimeTicks.Tick> timeTicks,
        List<PlacedMark> marks) {

    static final double LEFT = 66;
    private static final double RIGHT = 8;
    private static final double TOP = 8;
    private static final double BOTTOM = 20;
    private static final double TICK_HEIGHT = 28;
    private static final double TICK_WIDTH = 76;
    private static final double MARK_WIDTH = 9;

    /** @param text of all events at that place, one a line */
    record PlacedMark(double x, String text) {}

    /** Null where there is no room for a plot. */
    static @Nullable PlotFrame of(ChartData data, TimeRange range, double width, double height, ZoneId zone) {
        double plotWidth = width - LEFT - RIGHT;
        double bottom = height - BOTTOM;
        if (plotWidth < 1 || bottom - TOP < 1) {
            return null;
        }
        TimeScale times = new TimeScale(range, LEFT, plotWidth);
        List<LinePath> lines = data.lines().stream()
                .map(line -> LinePath.of(line, times, (int) plotWidth))
                .toList();
        double most = lines.stream().mapToDouble(LinePath::most).max().orElse(0);
        int steps = (int) Math.max(1, (bottom - TOP) / TICK_HEIGHT);
        ValueScale values = ValueScale.of(data.unit(), most, data.limit(), steps);
        List<TimeTicks.Tick> ticks = TimeTicks.of(range, zone, (int) Math.max(1, plotWidth / TICK_WIDTH));
        return new PlotFrame(data, times, values, TOP, bottom, lines, ticks, placed(data.marks(), times));
    }

    private static List<PlacedMark> placed(List<EventMark> marks, TimeScale times) {
        List<PlacedMark> placed = new ArrayList<>();
        List<EventMark> seen = marks.stream()
                .filter(mark -> times.range().contains(mark.at()))
                .sorted(java.util.Comparator.comparingLong(EventMark::at))
                .toList();
        for (EventMark mark : seen) {
            double x = times.x(mark.at());
            if (!placed.isEmpty() && x - placed.getLast().x() < MARK_WIDTH) {
                PlacedMark before = placed.removeLast();
                placed.add(new PlacedMark(before.x(), before.text() + "\n" + mark.text()));
            } else {
                placed.add(new PlacedMark(x, mark.text()));
            }
        }
        return List.copyOf(placed);
    }

    double y(double value) {
        return values.y(value, top, bottom);
    }

    double left() {
        return times.left();
    }

    double right() {
        return times.left() + times.width();
    }

    /** The mark within reach of a pointer; null for none. */
    @Nullable
    PlacedMark markNear(double x) {
        return marks.stream()
                .filter(mark -> Math.abs(mark.x() - x) <= MARK_WIDTH)
                .min(java.util.Comparator.comparingDouble(mark -> Math.abs(mark.x() - x)))
                .orElse(null);
    }
}
