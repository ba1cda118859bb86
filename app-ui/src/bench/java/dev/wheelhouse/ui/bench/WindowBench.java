package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** From asking for the process to its first painted frame, and memory at rest; both against a window that says hello. */
final class WindowBench {

    private static final String CONSOLE = "dev.wheelhouse.ui.ConsoleMain";
    private static final int ROUNDS = 7;
    private static final long SETTLING_NANOS = 15_000_000_000L;

    private final Path root;
    private final Path work;
    private final String display;

    private WindowBench(Path root, Path work, String display) {
        this.root = root;
        this.work = work;
        this.display = display;
    }

    static List<Measurement> run(Path root) throws Exception {
        Path work = Files.createTempDirectory("wheelhouse-window");
        try (VirtualScreen screen = VirtualScreen.start()) {
            WindowBench bench = new WindowBench(root, work, screen.display());
            packProbe(work.resolve("probe.jar"));
            return bench.measure();
        }
    }

    private List<Measurement> measure() throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        console("", false).close();
        // As packaging/run.sh trains it.
        List<String> trial = new ArrayList<>(consoleWords());
        trial.add("--exit-after-start");
        WindowProgram.run(display, log(), command("-XX:AOTCacheOutput=" + cache("console"), false, trial));
        WindowProgram.run(display, log(), command("-XX:AOTCacheOutput=" + cache("hello"), true, helloWords()));
        for (boolean cached : new boolean[] {false, true}) {
            List<Double> subject = new ArrayList<>();
            List<Double> floor = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                try (WindowProgram hello = hello(cached ? use("hello") : "", false)) {
                    floor.add(hello.paintedAfter());
                }
                try (WindowProgram console = console(cached ? use("console") : "", false)) {
                    subject.add(console.paintedAfter());
                }
            }
            measurements.add(Measurement.withinTimes(
                    cached ? "window-start-aot" : "window-start",
                    "window: start to first frame, " + (cached ? "AOT cache" : "plain"),
                    new Repetitions(subject),
                    "ms",
                    new Repetitions(floor),
                    1.8,
                    ""));
        }
        measurements.add(idle());
        return measurements;
    }

    private Measurement idle() throws IOException {
        try (WindowProgram console = console(use("console"), false);
                WindowProgram hello = hello(use("hello"), false)) {
            LockSupport.parkNanos(SETTLING_NANOS);
            double resident = console.residentMegabytes();
            return Measurement.against(
                    "window-memory",
                    "window: resident memory, idle",
                    Repetitions.of(resident),
                    "MB",
                    Repetitions.of(hello.residentMegabytes()),
                    false,
                    "≤ 280 MB",
                    resident <= 280,
                    "");
        }
    }

    private WindowProgram console(String cacheOption, boolean close) throws IOException {
        return WindowProgram.start(display, log(), command(cacheOption, close, consoleWords()));
    }

    private WindowProgram hello(String cacheOption, boolean close) throws IOException {
        return WindowProgram.start(display, log(), command(cacheOption, close, helloWords()));
    }

    private List<String> consoleWords() {
        return List.of(CONSOLE, "--home", work.resolve("home").toString(), "--port", "0");
    }

    private static List<String> helloWords() {
        return List.of(HelloStage.class.getName());
    }

    private List<String> command(String cacheOption, boolean close, List<String> words) {
        List<String> command = new ArrayList<>();
        if (!cacheOption.isEmpty()) {
            command.add(cacheOption);
        }
        command.add("@" + root.resolve("packaging/jvm.options"));
        command.add("-Dbench.close=" + close);
        command.add("-cp");
        command.add(work.resolve("probe.jar") + ":" + root.resolve("app-ui/target/app-ui.jar") + ":"
                + root.resolve("app-ui/target/lib") + "/*");
        command.add(FirstFrame.class.getName());
        command.addAll(words);
        return command;
    }

    private Path log() {
        return work.resolve("log");
    }

    private Path cache(String name) {
        return work.resolve(name + ".aot");
    }

    private String use(String name) {
        return "-XX:AOTCache=" + cache(name);
    }

    /** An AOT cache takes classes from jars only. */
    private static void packProbe(Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (Class<?> each : List.of(FirstFrame.class, HelloStage.class)) {
                String file = each.getName().replace('.', '/') + ".class";
                try (var source = each.getClassLoader().getResourceAsStream(file)) {
                    if (source == null) {
                        throw new IOException("No class file " + file);
                    }
                    entries.putNextEntry(new JarEntry(file));
                    source.transferTo(entries);
                    entries.closeEntry();
                }
            }
        }
    }
}
