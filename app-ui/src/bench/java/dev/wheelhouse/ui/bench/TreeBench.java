package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tree of a database with ten thousand tables, from the click to the frame that shows them. */
final class TreeBench {

    private static final double LONGEST_MILLIS = 500;

    private TreeBench() {}

    static List<Measurement> run(Path root) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        try (VirtualScreen screen = VirtualScreen.start()) {
            for (String engine : List.of("postgresql", "sqlite")) {
                String[] figures = read(root, screen, engine).split(" ", -1);
                measurements.add(Measurement.atMost(
                        "tree-" + engine,
                        "tree: 10,000 tables read and painted, " + engine,
                        Double.parseDouble(figures[2]),
                        "ms",
                        LONGEST_MILLIS,
                        "the first time, with connecting, " + figures[1] + " ms; filtered in " + figures[3] + " ms"));
            }
        }
        return measurements;
    }

    private static String read(Path root, VirtualScreen screen, String engine) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + root.resolve("packaging/jvm.options"),
                "-cp",
                System.getProperty("java.class.path"),
                TreeReading.class.getName(),
                engine);
        builder.environment().put("DISPLAY", screen.display());
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return told.lines()
                    .filter(line -> line.startsWith("read "))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Reading the tree on " + engine + " gave no figures"));
        } finally {
            process.destroyForcibly();
        }
    }
}
