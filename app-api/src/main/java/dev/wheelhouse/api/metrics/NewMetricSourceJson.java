package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of {@code PUT /servers/{id}/metrics/source}. */
record NewMetricSourceJson(
        String baseUrl,
        @Nullable Map<String, String> labels,
        @Nullable String token) {

    MetricSourceDraft toDraft() {
        return new MetricSourceDraft(baseUrl, labels == null ? Map.of() : labels, token);
    }

    /** Never the token. */
    @Override
    public String toString() {
        return "NewMetricSourceJson[…]";
    }
}
