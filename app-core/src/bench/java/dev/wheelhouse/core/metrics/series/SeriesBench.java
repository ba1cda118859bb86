package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.WindowBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Size, speed and memory of the store, over two years of fifty servers. */
public final class SeriesBench {

    private static final int SERVERS = 50;
    private static final int MANY = 200;
    private static final double BYTES_A_BUCKET = 6.2;
    private static final double MEGABYTES_A_SERVER = 3.5;
    private static final double MILLIS_A_QUERY = 20;
    private static final double KILOBYTES_A_SERVER = 64;

    private SeriesBench() {}

    public static List<Measurement> run() throws Exception {
        Path directory = Files.createTempDirectory("wheelhouse-series");
        try {
            List<Measurement> measurements = new ArrayList<>(size(directory));
            queries(directory, measurements);
            memory(directory.resolve("many"), measurements);
            return measurements;
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static List<Measurement> size(Path directory) throws IOException {
        Path first = directory.resolve("srv_0");
        long buckets = new SyntheticServer().writeTo(first);
        long bytes = new SeriesFiles(first).size();
        for (int i = 1; i < SERVERS; i++) {
            Path copy = Files.createDirectories(directory.resolve("srv_" + i));
            try (Stream<Path> files = Files.list(first)) {
                for (Path each : files.toList()) {
                    Files.copy(each, copy.resolve(each.getFileName()));
                }
            }
        }
        String what = SyntheticServer.metricCount() + " metrics, " + buckets + " buckets";
        return List.of(
                Measurement.atMost(
                        "series-size",
                        "one bucket of a metric on disk",
                        (double) bytes / buckets,
                        "bytes",
                        BYTES_A_BUCKET,
                        what),
                Measurement.atMost(
                        "series-server", "two years of a server on disk", bytes / 1e6, "MB", MEGABYTES_A_SERVER, what));
    }

    private static void queries(Path directory, List<Measurement> measurements) throws Exception {
        measure(directory, MetricRange.DAYS_7, false);
        for (MetricRange range : MetricRange.values()) {
            evict(directory);
            List<Double> cold = measure(directory, range, true);
            List<Double> warm = measure(directory, range, false);
            measurements.add(Measurement.atMost(
                    "series-query-" + range.wireName(),
                    "series of " + range.wireName() + ", file cache empty",
                    cold.get(cold.size() / 2),
                    "ms",
                    MILLIS_A_QUERY,
                    String.format(
                            "slowest of %d servers %.2f; with a full cache %.2f",
                            SERVERS, cold.getLast(), warm.get(warm.size() / 2))));
        }
    }

    /** Sorted times of one query of each server, of whatever metric, milliseconds. */
    private static List<Double> measure(Path directory, MetricRange range, boolean fresh) {
        List<Double> millis = new ArrayList<>();
        Window window = range.endingAt(SyntheticServer.NOW - 1);
        Tier tier = Tier.RAW;
        for (Tier each : Tier.values()) {
            tier = window.stepMs() % each.stepMs() == 0 ? each : tier;
        }
        for (int i = 0; i < SERVERS; i++) {
            Metric metric = Metric.FIXED.get(i % Metric.FIXED.size());
            try (ServerSeries series = new ServerSeries(directory.resolve("srv_" + i), Clock.systemUTC())) {
                if (!fresh) {
                    series.limit(metric);
                }
                long before = System.nanoTime();
                WindowBuckets buckets = new WindowBuckets(window);
                series.read(tier, metric, window.from(), window.to(), buckets);
                int points = buckets.points().size();
                millis.add((System.nanoTime() - before) / 1e6);
                if (points < window.size() - 2) {
                    throw new IllegalStateException(range + " gave only " + points + " points");
                }
            }
        }
        Collections.sort(millis);
        return millis;
    }

    /** Has the system forget the files' pages, file by file: POSIX_FADV_DONTNEED through GNU dd. */
    private static void evict(Path directory) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "sync; for f in */*.series; do dd if=\"$f\" iflag=nocache count=0; done")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static void memory(Path directory, List<Measurement> measurements) {
        long before = usedHeap();
        try (SeriesStore store = new SeriesStore(directory, Clock.systemUTC())) {
            List<Sample> samples = Metric.FIXED.stream()
                    .map(each -> new Sample(each, 1_000_000, each.hasLimit() ? 1L << 36 : null))
                    .toList();
            List<Double> micros = new ArrayList<>();
            for (long at = SyntheticServer.NOW; at < SyntheticServer.NOW + 1_200_000; at += 10_000) {
                for (int i = 0; i < MANY; i++) {
                    long start = System.nanoTime();
                    store.of("srv_" + i).record(at, samples, false);
                    micros.add((System.nanoTime() - start) / 1e3);
                }
            }
            Collections.sort(micros);
            double kilobytes = (usedHeap() - before - micros.size() * 24.0) / 1024 / MANY;
            measurements.add(Measurement.atMost(
                    "series-memory",
                    "heap of the store, each of 200 servers",
                    Math.max(0, kilobytes),
                    "KB",
                    KILOBYTES_A_SERVER,
                    "one is held by its bucket that is filling"));
            measurements.add(Measurement.told(
                    "series-record",
                    "keep one reading of 14 metrics",
                    micros.get(micros.size() / 2),
                    "µs",
                    String.format("99th of a hundred %.0f µs", micros.get(micros.size() * 99 / 100))));
        }
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
