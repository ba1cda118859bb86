package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One chart of a server's page.
 *
 * @param lines its metrics, all of one unit
 */
record ChartSpec(String title, List<Line> lines) {

    /** @param name in the legend */
    record Line(Metric metric, String name) {}

    private ChartSpec(String title, Line... lines) {
        this(title, List.of(lines));
    }

    /** The charts of a server that measures these: the usual ones always, one more for each mount. */
    static List<ChartSpec> of(Collection<Metric> measured) {
        List<ChartSpec> charts = new ArrayList<>();
        charts.add(new ChartSpec(
                "CPU",
                new Line(Metric.CPU, "CPU"),
                new Line(Metric.CPU_IOWAIT, "I/O wait"),
                new Line(Metric.CPU_STEAL, "Steal")));
        charts.add(single("Memory", Metric.MEMORY));
        charts.add(new ChartSpec(
                "Load",
                new Line(Metric.LOAD1, "1 min"),
                new Line(Metric.LOAD5, "5 min"),
                new Line(Metric.LOAD15, "15 min")));
        charts.add(new ChartSpec("Network", new Line(Metric.NET_RX, "Received"), new Line(Metric.NET_TX, "Sent")));
        charts.add(new ChartSpec(
                "Disk throughput", new Line(Metric.DISK_READ, "Read"), new Line(Metric.DISK_WRITE, "Written")));
        charts.add(single("Disk  /", Metric.DISK));
        measured.stream()
                .filter(metric -> metric.mount().isPresent() && !metric.equals(Metric.DISK))
                .sorted(Metric::compareByOrder)
                .forEach(metric -> charts.add(single("Disk  " + metric.mount().orElseThrow(), metric)));
        charts.add(single("Swap", Metric.SWAP));
        charts.add(single("Processes", Metric.PROCESSES));
        return List.copyOf(charts);
    }

    private static ChartSpec single(String title, Metric metric) {
        return new ChartSpec(title, new Line(metric, title));
    }

    Metric first() {
        return lines.getFirst().metric();
    }
}
