package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The pane of a log: a file of a gigabyte opened and scrolled, and a file that grows by ten thousand lines a second. */
final class LogBench {

    private static final long BYTES = 1L << 30;
    private static final double LONGEST_MILLIS = 16;
    private static final double FIRST_SCREEN_MILLIS = 150;
    private static final double LONGEST_FRAME = 1000.0 / 30;
    private static final double HEAP = 64;
    private static final int END_LINES = 100_000;

    private LogBench() {}

    static List<Measurement> run(Path root) throws Exception {
        Path folder = Files.createTempDirectory("wheelhouse-log");
        Path large = folder.resolve("large.log");
        Path huge = folder.resolve("huge.log");
        Path live = folder.resolve("live.log");
        try (VirtualScreen screen = VirtualScreen.start()) {
            fill(large);
            Files.createFile(live);
            fillEnd(huge);
            List<Measurement> measurements = new ArrayList<>();
            measurements.add(first("1 GB", draw(root, screen, "first", large)));
            measurements.add(first("10 GB", draw(root, screen, "first", huge)));
            measurements.addAll(scrolled(draw(root, screen, "scroll", large)));
            measurements.addAll(live(draw(root, screen, "live", live)));
            return measurements;
        } finally {
            Files.deleteIfExists(large);
            Files.deleteIfExists(huge);
            Files.deleteIfExists(live);
            Files.deleteIfExists(folder);
        }
    }

    private static Measurement first(String size, String[] figures) {
        return Measurement.atMost(
                "log-pane-first-" + size.replace(" ", "-").toLowerCase(Locale.ROOT),
                "log: " + size + ", first screen painted",
                Double.parseDouble(figures[2]),
                "ms",
                FIRST_SCREEN_MILLIS,
                "from asking for a new pane, median of ten; longest " + figures[3]
                        + " ms, processor time of the window's thread " + figures[4]
                        + " ms; the first log of a process without a start-up cache " + figures[1] + " ms");
    }

    private static List<Measurement> scrolled(String[] figures) {
        String note = "median " + figures[1] + " ms; processor time of the window's thread, p95 " + figures[3]
                + " ms; jumps anywhere, p95 " + figures[4] + " ms";
        return List.of(
                Measurement.atMost(
                        "log-pane-scroll",
                        "log: a page of 1 GB scrolled and painted, processor time p95",
                        Double.parseDouble(figures[3]),
                        "ms",
                        LONGEST_MILLIS,
                        note),
                Measurement.atMost(
                        "log-pane-heap",
                        "log: heap that the open pane of 1 GB holds",
                        Double.parseDouble(figures[5]),
                        "MB",
                        HEAP,
                        "after a collection, beside the empty window's"));
    }

    private static List<Measurement> live(String[] figures) {
        return List.of(Measurement.atMost(
                "log-pane-live",
                "log: 10,000 lines/s followed, pause between frames p99",
                Double.parseDouble(figures[1]),
                "ms",
                LONGEST_FRAME,
                "longest " + figures[2] + " ms; processor time of a frame p99 " + figures[3] + " ms; lines shown "
                        + figures[4] + ", still to come " + figures[5] + "; heap " + figures[6] + " MB"));
    }

    private static void fill(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            long written = 0;
            for (long i = 0; written < BYTES; i++) {
                String line = LogDrawing.line(i);
                out.write(line);
                written += line.length();
            }
        }
    }

    /** Ten gigabytes, of which all but the end are a hole: only the end is read for a first screen. */
    private static void fillEnd(Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            out.position(10 * BYTES);
            StringBuilder text = new StringBuilder("\n");
            for (long i = 0; i < END_LINES; i++) {
                text.append(LogDrawing.line(i));
            }
            out.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static String[] draw(Path root, VirtualScreen screen, String kind, Path file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + root.resolve("packaging/jvm.options"),
                "-D" + LogDrawing.LIVE_SECONDS + "=" + Long.getLong(LogDrawing.LIVE_SECONDS, 15),
                "-cp",
                System.getProperty("java.class.path"),
                LogDrawing.class.getName(),
                kind,
                file.toString());
        builder.environment().put("DISPLAY", screen.display());
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return told.lines()
                    .filter(line -> line.startsWith("drawn "))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Drawing a log (" + kind + ") gave no figures"))
                    .split(" ", -1);
        } finally {
            process.destroyForcibly();
        }
    }
}
