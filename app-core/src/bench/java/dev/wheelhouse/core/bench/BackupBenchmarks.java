package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.backups.restore.BackupBench;
import java.nio.file.Path;
import java.util.List;

/** What backups cost; the arguments are the directory for the results and the size of the database in gigabytes. */
public final class BackupBenchmarks {

    private BackupBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = BackupBench.run(Integer.parseInt(arguments[1]));
        new Report(Path.of(arguments[0])).keep("backups", measurements);
        System.out.print(Report.table(measurements));
        // Threads of the core that are on their way out keep nobody waiting.
        System.exit(0);
    }
}
