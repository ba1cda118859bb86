package dev.wheelhouse.core.metrics.prometheus;

import java.util.Map;
import java.util.TreeMap;

/**
 * One series of an answer.
 *
 * @param labels by which it differs from other series
 * @param values by time in seconds; those that are no number are left out
 */
record PromSeries(Map<String, String> labels, TreeMap<Double, Double> values) {}
