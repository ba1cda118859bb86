package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.logs.LiveLogBench;
import dev.wheelhouse.core.logs.LogFileBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What looking at logs costs; the first argument is the directory for the results. */
public final class LogBenchmarks {

    private LogBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = new ArrayList<>(LogFileBench.run());
        measurements.addAll(LiveLogBench.run());
        new Report(Path.of(arguments[0])).keep("logs", measurements);
        System.out.print(Report.table(measurements));
    }
}
