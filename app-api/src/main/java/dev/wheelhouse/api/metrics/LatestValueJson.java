package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.LatestValue;
import org.jspecify.annotations.Nullable;

/** A metric's newest value on the wire. */
record LatestValueJson(
        String metric,
        String unit,
        long ts,
        long value,
        @Nullable Long limitBytes) {

    static LatestValueJson from(LatestValue latest) {
        return new LatestValueJson(
                latest.metric().name(),
                latest.metric().unit().wireName(),
                latest.ts(),
                latest.value(),
                latest.limitBytes());
    }
}
