/** Reads the metrics of a server from a Prometheus-compatible source instead of collecting them. */
package dev.wheelhouse.core.metrics.prometheus;
