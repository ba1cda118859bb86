package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From a key to its letter on the screen, in texts that make editors slow. */
final class EditorBench {

    /** Two frames at 60 a second. */
    private static final double LONGEST_MILLIS = 33;

    private EditorBench() {}

    static List<Measurement> run(Path root) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        try (VirtualScreen screen = VirtualScreen.start()) {
            measurements.add(typed(root, screen, "script", "editor: key to paint, script of 1 MB, p99"));
            measurements.add(typed(root, screen, "longest", "editor: key to paint, line of 20,000 characters, p99"));
            boolean refused = type(root, screen, "oversized").equals("typed refused");
            measurements.add(Measurement.told(
                    "editor-oversized",
                    "editor: a line of 100 kB is refused (1) or taken (0)",
                    refused ? 1 : 0,
                    "",
                    "to be run as a file"));
        }
        return measurements;
    }

    private static Measurement typed(Path root, VirtualScreen screen, String kind, String name) throws IOException {
        String[] figures = type(root, screen, kind).split(" ", -1);
        return Measurement.atMost(
                "editor-" + kind,
                name,
                Double.parseDouble(figures[2]),
                "ms",
                LONGEST_MILLIS,
                "median " + figures[1] + " ms; processor time of the window's thread " + figures[4] + " ms, p99 " + figures[5]
 + " ms");
    }

    private static String type(Path root, VirtualScreen screen, String kind) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + root.resolve("packaging/jvm.options"),
                "-Djavafx.animation.fullspeed=true",
                "-cp",
                System.getProperty("java.class.path"),
                EditorTyping.class.getName(),
                kind);
        builder.environment().put("DISPLAY", screen.display());
        Process process =
                builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return told.lines()
                    .filter(line -> line.startsWith("typed "))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Typing into the " + kind + " gave no figures"));
        } finally {
            process.destroyForcibly();
        }
    }
}
