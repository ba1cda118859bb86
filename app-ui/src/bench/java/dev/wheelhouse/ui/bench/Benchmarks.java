package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Report;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs all benchmarks of the window, or those named by the property {@code bench.only}, and prints the table of
 * everything measured in this build. The argument is the project's root.
 */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        Path results = root.resolve("app-ui/target/bench");
        String only = System.getProperty("bench.only", "");
        Set<String> wanted = only.isBlank() ? benches().keySet() : Set.of(only.split(",", -1));
        Report report = new Report(results);
        for (Map.Entry<String, Bench> each : benches().entrySet()) {
            if (wanted.contains(each.getKey())) {
                System.out.println("... " + each.getKey());
                report.keep(each.getKey(), measure(each.getKey(), each.getValue(), root));
            }
        }
        System.out.print(Report.table(Report.read(
                List.of(root.resolve("app-core/target/bench"), root.resolve("app-api/target/bench"), results))));
        // JavaFX keeps threads that would hold the process.
        System.exit(0);
    }

    private static Map<String, Bench> benches() {
        Map<String, Bench> benches = new LinkedHashMap<>();
        benches.put("window", WindowBench::run);
        benches.put("rest", RestBench::run);
        benches.put("editor", EditorBench::run);
        benches.put("tree", TreeBench::run);
        benches.put("grid", GridBench::run);
        benches.put("charts", ChartBench::run);
        benches.put("log", LogBench::run);
        return benches;
    }

    private static List<Measurement> measure(String name, Bench bench, Path root) throws InterruptedException {
        try {
            return bench.run(root);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // The others are still worth their numbers.
            e.printStackTrace();
            return List.of(Measurement.failed(name, name, String.valueOf(e.getMessage())));
        }
    }
}
