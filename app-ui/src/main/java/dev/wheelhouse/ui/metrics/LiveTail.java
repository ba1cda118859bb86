package dev.wheelhouse.ui.metrics;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The last minute of a server in single readings. Not thread-safe. */
public final class LiveTail {

    private static final long KEPT = 60_000;
    private static final long USUAL_STEP = 1_000;
    /** Readings are a second apart; one that comes late is not a gap yet. */
    private static final long LONGEST_STEP = 2_000;

    /** What comes more seldom than this did not come: of two readings a minute apart nothing is known between. */
    private static final long LONGEST_OWN_PACE = 15_000;

    private final List<LiveReading> readings = new ArrayList<>();

    /** The tail of one metric, ascending in time. */
    public record Line(List<Long> times, List<Long> values) {

        public int size() {
            return times.size();
        }

        public long at(int reading) {
            return times.get(reading);
        }

        public double value(int reading) {
            return (double) values.get(reading);
        }

        /** Milliseconds for which a reading stands: until the next one, if that came in time. */
        public long length(int reading) {
            return reading + 1 == times.size()
                    ? USUAL_STEP
                    : Math.min(longestStep(), times.get(reading + 1) - times.get(reading));
        }

        /** Space is asked for less often than the rest, so a metric is held to its own pace. */
        private long longestStep() {
            long usual = Long.MAX_VALUE;
            for (int i = 1; i < times.size(); i++) {
                usual = Math.min(usual, times.get(i) - times.get(i - 1));
            }
            return usual > LONGEST_OWN_PACE ? LONGEST_STEP : Math.max(LONGEST_STEP, usual + usual / 2);
        }
    }

    /** Adds what came; a reading that is not later than the last one is left out. */
    public void add(List<LiveReading> come) {
        for (LiveReading reading : come) {
            if (readings.isEmpty() || reading.ts() > readings.getLast().ts()) {
                readings.add(reading);
            }
        }
        if (!readings.isEmpty()) {
            long oldest = readings.getLast().ts() - KEPT;
            readings.removeIf(reading -> reading.ts() < oldest);
        }
    }

    public void clear() {
        readings.clear();
    }

    public Line of(Metric metric) {
        List<Long> times = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        for (LiveReading reading : readings) {
            reading.samples().stream()
                    .filter(sample -> sample.metric().equals(metric))
                    .findFirst()
                    .ifPresent(sample -> {
                        times.add(reading.ts());
                        values.add(sample.value());
                    });
        }
        return new Line(times, values);
    }

    /** The newest value of a metric. */
    public Optional<Sample> newest(Metric metric) {
        return readings.isEmpty()
                ? Optional.empty()
                : readings.getLast().samples().stream()
                        .filter(sample -> sample.metric().equals(metric))
                        .findFirst();
    }
}
