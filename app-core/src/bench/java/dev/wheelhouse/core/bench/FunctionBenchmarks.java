package dev.wheelhouse.core.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks of this module. */
final class FunctionBenchmarks {

    private static final double MICROS_A_STATEMENT = 7;
    private static final double MILLIS_A_PROPOSAL = 30;

    private FunctionBenchmarks() {}

    static List<Measurement> run() throws RunnerException {
        var options = new OptionsBuilder()
                .include(SqlBenchmark.class.getName())
                .include(CompletionBenchmark.class.getName())
                .verbosity(VerboseMode.SILENT)
                .build();
        List<Measurement> measurements = new ArrayList<>();
        for (RunResult each : new Runner(options).run()) {
            measurements.add(measurement(each.getPrimaryResult().getLabel(), micros(each)));
        }
        return measurements;
    }

    private static Repetitions micros(RunResult result) {
        List<Double> values = new ArrayList<>();
        result.getPrimaryResult()
                .getStatistics()
                .getRawData()
                .forEachRemaining(each -> values.addAll(Collections.nCopies(each.getValue().intValue(), each.getKey())));
        return new Repetitions(values);
    }

    private static Measurement measurement(String label, Repetitions micros) {
        return switch (label) {
            case "classifyCorpus" ->
                Measurement.atMost(
                        "classifier",
                        "split and classify one statement",
                        micros.map(each -> each / StatementCorpus.STATEMENTS.size()),
                        "µs",
                        MICROS_A_STATEMENT,
                        StatementCorpus.STATEMENTS.size() + " statements, JMH");
            case "tokeniseScript" ->
                Measurement.told(
                        "tokeniser",
                        "tokenise a script of 1 MB",
                        micros.map(each -> SqlBenchmark.SCRIPT_CHARACTERS / each),
                        "MB/s",
                        "JMH");
            default ->
                Measurement.atMost(
                        "completion-" + label.toLowerCase(Locale.ROOT),
                        label + ", 10,000 tables",
                        micros.map(each -> each / 1000),
                        "ms",
                        MILLIS_A_PROPOSAL,
                        "JMH");
        };
    }
}
