package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.platform.event.AuditBench;
import java.nio.file.Path;
import java.util.List;

/** What the audit log costs; the first argument is the directory for the results. */
public final class AuditBenchmarks {

    private AuditBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = AuditBench.run();
        new Report(Path.of(arguments[0])).keep("audit", measurements);
        System.out.print(Report.table(measurements));
        System.exit(0);
    }
}
