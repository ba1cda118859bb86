package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.metrics.series.ServerSeries;
import dev.wheelhouse.core.metrics.series.Tier;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Series of whatever else is measured under an id of the console's own making, such as an app: kept as those of servers
 * are. The caller has checked what the caller may see. Thread-safe.
 */
public final class SubjectSeries {

    private final SeriesStore store;
    private final Clock clock;

    /** Ids are never used twice. */
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    public SubjectSeries(SeriesStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Takes the samples of one moment; those of one 10 s bucket are merged. Nothing is taken of a subject that is deleted,
     * by a look at it that was under way.
     *
     * @param at epoch milliseconds
     */
    public void record(String subjectId, long at, Collection<Sample> samples) {
        ServerSeries series = store.of(subjectId);
        if (deleted.contains(subjectId)) {
            store.delete(subjectId);
            return;
        }
        series.record(at, samples, true);
    }

    /** A metric over a range that ends now; the last bucket is still filling. */
    public MetricSeries series(String subjectId, Metric metric, MetricRange range) {
        return series(subjectId, metric, window(range));
    }

    Window window(MetricRange range) {
        return range.endingAt(clock.millis());
    }

    /**
     * A metric between two moments, in the finest buckets that are still kept of that time and not more than
     * {@value Window#MOST_POINTS}.
     *
     * @throws AppException {@code validation_failed} on {@code query.to} when it is not after {@code from}
     */
    public MetricSeries series(String subjectId, Metric metric, Instant from, Instant to) {
        return series(subjectId, metric, window(from, to));
    }

    /** @throws AppException {@code validation_failed} on {@code query.to} when it is not after {@code from} */
    Window window(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            throw AppException.invalid("query.to", "The end must be after the beginning.");
        }
        long age = clock.millis() - from.toEpochMilli();
        long finest = Tier.HOUR.stepMs();
        for (Tier tier : List.of(Tier.MINUTE, Tier.RAW)) {
            finest = age <= tier.keptMs() ? tier.stepMs() : finest;
        }
        return Window.between(from.toEpochMilli(), to.toEpochMilli(), finest);
    }

    MetricSeries series(String subjectId, Metric metric, Window window) {
        ServerSeries series = store.of(subjectId);
        WindowBuckets buckets = new WindowBuckets(window);
        series.read(tier(window), metric, window.from(), window.to(), buckets);
        Long limit = metric.hasLimit() ? series.limit(metric).orElse(null) : null;
        return new MetricSeries(metric, window, limit, buckets.points());
    }

    /** The coarsest that the window's buckets are made of: it has the least to read. */
    private static Tier tier(Window window) {
        Tier chosen = Tier.RAW;
        for (Tier tier : Tier.values()) {
            if (window.stepMs() % tier.stepMs() == 0) {
                chosen = tier;
            }
        }
        return chosen;
    }

    /** What was measured of a subject, in its order; empty before anything was. */
    Set<Metric> metrics(String subjectId) {
        return store.of(subjectId).metrics();
    }

    /** The newest value of each metric, in their order; empty before anything was measured. */
    List<LatestValue> latest(String subjectId) {
        return store.of(subjectId).latest();
    }

    /** Deletes what was measured of a subject that is no more. */
    public void delete(String subjectId) {
        deleted.add(subjectId);
        store.delete(subjectId);
    }
}
