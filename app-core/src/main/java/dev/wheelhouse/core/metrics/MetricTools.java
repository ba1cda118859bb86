package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Clock;

/**
 * What the service uses beside the parts of the feature.
 *
 * @param reconcile looks at once whether servers came or went
 */
record MetricTools(EventLog events, Workers workers, Clock clock, Runnable reconcile) {}
