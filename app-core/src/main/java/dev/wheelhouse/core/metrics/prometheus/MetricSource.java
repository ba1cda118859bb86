package dev.wheelhouse.core.metrics.prometheus;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the metrics of one server are read from: Prometheus, VictoriaMetrics, Thanos or Mimir with what the Prometheus
 * node exporter reports.
 *
 * @param baseUrl what {@code /api/v1/query_range} is appended to
 * @param labels what chooses the server among all that the source knows, such as {@code instance: web-1:9100}
 * @param revision counts changes, from 1
 */
public record MetricSource(
        String organizationId, String serverId, URI baseUrl, Map<String, String> labels, long revision) {

    public MetricSource {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
