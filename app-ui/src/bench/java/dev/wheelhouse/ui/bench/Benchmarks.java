package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.History;
import dev.wheelhouse.core.bench.Report;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs all benchmarks of the window, or those named by the property {@code bench.only}, and prints the table of what all
 * modules measured. The argument is the project's root. With {@code -Dbench.strict=true} it ends with 1 where a bar in
 * the table is missed or something is worse than in the runs before.
 */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        Path results = root.resolve("app-ui/target/bench");
        String only = System.getProperty("bench.only", "");
        Set<String> wanted = only.isBlank() ? benches().keySet() : Set.of(only.split(",", -1));
        Report report = new Report(results, History.ofUser());
        for (Map.Entry<String, Area> each : benches().entrySet()) {
            if (wanted.contains(each.getKey())) {
                Area area = each.getValue();
                report.measure(area.name(), each.getKey(), () -> area.bench().run(root));
            }
        }
        boolean good = report.conclude(
                List.of(root.resolve("app-core/target/bench"), root.resolve("app-api/target/bench"), results));
        // JavaFX keeps threads that would hold the process.
        System.exit(good || !Boolean.getBoolean("bench.strict") ? 0 : 1);
    }

    private record Area(String name, Bench bench) {}

    private static Map<String, Area> benches() {
        Map<String, Area> benches = new LinkedHashMap<>();
        benches.put("window", new Area("start and memory", WindowBench::run));
        benches.put("installed", new Area("start and memory", InstalledBench::run));
        benches.put("day", new Area("start and memory", DayBench::run));
        benches.put("rest", new Area("start and memory", RestBench::run));
        benches.put("editor", new Area("databases", EditorBench::run));
        benches.put("tree", new Area("databases", TreeBench::run));
        benches.put("grid", new Area("databases", GridBench::run));
        benches.put("charts", new Area("servers", ChartBench::run));
        benches.put("log", new Area("logs", LogBench::run));
        return benches;
    }
}
