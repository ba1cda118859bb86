package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.vcs.git.GitBench;
import java.nio.file.Path;
import java.util.List;

/** What reading git repositories costs; the first argument is the directory for the results. */
public final class GitBenchmarks {

    private GitBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = GitBench.run();
        new Report(Path.of(arguments[0])).keep("git", measurements);
        System.out.print(Report.table(measurements));
    }
}
