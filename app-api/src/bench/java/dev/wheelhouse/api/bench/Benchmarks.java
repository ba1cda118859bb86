package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.bench.History;
import dev.wheelhouse.core.bench.ProbeJar;
import dev.wheelhouse.core.bench.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Runs all benchmarks of the process, or those named by the property {@code bench.only}. The argument is the project's
 * root.
 */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        Path work = Files.createTempDirectory("wheelhouse-bench");
        String only = System.getProperty("bench.only", "");
        Set<String> wanted = only.isBlank() ? benches().keySet() : Set.of(only.split(","));
        Report report = new Report(root.resolve("app-api/target/bench"), History.ofUser());
        try (DebianPostgres postgres = DebianPostgres.start()) {
            System.out.println("Measuring against " + postgres.description() + ", with "
                    + Runtime.getRuntime().availableProcessors() + " processors for everything");
            Tables.create(postgres.database());
            Programs programs = new Programs(root, work, postgres.database());
            ProbeJar.pack(work.resolve("bare.jar"), BareServer.class);
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
                for (Map.Entry<String, Area> each : benches().entrySet()) {
                    if (wanted.contains(each.getKey())) {
                        Area area = each.getValue();
                        report.measure(
                                area.name(), each.getKey(), () -> area.bench().run(stage));
                    }
                }
            }
            System.out.println("Left out: PostGraphile and postgres-meta (npm).");
        }
        deleteTree(work);
    }

    private record Area(String name, Bench bench) {}

    private static Map<String, Area> benches() {
        Map<String, Area> benches = new LinkedHashMap<>();
        benches.put("start", new Area("start and memory", StartBench::run));
        benches.put("installed", new Area("start and memory", InstalledBench::run));
        benches.put("rows", new Area("databases", ReadBench::page));
        benches.put("row", new Area("databases", ReadBench::row));
        benches.put("query", new Area("databases", ReadBench::query));
        benches.put("edits", new Area("databases", EditsBench::run));
        benches.put("catalog", new Area("databases", CatalogBench::run));
        benches.put("export", new Area("databases", ExportBench::run));
        benches.put("mixed", new Area("start and memory", MixedBench::run));
        benches.put("limiter", new Area("access", ReadBench::limiter));
        benches.put("lookup", new Area("access", KeyBench::lookUp));
        benches.put("keys", new Area("access", KeyBench::mixed));
        benches.put("idempotency", new Area("API", IdempotencyBench::run));
        benches.put("follow", new Area("API", FollowBench::run));
        benches.put("mcp", new Area("assistant", McpBench::run));
        benches.put("push", new Area("deployments", PushBench::run));
        benches.put("deploy", new Area("deployments", DeployBench::run));
        benches.put("rest", new Area("schedules", RestBench::run));
        return benches;
    }

    /** Makes the schema and the token of a home. */
    private static void settle(Programs programs, Path home) throws IOException {
        try (JavaProcess first = programs.startConsole(home, false)) {
            first.awaitAnswer(Requests.get("/api/v1/health", null));
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
