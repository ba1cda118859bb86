package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.ProbeJar;
import dev.wheelhouse.ui.ConsoleMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From asking for the process to its first painted frame, and memory at rest; both against a window that says hello. */
final class WindowBench {

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
            ProbeJar.pack(work.resolve("probe.jar"), FirstFrame.class, HelloStage.class);
            return new WindowBench(root, work, screen.display()).measure();
        }
    }

    private List<Measurement> measure() throws Exception {
        // As packaging/run.sh trains it; it makes the home too.
        List<String> trial = console("-XX:AOTCacheOutput=" + cache("console"));
        trial.add("--exit-after-start");
        WindowProgram.run(display, log(), trial);
        WindowProgram.run(
                display, log(), hello("-XX:AOTCacheOutput=" + cache("hello"), "-D" + FirstFrame.CLOSE + "=true"));
        WindowPair plain = new WindowPair(display, log(), console(), hello());
        WindowPair cached = new WindowPair(
                display,
                log(),
                console("-XX:AOTCache=" + cache("console")),
                hello("-XX:AOTCache=" + cache("hello")));
        return List.of(
                plain.start("window-start", "window: start to first frame, plain", 1.8),
                cached.start("window-start-aot", "window: start to first frame, AOT cache", 1.8),
                cached.idle("window-memory", "window: resident memory, idle", 280));
    }

    private List<String> console(String... options) {
        List<String> command = command(ConsoleMain.class, options);
        command.addAll(List.of("--home", work.resolve("home").toString(), "--port", "0"));
        return command;
    }

    private List<String> hello(String... options) {
        return command(HelloStage.class, options);
    }

    private List<String> command(Class<?> main, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "@" + root.resolve("packaging/jvm.options"),
                "-D" + FirstFrame.MAIN + "=" + main.getName(),
                "-cp",
                work.resolve("probe.jar") + ":" + root.resolve("app-ui/target/app-ui.jar") + ":"
                        + root.resolve("app-ui/target/lib") + "/*",
                FirstFrame.class.getName()));
        return WindowProgram.java(arguments);
    }

    private Path log() {
        return work.resolve("log");
    }

    private Path cache(String name) {
        return work.resolve(name + ".aot");
    }
}
