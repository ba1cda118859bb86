package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.bench.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** How fast a job's log takes a gigabyte, of which it keeps 5 MiB. */
public final class JobLogBench {

    private static final int CHUNK_BYTES = 16 << 10;
    private static final int GIGABYTE = 1 << 30;
    private static final double MEBIBYTE = 1 << 20;

    private JobLogBench() {}

    public static List<Measurement> run() throws IOException {
        Path directory = Files.createTempDirectory("wheelhouse-job-log");
        JobLogs logs = new JobLogs(directory);
        byte[] chunk = new byte[CHUNK_BYTES];
        Arrays.fill(chunk, (byte) 'x');
        long start = System.nanoTime();
        try (JobLog log = logs.create("job_bench")) {
            for (int written = 0; written < GIGABYTE - CHUNK_BYTES; written += CHUNK_BYTES) {
                log.write(chunk);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        logs.delete("job_bench");
        Files.delete(directory);
        return List.of(Measurement.told(
                "job-log", "log of a job that writes 1 GiB", GIGABYTE / MEBIBYTE / seconds, "MiB/s", "keeps 5 MiB"));
    }
}
