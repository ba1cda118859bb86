package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.PackedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The console of a package without its window, against the bare server packed the same way. */
final class InstalledBench {

    private static final String LAUNCHER = "wheelhouse-server";
    private static final Duration LOAD = Duration.ofSeconds(30);

    /** What the bare server needs of the package. */
    private static final String[] JARS = {
        "HikariCP",
        "jackson-core",
        "jboss-",
        "postgresql",
        "slf4j-",
        "smallrye-",
        "undertow-",
        "wildfly-",
        "xnio-"
    };

    private final Stage stage;
    private final Path console;
    private final PackedImage bare;
    private final Path home;

    private InstalledBench(Stage stage, Path image) throws IOException {
        this.stage = stage;
        this.console = PackedImage.command(image);
        Path work = stage.programs().work();
        this.bare = PackedImage.link(image, work.resolve("installed-bare"));
        this.home = work.resolve("installed-home");
    }

    static List<Measurement> run(Stage stage) throws Exception {
        Optional<Path> image = PackedImage.named(stage.programs().root());
        if (image.isEmpty()) {
            return List.of(Measurement.missing(
                    "installed-server", "installed server", "left out: no package, -Dbench.image=DIR, is named"));
        }
        return new InstalledBench(stage, image.get()).measure();
    }

    private List<Measurement> measure() throws Exception {
        trainBare();
        // Makes the home; and ends where the package's cache does not fit, which Java would leave out in silence.
        JavaProcess.run(
                log(),
                command(
                        List.of("env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on"),
                        console,
                        "--home",
                        home.toString(),
                        "--port",
                        "0",
                        "--exit-after-start"));
        List<Measurement> measurements = new ArrayList<>();
        measurements.add(start());
        measurements.addAll(memory());
        return measurements;
    }

    private void trainBare() throws IOException {
        bare.keepJars(LAUNCHER, JARS);
        bare.start(LAUNCHER, BareServer.class);
        try (JavaProcess trial = startBare(bare.training(LAUNCHER, ""))) {
            trial.awaitAnswer(Requests.get("/", null));
        }
        bare.useCache(LAUNCHER);
    }

    private Measurement start() throws Exception {
        byte[] request = Requests.get("/api/v1/me", Subject.token(home));
        Rounds rounds = Rounds.alternate(
                StartBench.ROUNDS,
                () -> answeredAfter(startConsole(), request),
                () -> answeredAfter(startBare(List.of()), Requests.get("/", null)));
        return Measurement.withinTimes(
                "installed-server-start",
                "installed server: start to first 200",
                rounds.subject(),
                "ms",
                rounds.floor(),
                2,
                "");
    }

    private static double answeredAfter(JavaProcess started, byte[] request) throws IOException {
        try (started) {
            return started.awaitAnswer(request);
        }
    }

    private List<Measurement> memory() throws Exception {
        try (Subject subject = Subject.of(startConsole(), home);
                JavaProcess peer = startBare(List.of())) {
            peer.awaitAnswer(Requests.get("/", null));
            Measurement idle = StartBench.idle(
                    "installed-server-memory", "installed server: resident memory, idle", subject.process(), peer);
            Stage own = new Stage(
                    stage.programs(),
                    home,
                    stage.database(),
                    stage.server(),
                    subject,
                    peer,
                    subject.connect("Benchmark", stage.database()));
            Load.Outcome outcome = Load.run(subject.port(), MixedBench.CLIENTS, LOAD, MixedBench.mix(own));
            Measurement loaded = Measurement.atMost(
                    "installed-server-memory-loaded",
                    "installed server: resident memory after load",
                    subject.process().residentMegabytes(),
                    "MB",
                    250,
                    outcome.count() + " requests of " + MixedBench.CLIENTS + " clients, " + outcome.errors() + " errors");
            return List.of(idle, loaded);
        }
    }

    private JavaProcess startConsole() throws IOException {
        int port = DebianPostgres.freePort();
        return JavaProcess.start(
                port,
                log(),
                command(List.of(), console, "--home", home.toString(), "--port", Integer.toString(port)));
    }

    private JavaProcess startBare(List<String> before) throws IOException {
        int port = DebianPostgres.freePort();
        String url = stage.database().jdbcUrl();
        String user = stage.database().user();
        return JavaProcess.start(
                port, log(), command(before, bare.command(), Integer.toString(port), url, user));
    }

    private static List<String> command(List<String> before, Path program, String... arguments) {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(program.toString(), "serve"));
        command.addAll(List.of(arguments));
        return command;
    }

    private Path log() {
        return stage.programs().log("installed");
    }
}
