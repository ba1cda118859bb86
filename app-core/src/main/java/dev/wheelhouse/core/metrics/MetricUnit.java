package dev.wheelhouse.core.metrics;

import java.util.Locale;

/** What a metric's integers count. */
public enum MetricUnit {
    /** Of the whole machine, 0 to 100. */
    PERCENT,
    BYTES,
    BYTES_PER_SECOND,
    /** 100 is one, as in a load of 1.00. */
    HUNDREDTHS,
    COUNT;

    /** The name in the API, such as {@code bytes_per_second}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
