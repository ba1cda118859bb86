package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.apps.process.LookBench;
import dev.wheelhouse.core.metrics.collect.PollBench;
import dev.wheelhouse.core.metrics.series.SeriesBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What measuring servers costs; the first argument is the directory for the results. */
public final class MetricBenchmarks {

    private MetricBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = new ArrayList<>(PollBench.run());
        measurements.addAll(SeriesBench.run());
        measurements.addAll(LookBench.run());
        new Report(Path.of(arguments[0])).keep("metrics", measurements);
        System.out.print(Report.table(measurements));
    }
}
