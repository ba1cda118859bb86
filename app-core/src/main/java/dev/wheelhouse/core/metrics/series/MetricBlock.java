package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One metric's buckets in one block, by their place in it.
 *
 * @param limitBytes as last seen; null for none
 * @param buckets may be changed by the caller
 */
record MetricBlock(@Nullable Long limitBytes, NavigableMap<Integer, Bucket> buckets) {

    static MetricBlock empty() {
        return new MetricBlock(null, new TreeMap<>());
    }

    MetricBlock withLimit(@Nullable Long newer) {
        return newer == null ? this : new MetricBlock(newer, buckets);
    }
}
