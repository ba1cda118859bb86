package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.PackedImage;
import dev.wheelhouse.ui.ConsoleMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The window of a package, against one that says hello and is packed the same way. */
final class InstalledBench {

    private static final String LAUNCHER = "wheelhouse-window";

    private InstalledBench() {}

    static List<Measurement> run(Path root) throws Exception {
        Optional<Path> image = PackedImage.named(root);
        if (image.isEmpty()) {
            return List.of(Measurement.missing(
                    "installed-window", "installed window", "left out: no package, -Dbench.image=DIR, is named"));
        }
        Path work = Files.createTempDirectory("wheelhouse-installed");
        try (VirtualScreen screen = VirtualScreen.start()) {
            List<String> console = new ArrayList<>(List.of(console(image.get(), work.resolve("console"))));
            console.addAll(List.of("--home", work.resolve("home").toString(), "--port", "0"));
            List<String> first = new ArrayList<>(console);
            first.add("--exit-after-start");
            WindowProgram.run(screen.display(), work.resolve("log"), first);
            List<String> hello = List.of(hello(image.get(), work.resolve("hello"), screen, work.resolve("log")));
            WindowPair pair = new WindowPair(screen.display(), work.resolve("log"), console, hello);
            return List.of(
                    pair.start("installed-window-start", "installed window: start to first frame", 2),
                    pair.idle("installed-window-memory", "installed window: resident memory, idle", 300));
        }
    }

    private static String console(Path image, Path directory) throws Exception {
        PackedImage console = PackedImage.link(image, directory);
        console.start(LAUNCHER, FirstFrame.class);
        console.option(LAUNCHER, "-D" + FirstFrame.MAIN + "=" + ConsoleMain.class.getName());
        console.requireCache(LAUNCHER);
        return console.command().toString();
    }

    private static String hello(Path image, Path directory, VirtualScreen screen, Path log) throws Exception {
        PackedImage hello = PackedImage.link(image, directory);
        hello.keepJars(LAUNCHER, "javafx-");
        hello.start(LAUNCHER, FirstFrame.class, HelloStage.class);
        hello.option(LAUNCHER, "-D" + FirstFrame.MAIN + "=" + HelloStage.class.getName());
        List<String> trial = new ArrayList<>(hello.training(LAUNCHER, "-D" + FirstFrame.CLOSE + "=true"));
        trial.add(hello.command().toString());
        WindowProgram.run(screen.display(), log, trial);
        hello.useCache(LAUNCHER);
        return hello.command().toString();
    }
}
