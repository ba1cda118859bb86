package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.logs.document.DocumentOrigin;
import dev.wheelhouse.core.logs.document.FileDocument;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A file of 1 GB whose bytes are in memory, against {@code wc}, {@code grep} and, where it is installed, {@code lnav} in the
 * same run; and one of 10 GB.
 */
public final class LogFileBench {

    private static final int ROUNDS = 5;
    private static final long GIGABYTE = 1_000_000_000L;
    private static final double MILLIS_FIRST_SCREEN = 150;
    private static final double MILLIS_FIRST_HITS = 100;
    private static final double MILLIS_CANCEL = 50;
    private static final double MEGABYTES_OF_HEAP = 64;

    private final List<Measurement> measurements = new ArrayList<>();
    private final Workers workers;
    private final Path file;
    private final long bytes;

    private LogFileBench(Workers workers, Path file) throws IOException {
        this.workers = workers;
        this.file = file;
        this.bytes = Files.size(file);
    }

    public static List<Measurement> run() throws Exception {
        Path file = Files.createTempFile("wheelhouse-log", ".log");
        try (Workers workers = new Workers()) {
            write(file);
            LogFileBench bench = new LogFileBench(workers, file);
            bench.index();
            bench.search("literal", new LogPattern("timeout after 30s", false, true), "-cF", 1.0);
            bench.search("literal, any case", new LogPattern("TIMEOUT AFTER 30S", false, false), "-ciF", 1.0);
            bench.search("expression", new LogPattern("order=[0-9]+ .*timeout", true, true), "-cE", 0.4);
            bench.search(
                    "expression with a frequent text", new LogPattern("20[12] [0-9]{2}7ms", true, true), "-cE", 0.4);
            bench.search(
                    "expression without a fixed text",
                    new LogPattern("\\b(WARN|ERROR)\\b.*[1379]ms( timeout|$)", true, true),
                    "-cE",
                    0.4);
            bench.search(
                    "rare expression without a fixed text", new LogPattern("[4-6]0[0-9] |5xx", true, true), "-cE", 0.4);
            bench.levels();
            bench.feel();
            bench.tenGigabytes();
            bench.lnav();
            return bench.measurements;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void write(Path file) throws IOException {
        String[] levels = {"INFO ", "INFO ", "INFO ", "DEBUG", "INFO ", "WARN ", "INFO ", "ERROR"};
        Random random = new Random(7);
        Instant start = Instant.parse("2026-11-22T00:00:00Z");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            StringBuilder line = new StringBuilder();
            long written = 0;
            for (long i = 0; written < GIGABYTE; i++) {
                line.setLength(0);
                line.append(start.plusMillis(i * 7))
                        .append(' ')
                        .append(levels[random.nextInt(8)])
                        .append(" [http-")
                        .append(random.nextInt(200))
                        .append("] dev.shop.Orders - order=")
                        .append(random.nextInt(1_000_000))
                        .append(" status ")
                        .append(200 + random.nextInt(4))
                        .append(' ')
                        .append(random.nextInt(900))
                        .append("ms");
                if (random.nextInt(2000) == 0) {
                    line.append(" timeout after 30s");
                }
                line.append('\n');
                byte[] text = line.toString().getBytes(StandardCharsets.US_ASCII);
                out.write(text);
                written += text.length;
            }
        }
    }

    private FileDocument open(Path path) {
        LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.systemUTC());
        return FileDocument.open(
                "bench", path, LineFormat.RAW, DocumentOrigin.FILE, times, workers);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(500_000);
        }
    }

    private double gigabytesASecond(long nanos) {
        return (double) bytes / nanos;
    }

    /** Of a command that reads the file. */
    private Repetitions peer(String... command) throws IOException, InterruptedException {
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            List<String> argv = new ArrayList<>(List.of(command));
            argv.add(file.toString());
            // Into a pipe: grep that writes to /dev/null ends at its first find.
            ProcessBuilder builder = new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("LC_ALL", "C");
            long before = System.nanoTime();
            Process process = builder.start();
            process.getInputStream().transferTo(OutputStream.nullOutputStream());
            process.waitFor();
            rates.add(gigabytesASecond(System.nanoTime() - before));
        }
        return new Repetitions(rates);
    }

    private void index() throws Exception {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long before = System.nanoTime();
            try (LogDocument document = open(file)) {
                await(document::isComplete);
                seconds.add((System.nanoTime() - before) / 1e9);
            }
        }
        double wc = peer("wc", "-l").median();
        measurements.add(Measurement.atMost(
                "log-index",
                "index of a log of 1 GB in memory",
                new Repetitions(seconds),
                "s",
                1,
                String.format("wc -l reads %.2f GB/s in the same run", wc)));
    }

    private void search(String what, LogPattern pattern, String grepOption, double bar) throws Exception {
        List<Double> rates = new ArrayList<>();
        long found = 0;
        try (LogDocument document = open(file)) {
            await(document::isComplete);
            for (int i = 0; i < ROUNDS; i++) {
                long before = System.nanoTime();
                try (FilteredLines filtered = document.filtered(new LogFilter(List.of(pattern), List.of(), Set.of()))) {
                    await(filtered::isComplete);
                    rates.add(gigabytesASecond(System.nanoTime() - before));
                    found = filtered.count();
                }
            }
        }
        Repetitions grep = peer("grep", grepOption, "-e", pattern.text());
        Repetitions rate = new Repetitions(rates);
        measurements.add(Measurement.against(
                "log-search-" + what.replaceAll("[^a-z]+", "-"),
                "filter a log of 1 GB, " + what,
                rate,
                "GB/s",
                grep,
                true,
                "≥ " + bar + " GB/s",
                rate.median() >= bar,
                found + " lines; peer is grep " + grepOption + " in the C locale"));
    }

    /** It reads, finds out the format and filters in one go, and only once: it takes long. */
    private void lnav() throws Exception {
        Path program = Path.of("/usr/bin/lnav");
        if (!Files.isExecutable(program)) {
            System.err.println("lnav is not installed; nothing is compared with it.");
            return;
        }
        Path home = Files.createTempDirectory("wheelhouse-lnav");
        LogPattern text = new LogPattern("timeout after 30s", false, true);
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            program.toString(), "-n", "-c", ":filter-in " + text.text(), file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("HOME", home.toString());
            builder.environment().put("XDG_CONFIG_HOME", home.toString());
            long before = System.nanoTime();
            Process process = builder.start();
            process.getOutputStream().close();
            process.getInputStream().transferTo(OutputStream.nullOutputStream());
            process.waitFor();
            double peer = gigabytesASecond(System.nanoTime() - before);
            before = System.nanoTime();
            try (LogDocument document = open(file);
                    FilteredLines filtered = document.filtered(new LogFilter(List.of(text), List.of(), Set.of()))) {
                await(() -> document.isComplete() && filtered.isComplete());
            }
            double rate = gigabytesASecond(System.nanoTime() - before);
            measurements.add(Measurement.atLeast(
                    "log-lnav", "open and filter a log of 1 GB", Repetitions.of(rate), "GB/s", Repetitions.of(peer), 1, "peer is lnav -n, once"));
        } finally {
            delete(home);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private void levels() throws Exception {
        try (LogDocument document = open(file)) {
            await(document::isComplete);
            long before = System.nanoTime();
            await(() -> document.counts().isComplete());
            measurements.add(Measurement.told(
                    "log-levels",
                    "count the levels of 1 GB",
                    gigabytesASecond(System.nanoTime() - before),
                    "GB/s",
                    ""));
        }
    }

    private void feel() throws Exception {
        List<Double> screen = new ArrayList<>();
        List<Double> hits = new ArrayList<>();
        List<Double> cancel = new ArrayList<>();
        double heap = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long before = System.nanoTime();
            try (LogDocument document = open(file)) {
                document.last(100);
                screen.add((System.nanoTime() - before) / 1e6);
                await(document::isComplete);
                before = System.nanoTime();
                try (FilteredLines all = document.filtered(
                        new LogFilter(List.of(new LogPattern("order=", false, true)), List.of(), Set.of()))) {
                    await(() -> !all.rows(0, 50).isEmpty());
                    hits.add((System.nanoTime() - before) / 1e6);
                    await(all::isComplete);
                    heap = Math.max(heap, usedHeap());
                }
                cancel.add(cancelled(document));
            }
        }
        String note = "of 5 rounds, file in memory";
        measurements.add(Measurement.atMost(
                "log-open", "first screen of 1 GB", new Repetitions(screen), "ms", MILLIS_FIRST_SCREEN, note));
        measurements.add(
                Measurement.atMost("log-hits", "first hits of a filter", new Repetitions(hits), "ms", MILLIS_FIRST_HITS, note));
        measurements.add(
                Measurement.atMost("log-cancel", "cancel a search", new Repetitions(cancel), "ms", MILLIS_CANCEL, note));
        measurements.add(Measurement.atMost(
                "log-heap",
                "heap with 1 GB open and every line filtered in",
                heap,
                "MB",
                MEGABYTES_OF_HEAP,
                "used by the whole process, after a collection"));
    }

    private static double cancelled(LogDocument document) throws InterruptedException {
        Thread searching = Thread.ofPlatform().start(() -> {
            try {
                document.findFrom(0, new LogPattern("(?i)[a-z]{2}(nowhere|never)+ [0-9]", true, true));
            } catch (AppException _) {
                // Cancelled.
            }
        });
        Thread.sleep(100);
        long before = System.nanoTime();
        searching.interrupt();
        searching.join();
        return (System.nanoTime() - before) / 1e6;
    }

    private static double usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }

    private void tenGigabytes() throws Exception {
        Path huge = Files.createTempFile("wheelhouse-huge", ".log");
        try {
            try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw");
                    RandomAccessFile lines = new RandomAccessFile(file.toFile(), "r")) {
                byte[] end = new byte[1 << 20];
                lines.seek(bytes - end.length);
                lines.readFully(end);
                sparse.seek(10 * GIGABYTE);
                sparse.write(end);
            }
            long before = System.nanoTime();
            try (LogDocument document = open(huge)) {
                int shown = document.last(100).size();
                double millis = (System.nanoTime() - before) / 1e6;
                await(document::isComplete);
                double seconds = (System.nanoTime() - before) / 1e9;
                measurements.add(Measurement.atMost(
                        "log-open-10",
                        "first screen of 10 GB",
                        millis,
                        "ms",
                        MILLIS_FIRST_SCREEN,
                        shown + " lines; sparse file"));
                measurements.add(Measurement.told("log-index-10", "index of 10 GB", seconds, "s", "sparse file"));
            }
        } finally {
            Files.deleteIfExists(huge);
        }
    }
}
