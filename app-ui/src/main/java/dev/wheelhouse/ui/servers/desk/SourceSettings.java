package dev.wheelhouse.ui.servers.desk;

/**
 * Where the values of a server are read from, instead of from itself.
 *
 * @param url base of a Prometheus-compatible server, such as {@code http://prometheus:9090}
 * @param labels that select the server, as PromQL writes them without braces, such as {@code instance="web-1:9100"}
 */
public record SourceSettings(String url, String labels) {}
