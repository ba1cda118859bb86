package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the console and its peer are started: the same Java options for both, those of {@code packaging}. */
record Programs(Path root, Path work, PostgresDatabase database) {

    private static final String BARE = "dev.wheelhouse.api.bench.BareServer";
    private static final String CONSOLE = "dev.wheelhouse.api.ApiMain";

    JavaProcess startConsole(Path home, boolean cached) throws IOException {
        int port = DebianPostgres.freePort();
        return JavaProcess.start(port, log("console"), console(home, port, cached ? use("console") : null));
    }

    JavaProcess startBare(boolean cached) throws IOException {
        int port = DebianPostgres.freePort();
        return JavaProcess.start(port, log("bare"), bare(port, cached ? use("bare") : null));
    }

    /** Makes the console's AOT cache the way {@code packaging/run.sh} does. */
    void trainConsole() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory(work, "trial");
        List<String> arguments = new ArrayList<>(console(home, 0, record("console")));
        arguments.add("--exit-after-start");
        JavaProcess.run(log("console"), arguments);
    }

    /** Makes the peer's AOT cache from a run that answered once. */
    void trainBare() throws IOException {
        int port = DebianPostgres.freePort();
        try (JavaProcess trial = JavaProcess.start(port, log("bare"), bare(port, record("bare")))) {
            trial.awaitAnswer(Requests.get("/", null));
        }
    }

    Path log(String name) {
        return work.resolve(name + ".log");
    }

    private String record(String name) {
        return "-XX:AOTCacheOutput=" + work.resolve(name + ".aot");
    }

    private String use(String name) {
        return "-XX:AOTCache=" + work.resolve(name + ".aot");
    }

    private List<String> console(Path home, int port, @Nullable String cache) {
        return command(
                cache,
                root.resolve("app-api/target/app-api.jar") + ":" + root.resolve("app-api/target/lib") + "/*",
                CONSOLE,
                List.of("--headless", "--home", home.toString(), "--port", Integer.toString(port)));
    }

    private List<String> bare(int port, @Nullable String cache) {
        return command(
                cache,
                work.resolve("bare.jar") + ":" + root.resolve("app-api/target/lib") + "/*",
                BARE,
                List.of(Integer.toString(port), database.jdbcUrl(), database.user()));
    }

    private List<String> command(@Nullable String cache, String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (cache != null) {
            command.add(cache);
        }
        command.add("@" + root.resolve("packaging/jvm.options"));
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }
}
