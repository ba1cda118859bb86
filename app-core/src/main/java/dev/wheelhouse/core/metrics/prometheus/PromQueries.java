package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The metrics of this console in PromQL, over what the Prometheus node exporter reports. One request asks for everything
 * about a series: average, minimum, maximum, count and limit, distinguished by a label.
 */
final class PromQueries {

    /** Tells the parts of an answer apart. */
    static final String STAT = "wheelhouse_stat";

    /** Tells the metrics of one answer apart. */
    static final String METRIC = "wheelhouse_metric";

    static final String LIMIT = "limit";

    private static final String NOT_WIRES =
            "lo|(veth|docker|br-|virbr|vnet|tap|tun|wg|bond|team|dummy|ifb|cni|flannel|cali|vxlan).*|br[0-9]+|.*[.][0-9]+";
    private static final String NOT_DISKS = "(dm-|md|loop|ram|zram|sr|fd|nbd).*";
    private static final String REAL_FILE_SYSTEMS = "ext[234]|xfs|btrfs|zfs|f2fs|jfs|vfat|exfat|ntfs3?|overlay";
    private static final long SHORTEST_RATE = Duration.ofMinutes(1).toMillis();
    private static final long FINEST = Duration.ofSeconds(10).toMillis();

    /** Looks that a bucket gets; more make long ranges slow. */
    private static final int LOOKS = 60;

    private PromQueries() {}

    /**
     * A query for {@code query_range} whose value at the last step of each bucket covers that bucket.
     *
     * @param nowSeconds looks later than this are left out, so that the bucket still filling is not padded
     */
    static String series(Metric metric, Map<String, String> labels, Window window, long nowSeconds) {
        long look = lookMs(window);
        String now = "((" + value(metric, labels, Math.max(SHORTEST_RATE, look)) + ") and on() (vector(time()) <= "
                + nowSeconds + "))";
        // A second less than the bucket: whether the first moment of a range belongs to it differs between versions.
        String range = "[" + (window.stepMs() / 1000 - 1) + "s:" + look / 1000 + "s]";
        List<String> parts = new ArrayList<>();
        for (String stat : List.of("avg", "min", "max", "count")) {
            parts.add(named(stat + "_over_time(" + now + range + ")", STAT, stat));
        }
        if (metric.hasLimit()) {
            parts.add(named(limit(metric, labels), STAT, LIMIT));
        }
        return String.join(" or ", parts);
    }

    /** The time between two looks at a value; it divides the window's step. */
    static long lookMs(Window window) {
        return Math.max(FINEST, window.stepMs() / LOOKS);
    }

    /** A query for the value of every metric now, with limits and every mount. */
    static String latest(Map<String, String> labels) {
        List<String> parts = new ArrayList<>();
        for (Metric metric : Metric.FIXED) {
            if (metric.equals(Metric.DISK)) {
                continue;
            }
            parts.add(named(named(value(metric, labels, SHORTEST_RATE), METRIC, metric.name()), STAT, "avg"));
            if (metric.hasLimit()) {
                parts.add(named(named(limit(metric, labels), METRIC, metric.name()), STAT, LIMIT));
            }
        }
        String real = selector(labels, "fstype=~" + quoted(REAL_FILE_SYSTEMS));
        String by = "max by (instance, mountpoint) (";
        parts.add(named(by + usedSpace(real) + ")", STAT, "avg"));
        parts.add(named(by + usableSpace(real) + ")", STAT, LIMIT));
        return String.join(" or ", parts);
    }

    private static String named(String expression, String label, String value) {
        return "label_replace(" + expression + ", \"" + label + "\", \"" + value + "\", \"\", \"\")";
    }

    private static String usedSpace(String selected) {
        return "node_filesystem_size_bytes" + selected + " - node_filesystem_free_bytes" + selected;
    }

    /** As df(1) counts: without what is reserved for root. */
    private static String usableSpace(String selected) {
        return usedSpace(selected) + " + node_filesystem_avail_bytes" + selected;
    }

    private static String limit(Metric metric, Map<String, String> labels) {
        if (metric.mount().isPresent()) {
            return one(usableSpace(mounted(metric, labels)));
        }
        String name = metric.equals(Metric.MEMORY) ? "node_memory_MemTotal_bytes" : "node_memory_SwapTotal_bytes";
        return one(name + selector(labels));
    }

    /** @param rateMs over how long counters are compared */
    private static String value(Metric metric, Map<String, String> labels, long rateMs) {
        if (metric.mount().isPresent()) {
            return one(usedSpace(mounted(metric, labels)));
        }
        String over = "[" + rateMs / 1000 + "s]";
        String all = selector(labels);
        return switch (metric.name()) {
            case "cpu" -> "100 * (1 - " + cpu(labels, "idle|iowait", over) + ")";
            case "cpu_iowait" -> "100 * " + cpu(labels, "iowait", over);
            case "cpu_steal" -> "100 * " + cpu(labels, "steal", over);
            case "memory" -> one("node_memory_MemTotal_bytes" + all + " - node_memory_MemAvailable_bytes" + all);
            case "swap" -> one("node_memory_SwapTotal_bytes" + all + " - node_memory_SwapFree_bytes" + all);
            case "disk_read" -> rate("node_disk_read_bytes_total", selector(labels, not(NOT_DISKS)), over);
            case "disk_write" -> rate("node_disk_written_bytes_total", selector(labels, not(NOT_DISKS)), over);
            case "net_rx" -> rate("node_network_receive_bytes_total", selector(labels, not(NOT_WIRES)), over);
            case "net_tx" -> rate("node_network_transmit_bytes_total", selector(labels, not(NOT_WIRES)), over);
            case "load1", "load5", "load15" -> "100 * " + one("node_" + metric.name() + all);
            case "processes" -> one("node_processes_threads" + all);
            default -> throw new IllegalArgumentException("No query for " + metric);
        };
    }

    private static String cpu(Map<String, String> labels, String modes, String over) {
        return rate("node_cpu_seconds_total", selector(labels, "mode=~" + quoted(modes)), over) + " / "
                + rate("node_cpu_seconds_total", selector(labels), over);
    }

    private static String rate(String name, String selector, String over) {
        return "sum by (instance) (rate(" + name + selector + over + "))";
    }

    /** One series of each instance; two instances are one too many, and the reader of the answer says so. */
    private static String one(String expression) {
        return "max by (instance) (" + expression + ")";
    }

    private static String mounted(Metric metric, Map<String, String> labels) {
        return selector(labels, "mountpoint=" + quoted(metric.mount().orElseThrow()) + ",fstype!=\"rootfs\"");
    }

    private static String not(String devices) {
        return "device!~" + quoted(devices);
    }

    private static String selector(Map<String, String> labels) {
        return "{" + matchers(labels) + "}";
    }

    private static String selector(Map<String, String> labels, String more) {
        return "{" + (labels.isEmpty() ? "" : matchers(labels) + ",") + more + "}";
    }

    private static String matchers(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(each -> each.getKey() + "=" + quoted(each.getValue()))
                .collect(Collectors.joining(","));
    }

    /** A PromQL string: what would end it or be read as an escape is escaped. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
