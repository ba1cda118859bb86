package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.logs.follow.ReconnectingFollowing;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.spool.LogDocuments;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A log of 10,000 lines a second that is looked at; {@code -Dbench.live.seconds=600} for ten minutes of it. */
public final class LiveLogBench {

    private static final int LINES_A_SECOND = 10_000;
    private static final int TICKS_A_SECOND = 100;

    private LiveLogBench() {}

    public static List<Measurement> run() throws Exception {
        int seconds = Integer.getInteger("bench.live.seconds", 60);
        Path directory = Files.createTempDirectory("wheelhouse-live");
        try (Workers workers = new Workers()) {
            LineTimes times = new LineTimes(ZoneOffset.UTC, Clock.systemUTC());
            LogDocuments documents = new LogDocuments(directory, LogDocuments.MOST_BYTES, times, workers);
            try (LogDocument document = documents.open(new PacedLog(workers, (long) seconds * LINES_A_SECOND))) {
                return watch(document, (long) seconds * LINES_A_SECOND, seconds);
            } finally {
                documents.close();
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    private static List<Measurement> watch(LogDocument document, long expected, int seconds) throws Exception {
        List<Double> late = new ArrayList<>();
        List<Double> reads = new ArrayList<>();
        long deadline = System.nanoTime() + (seconds + 60) * 1_000_000_000L;
        while (document.count() < expected && System.nanoTime() < deadline) {
            long before = System.nanoTime();
            List<DocumentLine> screen = document.last(60);
            reads.add((System.nanoTime() - before) / 1e6);
            if (!screen.isEmpty()) {
                String text = screen.getLast().text();
                late.add((System.nanoTime() - Long.parseLong(text.substring(text.lastIndexOf(' ') + 1))) / 1e6);
            }
            Thread.sleep(33);
        }
        long lost = lost(document, expected);
        Collections.sort(late);
        Collections.sort(reads);
        String what = LINES_A_SECOND + " lines/s for " + seconds + " s";
        return List.of(
                Measurement.atMost("log-live", "lines lost of a live log", (double) lost, "lines", 0, what),
                Measurement.told(
                        "log-live-delay",
                        "from a line's birth to the screen",
                        late.get(late.size() / 2),
                        "ms",
                        String.format("99th of a hundred %.0f ms; %s", late.get(late.size() * 99 / 100), what)),
                Measurement.told(
                        "log-live-read",
                        "read a screen of it",
                        reads.get(reads.size() / 2),
                        "ms",
                        String.format("99th of a hundred %.1f ms", reads.get(reads.size() * 99 / 100))));
    }

    private static long lost(LogDocument document, long expected) {
        long next = 0;
        long wrong = 0;
        for (long row = 0; row < document.count(); row += 1000) {
            for (DocumentLine each : document.rows(row, 1000)) {
                long number = Long.parseLong(each.text().split(" ", -1)[1]);
                wrong += Math.abs(number - next);
                next = number + 1;
            }
        }
        return wrong + expected - next;
    }

    /** Writes at its pace, whoever reads. */
    private record PacedLog(Workers workers, long lines) implements LogSource {

        @Override
        public String name() {
            return "paced";
        }

        @Override
        public LogPage tail(int count, long mostBytes) {
            return new LogPage(List.of(), new LogPosition("0"), false);
        }

        @Override
        public LogPage search(LogSearch search) {
            return tail(1, 1);
        }

        @Override
        public LogFollowing follow(@Nullable LogPosition after) {
            return ReconnectingFollowing.start(
                    "paced",
                    after,
                    (_, sink) -> {
                        long begun = System.nanoTime();
                        for (long i = 0; i < lines; i++) {
                            long due =
                                    begun + i / (LINES_A_SECOND / TICKS_A_SECOND) * (1_000_000_000L / TICKS_A_SECOND);
                            long wait = due - System.nanoTime();
                            if (wait > 0) {
                                Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                            }
                            String text = "line " + i + " INFO something happened at " + System.nanoTime();
                            LogLine line = new LogLine(null, LogStream.STDOUT, null, text);
                            sink.line(new PlacedLine(line, new LogPosition(String.valueOf(i + 1))));
                        }
                        Thread.sleep(600_000);
                        return LogReading.Ending.FOR_GOOD;
                    },
                    workers);
        }
    }
}
