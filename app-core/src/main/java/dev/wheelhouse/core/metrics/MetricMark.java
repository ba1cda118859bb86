package dev.wheelhouse.core.metrics;

import java.time.Instant;

/**
 * Something that happened to a server, to be marked in its charts.
 *
 * @param eventId of the event with its details
 * @param kind such as {@code server.unreachable}
 */
public record MetricMark(Instant at, String eventId, String kind) {}
