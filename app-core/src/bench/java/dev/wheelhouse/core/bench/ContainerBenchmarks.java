package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.apps.container.BuildBench;
import java.nio.file.Path;
import java.util.List;

/** What builds of images cost; the first argument is the directory for the results. */
public final class ContainerBenchmarks {

    private ContainerBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = BuildBench.run();
        new Report(Path.of(arguments[0])).keep("containers", measurements);
        System.out.print(Report.table(measurements));
    }
}
