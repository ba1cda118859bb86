package dev.wheelhouse.ui.bench;

import dev.wheelhouse.api.ApiMain;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.ui.ConsoleMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Processor time a minute of a window that nobody touches, above that of a console without one. */
final class RestBench {

    private static final Duration SETTLING = Duration.ofMinutes(5);
    private static final Duration HIDING = Duration.ofSeconds(10);
    private static final Duration MEASURED = Duration.ofMinutes(1);
    private static final String WINDOW = ConsoleMain.class.getName();

    private final Path root;
    private final Path work;
    private final String display;

    private RestBench(Path root, Path work, String display) {
        this.root = root;
        this.work = work;
        this.display = display;
    }

    static List<Measurement> run(Path root) throws Exception {
        Path work = Files.createTempDirectory("wheelhouse-rest");
        try (VirtualScreen screen = VirtualScreen.start()) {
            // Only under a window manager can a window be put away.
            Process manager = on(screen.display(), "openbox").start();
            try {
                return new RestBench(root, work, screen.display()).measure();
            } finally {
                manager.destroy();
            }
        }
    }

    private List<Measurement> measure() throws IOException, InterruptedException {
        // As packaging/run.sh trains it; without a cache a window compiles for minutes.
        WindowProgram.run(
                display,
                log(),
                console("-XX:AOTCacheOutput=" + cache(), WINDOW, "trial", "--exit-after-start"),
                RestBench::hasBegun);
        try (WindowProgram alone = start(ApiMain.class.getName(), "alone", "--headless");
                WindowProgram window = start(WINDOW, "window")) {
            rest(SETTLING);
            Measurement shown = compare("window-rest", "window at rest on the Overview", alone, window, 1.0);
            Process minimize = on(
                            display, "xdotool", "search", "--onlyvisible", "--name", "^Wheelhouse$", "windowminimize")
                    .start();
            if (!minimize.waitFor(10, TimeUnit.SECONDS) || minimize.exitValue() != 0) {
                throw new IOException("The window could not be minimised");
            }
            rest(HIDING);
            return List.of(shown, compare("window-minimised", "window minimised", alone, window, 0.2));
        }
    }

    private static boolean hasBegun(String line) {
        return line.contains(" listening on ");
    }

    private static Measurement compare(
            String id, String what, WindowProgram alone, WindowProgram window, double most) {
        double aloneBefore = alone.processorSeconds();
        double windowBefore = window.processorSeconds();
        rest(MEASURED);
        double own = alone.processorSeconds() - aloneBefore;
        double both = window.processorSeconds() - windowBefore;
        return Measurement.atMost(
                id,
                what + ": processor time a minute above the console alone",
                both - own,
                "s",
                most,
                "%.2f s with the window, %.2f s without".formatted(both, own));
    }

    private WindowProgram start(String main, String home, String... options) throws IOException {
        return WindowProgram.start(
                display, log(), console("-XX:AOTCache=" + cache(), main, home, options), RestBench::hasBegun);
    }

    private List<String> console(String cacheOption, String main, String home, String... options) {
        List<String> words = new ArrayList<>(List.of(
                cacheOption,
                "@" + root.resolve("packaging/jvm.options"),
                "-cp",
                root.resolve("app-ui/target/app-ui.jar") + ":" + root.resolve("app-ui/target/lib") + "/*",
                main,
                "--home",
                work.resolve(home).toString(),
                "--port",
                "0"));
        words.addAll(List.of(options));
        return WindowProgram.java(words);
    }

    private Path cache() {
        return work.resolve("window.aot");
    }

    private Path log() {
        return work.resolve("log");
    }

    private static ProcessBuilder on(String display, String... words) {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DISPLAY", display);
        return builder;
    }

    private static void rest(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
