package dev.wheelhouse.ui.metrics;

import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.ui.controls.chart.ChartGroup;
import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.state.WindowState;
import java.time.Clock;
import java.time.Duration;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

/** How far back the charts of a screen reach, remembered from one time to the next. Belongs to the window's thread. */
public final class ChartRange {

    private static final Duration FINE = Duration.ofSeconds(10);
    private static final Duration COARSE = Duration.ofMinutes(1);
    /** Single seconds are visible only where a bucket is not much longer. */
    private static final long LONGEST_LIVE_STEP = 30_000;
    /** Less than half a pixel of a chart that is as wide as a window. */
    private static final long SEEN_STEPS = 3_600;

    private final Clock clock;
    private final ObjectProperty<MetricRange> range;
    private final ChartGroup group;

    /** @param key under which the range is remembered, such as {@code servers.range} */
    public ChartRange(WindowState state, String key, Clock clock) {
        this.clock = clock;
        this.range = new SimpleObjectProperty<>(
                this,
                "range",
                state.read(key, String.class).flatMap(MetricRange::find).orElse(MetricRange.MINUTES_15));
        this.group = new ChartGroup(untilNow());
        range.addListener(_ -> {
            state.write(key, range.get().wireName());
            showNow();
        });
    }

    /** In steps that can be seen: every chart is painted anew when it changes. */
    private TimeRange untilNow() {
        long length = range.get().length().toMillis();
        long step = length / SEEN_STEPS;
        long now = Math.ceilDiv(clock.millis(), step) * step;
        return new TimeRange(now - length, now);
    }

    /** Time goes on also where nothing new comes: what stays away is seen as a gap. */
    public void showNow() {
        group.show(untilNow());
    }

    /** Whether single readings are visible in it. */
    public boolean isLive() {
        return isLive(range.get().endingAt(clock.millis()).stepMs());
    }

    /** @param stepMs length of a bucket */
    public static boolean isLive(long stepMs) {
        return stepMs <= LONGEST_LIVE_STEP;
    }

    /** How often reading it again shows something new. */
    public Duration pace() {
        return isLive() ? FINE : COARSE;
    }

    public MetricRange get() {
        return range.get();
    }

    public ObjectProperty<MetricRange> rangeProperty() {
        return range;
    }

    public ChartGroup group() {
        return group;
    }
}
