package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.platform.job.JobLogBench;
import dev.wheelhouse.core.schedules.ScheduleBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What schedules and jobs cost; the first argument is the directory for the results. */
public final class ScheduleBenchmarks {

    private ScheduleBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = new ArrayList<>(ScheduleBench.run());
        measurements.addAll(JobLogBench.run());
        new Report(Path.of(arguments[0])).keep("schedules", measurements);
        System.out.print(Report.table(measurements));
    }
}
