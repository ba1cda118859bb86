package dev.wheelhouse.core.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks of this module; the first argument is the directory for the results. */
public final class FunctionBenchmarks {

    private static final double MICROS_A_STATEMENT = 7;
    private static final double MILLIS_A_PROPOSAL = 30;

    private FunctionBenchmarks() {}

    public static void main(String[] arguments) throws RunnerException, IOException {
        var options = new OptionsBuilder()
                .include(SqlBenchmark.class.getName())
                .include(CompletionBenchmark.class.getName())
                .verbosity(VerboseMode.SILENT)
                .build();
        List<Measurement> measurements = new ArrayList<>();
        for (RunResult each : new Runner(options).run()) {
            double micros = each.getPrimaryResult().getStatistics().getPercentile(50);
            if (each.getPrimaryResult().getLabel().startsWith("propose")) {
                measurements.add(Measurement.atMost(
                        "completion",
                        each.getPrimaryResult().getLabel() + ", 10,000 tables",
                        micros / 1000,
                        "ms",
                        MILLIS_A_PROPOSAL,
                        "JMH"));
                continue;
            }
            measurements.add(
                    each.getPrimaryResult().getLabel().equals("classifyCorpus")
                            ? Measurement.atMost(
                                    "classifier",
                                    "split and classify one statement",
                                    micros / StatementCorpus.STATEMENTS.size(),
                                    "µs",
                                    MICROS_A_STATEMENT,
                                    StatementCorpus.STATEMENTS.size() + " statements, JMH")
                            : Measurement.told(
                                    "tokeniser",
                                    "tokenise a script of 1 MB",
                                    SqlBenchmark.SCRIPT_CHARACTERS / micros,
                                    "MB/s",
                                    "JMH"));
        }
        new Report(Path.of(arguments[0])).keep("functions", measurements);
        System.out.print(Report.table(measurements));
    }
}
