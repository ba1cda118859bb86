package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.prometheus.MetricSource;
import java.util.Map;

/** A source on the wire; its token is never shown. */
record MetricSourceJson(String baseUrl, Map<String, String> labels, boolean hasToken) {

    static MetricSourceJson from(MetricSource source, boolean hasToken) {
        return new MetricSourceJson(source.baseUrl().toString(), source.labels(), hasToken);
    }
}
