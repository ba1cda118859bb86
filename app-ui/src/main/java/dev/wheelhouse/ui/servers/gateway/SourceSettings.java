package dev.wheelhouse.ui.servers.gateway;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the values of a server are read from, instead of from itself.
 *
 * @param url base of a Prometheus-compatible server, such as {@code http://prometheus:9090}
 * @param labels that select the server, such as {@code instance} to {@code web-1:9100}
 */
public record SourceSettings(String url, Map<String, String> labels) {

    public SourceSettings {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
