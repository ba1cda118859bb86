package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.platform.json.WireName;

/** What a metric's integers count. */
public enum MetricUnit implements WireName {
    /** Of the whole machine, 0 to 100. */
    PERCENT,
    BYTES,
    BYTES_PER_SECOND,
    /** 100 is one, as in a load of 1.00. */
    HUNDREDTHS,
    COUNT;
}
