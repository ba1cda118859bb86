package dev.wheelhouse.ui.controls.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a chart draws. Immutable.
 *
 * @param unit of every line and of the limit
 * @param lines the first one has the band from least to most; at most four differ by colour
 * @param limit what the values cannot pass, such as the size of a disk; null for none
 * @param marks of events, in any order
 */
public record ChartData(
        ChartUnit unit, List<ChartSeries> lines, @Nullable Double limit, List<EventMark> marks) {

    public ChartData {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("A chart has at least one line, which may be empty");
        }
        lines = List.copyOf(lines);
        marks = List.copyOf(marks);
    }

    /** The line that the cross-hair follows and that has the band. */
    public ChartSeries first() {
        return lines.getFirst();
    }

    boolean hasBucketsIn(TimeRange range) {
        return lines.stream().anyMatch(line -> {
            int bucket = line.lastStartingBy(range.to() - 1);
            return bucket >= 0 && line.start(bucket) + line.length(bucket) > range.from();
        });
    }
}
