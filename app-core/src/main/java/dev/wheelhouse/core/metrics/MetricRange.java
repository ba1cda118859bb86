package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.platform.json.WireName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How far back a series reaches. */
public enum MetricRange implements WireName {
    MINUTES_15("15m", Duration.ofMinutes(15)),
    HOURS_1("1h", Duration.ofHours(1)),
    HOURS_6("6h", Duration.ofHours(6)),
    HOURS_12("12h", Duration.ofHours(12)),
    HOURS_24("24h", Duration.ofHours(24)),
    DAYS_7("7d", Duration.ofDays(7)),
    DAYS_30("30d", Duration.ofDays(30)),
    DAYS_90("90d", Duration.ofDays(90)),
    YEARS_1("1y", Duration.ofDays(365));

    private final String wireName;
    private final Duration length;

    MetricRange(String wireName, Duration length) {
        this.wireName = wireName;
        this.length = length;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    public Duration length() {
        return length;
    }

    /** The buckets of this range that ends now; the last of them is still filling. */
    public Window endingAt(long nowMillis) {
        return Window.ending(nowMillis, length.toMillis());
    }

    public static Optional<MetricRange> find(String wireName) {
        return Arrays.stream(values())
                .filter(each -> each.wireName.equals(wireName))
                .findFirst();
    }

    /** All names, for a message. */
    public static String names() {
        return List.of(values()).stream().map(MetricRange::wireName).collect(Collectors.joining(", "));
    }
}
