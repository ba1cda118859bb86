/** What servers measure: collected through their hosts or read from a Prometheus-compatible source, kept, and shown. */
package dev.wheelhouse.core.metrics;
