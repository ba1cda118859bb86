package dev.wheelhouse.core.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Against a server of Debian's that is asked as Prometheus is, which scrapes a node exporter on this machine every second. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PrometheusRules {

    private final List<Process> processes = new ArrayList<>();
    private final Workers workers = new Workers();
    private PrometheusClient client;
    private MetricSource source;

    /** Its program and arguments; a program that is not there leaves the tests out. */
    abstract List<String> command(Path configuration, Path data, String address);

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        int exporter = FreePort.next();
        int prometheus = FreePort.next();
        run(directory, "prometheus-node-exporter", "--web.listen-address=127.0.0.1:" + exporter);
        Path config = Files.writeString(directory.resolve("prometheus.yml"), """
            global: {scrape_interval: 1s}
            scrape_configs:
            - job_name: node
              static_configs: [{targets: ["127.0.0.1:%d"]}]
            """.formatted(exporter));
        run(
                directory,
                command(config, directory.resolve("data"), "127.0.0.1:" + prometheus)
                        .toArray(String[]::new));
        client = new PrometheusClient(
                new OutgoingRequests(() -> List.of("127.0.0.1"), workers), Clock.systemUTC(), Duration.ofSeconds(30));
        source = new MetricSource(
                "org_1",
                "srv_1",
                URI.create("http://127.0.0.1:" + prometheus),
                Map.of("instance", "127.0.0.1:" + exporter),
                1);
        Awaiting.until(() -> {
            try {
                return client.latest(source, null).stream()
                        .map(LatestValue::metric)
                        .toList()
                        .contains(Metric.CPU);
            } catch (AppException _) {
                return false;
            }
        });
    }

    private void run(Path directory, String... command) throws IOException {
        processes.add(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(command[0] + ".log").toFile())
                .start());
    }

    @AfterAll
    void stop() throws InterruptedException {
        workers.close();
        for (Process each : processes) {
            each.destroy();
            if (!each.waitFor(20, TimeUnit.SECONDS)) {
                each.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void tellsWhatThisMachineIsDoing() {
        List<LatestValue> latest = client.latest(source, null);
        assertThat(latest)
                .extracting(LatestValue::metric)
                .contains(Metric.CPU, Metric.MEMORY, Metric.DISK, Metric.NET_RX, Metric.LOAD1);
        assertThat(latest).allSatisfy(each -> {
            if (each.metric().equals(Metric.MEMORY) || each.metric().equals(Metric.DISK)) {
                assertThat(each.value()).isBetween(1L, each.limitBytes());
            }
        });
    }

    @Test
    void givesSeriesOfEveryMetricAndRange() throws Exception {
        // The first bucket may end before the first sample.
        Awaiting.until(() -> !client.series(
                        source, null, Metric.MEMORY, MetricRange.HOURS_1.endingAt(System.currentTimeMillis()))
                .points()
                .isEmpty());
        for (MetricRange range : MetricRange.values()) {
            MetricSeries series =
                    client.series(source, null, Metric.MEMORY, range.endingAt(System.currentTimeMillis()));
            if (range.compareTo(MetricRange.HOURS_24) > 0) {
                // The source is younger than the time between two looks at it.
                continue;
            }
            assertThat(series.points()).as(range.wireName()).isNotEmpty();
            SeriesPoint last = series.points().getLast();
            assertThat(last.avg()).isBetween(last.min(), last.max());
            assertThat(last.count()).isPositive();
            assertThat(series.limitBytes()).isGreaterThanOrEqualTo(last.max());
        }
        for (Metric metric : Metric.FIXED) {
            // Whatever the exporter does not tell is empty, and no error.
            client.series(source, null, metric, MetricRange.MINUTES_15.endingAt(System.currentTimeMillis()));
        }
    }

    @Test
    void anotherMachineHasNothing() {
        MetricSource other = new MetricSource("org_1", "srv_1", source.baseUrl(), Map.of("instance", "a\"b\\c"), 1);
        assertThat(client.latest(other, null)).isEmpty();
        assertThat(client.series(other, null, Metric.CPU, MetricRange.HOURS_1.endingAt(System.currentTimeMillis()))
                        .points())
                .isEmpty();
    }
}
