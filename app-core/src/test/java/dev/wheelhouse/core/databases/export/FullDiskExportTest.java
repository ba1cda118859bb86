package dev.wheelhouse.core.databases.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target on a small file system of its own, which only root may mount. */
@Real
class FullDiskExportTest {

    @TempDir
    private Path folder;

    private Path disk;

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()) == 0,
                "a small file system can be mounted");
    }

    @AfterEach
    void unmount() throws Exception {
        assertThat(run("umount", disk.toString())).isZero();
    }

    @Test
    void tellsThatTheDiskIsFullAndLeavesNothingThere() throws Exception {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection file = open.connect(Engine.SQLITE);
            String sql =
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n";
            Job job = open.databases()
                    .fileExports()
                    .start(
                            open.caller(),
                            file.id(),
                            ExportRequest.ofStatement(sql, ExportFormat.NDJSON),
                            disk.resolve("out.ndjson"),
                            _ -> {});
            Job ended = Awaiting.answer(
                    () -> open.core().jobs().get(open.caller(), job.id()),
                    each -> each.status().isFinal(),
                    "the end of the job");
            assertThat(ended.status()).isEqualTo(JobStatus.FAILED);
            assertThat(ended.error()).contains("is full").contains("No file was left");
            try (Stream<Path> left = Files.list(disk)) {
                assertThat(left).isEmpty();
            }
        }
    }
}
