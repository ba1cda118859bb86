package dev.wheelhouse.core.metrics.prometheus;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source as somebody names it.
 *
 * @param baseUrl http or https
 * @param labels at most 16; names as Prometheus allows them
 * @param token sent as a bearer token; null keeps the stored one, which another address refuses; empty is none
 */
public record MetricSourceDraft(
        String baseUrl,
        Map<String, String> labels,
        @Nullable String token) {

    public MetricSourceDraft {
        labels = Map.copyOf(labels);
    }

    /** Never the token. */
    @Override
    public String toString() {
        return "MetricSourceDraft[" + baseUrl + ", " + labels + "]";
    }
}
