package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Window;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that a journal holds, merged. For one thread. */
final class HourOfBuckets implements Journal.Reader {

    private final Map<Metric, NavigableMap<Long, Bucket>> buckets = new HashMap<>();
    private final Map<Metric, Long> limits = new HashMap<>();

    static HourOfBuckets of(Journal journal) throws IOException {
        HourOfBuckets hour = new HourOfBuckets();
        journal.read(hour);
        return hour;
    }

    @Override
    public void metric(Metric metric, @Nullable Long limitBytes) {
        limits.compute(metric, (_, _) -> limitBytes);
    }

    @Override
    public void bucket(Metric metric, long start, Bucket bucket) {
        buckets.computeIfAbsent(metric, _ -> new TreeMap<>()).merge(start, bucket, Bucket::merge);
    }

    /** By metric and start, oldest first. */
    Map<Metric, NavigableMap<Long, Bucket>> buckets() {
        return buckets;
    }

    @Nullable
    Long limit(Metric metric) {
        return limits.get(metric);
    }

    /** Merges what is here into the block of a tier that holds this hour. */
    void mergeInto(Tier tier, long blockStart, Map<Metric, MetricBlock> block) {
        buckets.forEach((metric, ofMetric) -> {
            MetricBlock merged = block.getOrDefault(metric, MetricBlock.empty()).withLimit(limits.get(metric));
            ofMetric.forEach((start, bucket) -> {
                long place = (Window.align(start, tier.stepMs()) - blockStart) / tier.stepMs();
                merged.buckets().merge((int) place, bucket, Bucket::merge);
            });
            block.put(metric, merged);
        });
    }
}
