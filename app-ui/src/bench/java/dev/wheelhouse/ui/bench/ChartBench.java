package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Twelve charts of 366 points each, from new values to the painted frame, and a step of the cross-hair over all of them. */
final class ChartBench {

    /** Of the window's thread; where there is no graphics card the rendering one takes most of a frame. */
    private static final double LONGEST_MILLIS = 5;

    private ChartBench() {}

    static List<Measurement> run(Path root) throws Exception {
        try (VirtualScreen screen = VirtualScreen.start()) {
            return List.of(
                    drawn(root, screen, "redraw", "charts: 12 charts × 366 points redrawn, processor time p95"),
                    drawn(root, screen, "cross-hair", "charts: cross-hair moved over 12 charts, processor time p95"));
        }
    }

    private static Measurement drawn(Path root, VirtualScreen screen, String kind, String name) throws IOException {
        String[] figures = draw(root, screen, kind).split(" ", -1);
        return Measurement.atMost(
                "charts-" + kind,
                name,
                Double.parseDouble(figures[4]),
                "ms",
                LONGEST_MILLIS,
                "median " + figures[3] + " ms; painted within " + figures[1] + " ms, p95 " + figures[2]
                        + " ms, of which the rendering thread takes " + figures[5] + " ms without a graphics card");
    }

    private static String draw(Path root, VirtualScreen screen, String kind) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + root.resolve("packaging/jvm.options"),
                "-Djavafx.animation.fullspeed=true",
                "-cp",
                System.getProperty("java.class.path"),
                ChartDrawing.class.getName(),
                kind);
        builder.environment().put("DISPLAY", screen.display());
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return told.lines()
                    .filter(line -> line.startsWith("drawn "))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Drawing the charts (" + kind + ") gave no figures"));
        } finally {
            process.destroyForcibly();
        }
    }
}
