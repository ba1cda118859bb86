package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * Runs all benchmarks of the process, or those named by the property {@code bench.only}, and prints the table of
 * everything measured in this build. The argument is the project's root.
 */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        Path results = root.resolve("app-api/target/bench");
        Path work = Files.createTempDirectory("wheelhouse-bench");
        String only = System.getProperty("bench.only", "");
        Set<String> wanted = only.isBlank() ? benches().keySet() : Set.of(only.split(","));
        Report report = new Report(results);
        try (DebianPostgres postgres = DebianPostgres.start()) {
            System.out.println("Measuring against " + postgres.description() + ", with "
                    + Runtime.getRuntime().availableProcessors() + " processors for everything");
            Tables.create(postgres.database());
            Programs programs = new Programs(root, work, postgres.database());
            packBare(work.resolve("bare.jar"));
            programs.trainConsole();
            programs.trainBare();
            settle(programs, work.resolve("home"));
            settle(programs, work.resolve("start-home"));
            try (Subject subject = Subject.start(programs, work.resolve("home"));
                    JavaProcess bare = programs.startBare(true)) {
                bare.awaitAnswer(Requests.get("/", null));
                String connection = subject.connect("Benchmark", postgres.database());
                Stage stage = new Stage(
                        programs,
                        work.resolve("home"),
                        postgres.database(),
                        postgres.description(),
                        subject,
                        bare,
                        connection);
                for (Map.Entry<String, Bench> each : benches().entrySet()) {
                    if (wanted.contains(each.getKey())) {
                        report.keep(each.getKey(), measure(each.getKey(), each.getValue(), stage));
                    }
                }
            }
            System.out.print(Report.table(Report.read(List.of(root.resolve("app-core/target/bench"), results))));
            System.out.println("\nDatabase: " + postgres.description() + ". Left out: PostGraphile and postgres-meta"
                    + " (npm), and what needs a window.");
        }
        deleteTree(work);
    }

    private static Map<String, Bench> benches() {
        Map<String, Bench> benches = new LinkedHashMap<>();
        benches.put("start", StartBench::run);
        benches.put("rows", ReadBench::page);
        benches.put("row", ReadBench::row);
        benches.put("query", ReadBench::query);
        benches.put("edits", EditsBench::run);
        benches.put("catalog", CatalogBench::run);
        benches.put("export", ExportBench::run);
        benches.put("mixed", MixedBench::run);
        benches.put("limiter", ReadBench::limiter);
        benches.put("lookup", KeyBench::lookUp);
        benches.put("keys", KeyBench::mixed);
        benches.put("idempotency", IdempotencyBench::run);
        benches.put("follow", FollowBench::run);
        benches.put("mcp", McpBench::run);
        benches.put("push", PushBench::run);
        benches.put("deploy", DeployBench::run);
        benches.put("rest", RestBench::run);
        return benches;
    }

    private static List<Measurement> measure(String name, Bench bench, Stage stage) throws InterruptedException {
        System.out.println("... " + name);
        try {
            List<Measurement> measurements = bench.run(stage);
            System.out.print(Report.table(measurements));
            return measurements;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // The others are still worth their numbers.
            System.err.println(name + " failed; logs are in " + stage.programs().work());
            e.printStackTrace();
            return List.of(Measurement.failed(name, name, String.valueOf(e.getMessage())));
        }
    }

    /** Makes the schema and the token of a home. */
    private static void settle(Programs programs, Path home) throws IOException {
        try (JavaProcess first = programs.startConsole(home, false)) {
            first.awaitAnswer(Requests.get("/api/v1/health", null));
        }
    }

    /** An AOT cache takes classes from jars only, so the peer gets one. */
    private static void packBare(Path jar) throws IOException {
        String file = BareServer.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                var source = BareServer.class.getClassLoader().getResourceAsStream(file)) {
            if (source == null) {
                throw new IOException("No class file of the peer");
            }
            entries.putNextEntry(new JarEntry(file));
            source.transferTo(entries);
            entries.closeEntry();
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
