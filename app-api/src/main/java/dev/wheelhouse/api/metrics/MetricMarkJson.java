package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.MetricMark;

/** A mark on the wire. */
record MetricMarkJson(long ts, String kind, String eventId) {

    static MetricMarkJson from(MetricMark mark) {
        return new MetricMarkJson(mark.at().toEpochMilli(), mark.kind(), mark.eventId());
    }
}
