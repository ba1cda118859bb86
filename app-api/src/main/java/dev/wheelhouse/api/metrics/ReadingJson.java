package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The data of an event {@code sample}.
 *
 * @param values by metric
 * @param limits sizes of what is being filled, by metric, where there is one
 */
record ReadingJson(long ts, Map<String, Long> values, Map<String, Long> limits) {

    static ReadingJson from(LiveReading reading) {
        Map<String, Long> values = new LinkedHashMap<>();
        Map<String, Long> limits = new LinkedHashMap<>();
        for (Sample each : reading.samples()) {
            values.put(each.metric().name(), each.value());
            Long limit = each.limitBytes();
            if (limit != null) {
                limits.put(each.metric().name(), limit);
            }
        }
        return new ReadingJson(reading.ts(), values, limits);
    }
}
