package dev.wheelhouse.core.metrics.collect;

import com.sun.management.OperatingSystemMXBean;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.proc.ProcParser;
import dev.wheelhouse.core.metrics.proc.Rates;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What asking one server once costs, on this machine, beside what a scrape of Prometheus' node exporter does. */
public final class PollBench {

    private static final int POLLS = 500;
    private static final int MANY = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double MEGABYTES_OF_MANY = 64;

    private PollBench() {}

    public static List<Measurement> run() throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        try (Workers workers = new Workers();
                LocalHost host = new LocalHost(workers)) {
            double shell = polls(workers, host, measurements);
            if (Files.isExecutable(Path.of("/usr/bin/prometheus-node-exporter"))) {
                double exporter = scrapes();
                measurements.add(Measurement.withinTimes(
                        "poll-peer",
                        "server's processor time, one poll",
                        Repetitions.of(shell),
                        "ms",
                        Repetitions.of(exporter),
                        1,
                        "peer: one scrape of the node exporter"));
            }
            manyServers(workers, host, measurements);
        }
        return measurements;
    }

    private static double polls(Workers workers, LocalHost host, List<Measurement> measurements) throws IOException {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (ShellCounters counters = ShellCounters.open(host, workers, PATIENCE)) {
            Rates rates = new Rates();
            for (int i = 0; i < POLLS; i++) {
                rates.next(counters.read(true), System.nanoTime(), i);
            }
            long ticks = ticks(counters.read(true));
            long bytes = counters.receivedBytes();
            long console = process.getProcessCpuTime();
            for (int i = 0; i < POLLS; i++) {
                rates.next(counters.read(true), System.nanoTime(), i);
            }
            double consoleMillis = (process.getProcessCpuTime() - console) / 1e6 / POLLS;
            double shellMillis = (ticks(counters.read(true)) - ticks) * 10.0 / POLLS;
            measurements.add(Measurement.told(
                    "poll-server", "server's processor time, one poll with df", shellMillis, "ms", ""));
            measurements.add(Measurement.told(
                    "poll-console",
                    "console's processor time, one poll",
                    consoleMillis,
                    "ms",
                    (counters.receivedBytes() - bytes) / POLLS + " bytes; the whole process"));
            long before = ticks(counters.read(false));
            for (int i = 0; i < POLLS; i++) {
                counters.read(false);
            }
            double lean = (ticks(counters.read(false)) - before) * 10.0 / POLLS;
            measurements.add(Measurement.told("poll-lean", "the same without df, as every second", lean, "ms", ""));
        }
        measurements.add(
                Measurement.told("poll-parse", "parse one answer", parseMicros(), "µs", "this machine's /proc"));
        return (Double) measurements.getFirst().value();
    }

    private static long ticks(Counters counters) {
        Long ticks = counters.watcherTicks();
        if (ticks == null) {
            throw new IllegalStateException("The shell does not tell its processor time");
        }
        return ticks;
    }

    private static double parseMicros() throws IOException {
        StringBuilder answer = new StringBuilder();
        for (String file : List.of("stat", "meminfo", "loadavg", "net/dev", "diskstats")) {
            answer.append("==> /proc/").append(file).append(" <==\n");
            answer.append(Files.readString(Path.of("/proc/" + file), StandardCharsets.UTF_8));
            answer.append('\n');
        }
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            ProcParser.parse(bytes);
        }
        long before = System.nanoTime();
        for (int i = 0; i < 5_000; i++) {
            ProcParser.parse(bytes);
        }
        return (System.nanoTime() - before) / 1e3 / 5_000;
    }

    private static double scrapes() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Process exporter = new ProcessBuilder("prometheus-node-exporter", "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .build();
            awaitAnswer(client, request);
            for (int i = 0; i < 20; i++) {
                client.send(request, BodyHandlers.ofByteArray());
            }
            long before = processTicks(exporter.pid());
            int count = 100;
            for (int i = 0; i < count; i++) {
                client.send(request, BodyHandlers.ofByteArray());
            }
            return (processTicks(exporter.pid()) - before) * 10.0 / count;
        } finally {
            exporter.destroy();
            exporter.waitFor();
        }
    }

    private static void awaitAnswer(HttpClient client, HttpRequest request) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            try {
                client.send(request, BodyHandlers.discarding());
                return;
            } catch (IOException _) {
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
        throw new IllegalStateException("The node exporter does not answer");
    }

    private static long processTicks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    /** Two hundred whole watches, each with a shell of its own on this machine. */
    private static void manyServers(Workers workers, LocalHost host, List<Measurement> measurements) throws Exception {
        Path directory = Files.createTempDirectory("wheelhouse-watches");
        long before = usedHeap();
        Set<String> answered = ConcurrentHashMap.newKeySet();
        Reachability reachability = new Reachability() {
            @Override
            public void answered(String serverId, @Nullable Instant bootedAt) {
                answered.add(serverId);
            }

            @Override
            public void failed(String serverId, String reason) {
                throw new IllegalStateException(reason);
            }
        };
        SeriesStore store = new SeriesStore(directory, Clock.systemUTC());
        WatchParts parts =
                new WatchParts(Pace.STANDARD, Clock.systemUTC(), System::nanoTime, reachability, (_, _) -> {});
        try (Collector collector = new Collector(store, workers, parts)) {
            for (int i = 0; i < MANY; i++) {
                collector.watch("srv_" + i, () -> host, true);
            }
            while (answered.size() < MANY) {
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
            LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
            measurements.add(Measurement.atMost(
                    "watch-memory",
                    "heap of watching 200 servers",
                    (usedHeap() - before) / 1048576.0,
                    "MB",
                    MEGABYTES_OF_MANY,
                    "shells on this machine; over SSH a session each comes on top"));
        }
        for (int i = 0; i < MANY; i++) {
            store.delete("srv_" + i);
        }
        store.close();
        Files.delete(directory);
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
