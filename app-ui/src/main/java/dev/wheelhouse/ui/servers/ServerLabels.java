package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.ui.controls.chart.ChartUnit;
import dev.wheelhouse.ui.metrics.MetricLines;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Servers as people read them. */
public final class ServerLabels {

    private ServerLabels() {}

    /** How long it has been up; empty while that is not known or it does not answer. */
    public static String upFor(ShownServer server, Instant now) {
        return server.bootedAt() == null ? "" : Moments.span(Duration.between(server.bootedAt(), now));
    }

    /** Such as {@code 23 %}; an em dash for what is not measured. */
    public static String value(Optional<LatestValue> value) {
        return value.map(each -> MetricLines.unit(each.metric().unit()).words((double) each.value()))
                .orElse("—");
    }

    /** Such as {@code 3.1 / 8.0 GiB}; an em dash for what is not measured. */
    public static String valueOfLimit(Optional<LatestValue> value) {
        return value.map(each -> {
                    String words = ChartUnit.BYTES.words((double) each.value());
                    if (each.limitBytes() == null) {
                        return words;
                    }
                    String limit = ChartUnit.BYTES.words((double) each.limitBytes());
                    int space = words.lastIndexOf(' ');
                    boolean sameUnit = words.substring(space).equals(limit.substring(limit.lastIndexOf(' ')));
                    return (sameUnit ? words.substring(0, space) : words) + " / " + limit;
                })
                .orElse("—");
    }

    /** What watching costs, in one line; empty while nothing is known. */
    public static String cost(@Nullable WatchCost cost) {
        if (cost == null || cost.polls() == 0) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        Long cpu = cost.serverCpuMicros();
        if (cpu != null) {
            double millis = (double) cpu / 1_000 / (double) cost.polls();
            String words = millis < 0.05 ? "less than 0.1" : String.format(Locale.ROOT, "%.1f", millis);
            parts.add(words + " ms of processor time");
        }
        parts.add(ChartUnit.BYTES.words((double) cost.receivedBytes() / (double) cost.polls()));
        return "Monitoring costs " + String.join(" and ", parts) + " every "
                + Moments.span(Duration.ofMillis(cost.intervalMs())) + "; "
                + ChartUnit.BYTES.words((double) cost.storedBytes()) + " kept";
    }

    /** What happened, such as {@code The server answered again}. */
    static String event(MetricMark mark) {
        return switch (mark.kind()) {
            case "server.unreachable" -> "The server stopped answering";
            case "server.recovered" -> "The server answered again";
            case "server.host_key_changed" -> "The server showed another key";
            case "server.host_key_trusted" -> "Its key was trusted";
            case "server.created" -> "The server was added";
            case "server.changed" -> "Its settings were changed";
            case "server.metric_source_changed" -> "The source of its metrics was changed";
            case "server.disk_high" -> "Disk over its threshold";
            case "server.cpu_high" -> "CPU over its threshold";
            case "server.memory_high" -> "Memory over its threshold";
            default -> plain(mark.kind());
        };
    }

    /** {@code deploy.rolled_back} as {@code Deploy rolled back}. */
    private static String plain(String kind) {
        return kind.substring(0, 1).toUpperCase(Locale.ROOT)
                + kind.substring(1).replace('.', ' ').replace('_', ' ');
    }
}
