package dev.wheelhouse.core.databases.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptServiceTest {

    @TempDir
    private Path folder;

    @Test
    void runsAScriptOfUtf16KeepsNoCopyAndTellsItsLog() throws IOException {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection file = open.connect(Engine.SQLITE);
            byte[] script =
                    "\uFEFFCREATE TABLE t (a TEXT);\nINSERT INTO t VALUES ('é🎉');".getBytes(StandardCharsets.UTF_16LE);
            Job job =
                    open.databases().scripts().start(open.caller(), file.id(), new ByteArrayInputStream(script), false);
            Job ended = Awaiting.answer(
                    () -> open.core().jobs().get(open.caller(), job.id()),
                    each -> each.status().isFinal(),
                    "the end of the job");
            assertThat(ended.status()).as(ended.error()).isEqualTo(JobStatus.SUCCEEDED);
            try (InputStream log = open.core().jobs().log(open.caller(), job.id())) {
                assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("A script of 2 statements on " + file.name() + ", in one transaction.\n"
                                + "1 of 2 statements, up to line 1\n"
                                + ended.message() + "\n");
            }
            var read = open.databases()
                    .queries()
                    .run(open.caller(), file.id(), new QueryRequest("SELECT a FROM t", false, null, 10, null, null));
            assertThat(read.rowCount()).isEqualTo(1);
            assertThat(folder.resolve("home/scripts")).isEmptyDirectory();
        }
    }

    /** As the dump of sqlite3 3.53 writes it. */
    @ParameterizedTest
    @ValueSource(strings = {"Inf", "-Inf", "inf"})
    void saysHowInfinityIsWritten(String infinity) {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection file = open.connect(Engine.SQLITE);
            byte[] script = "CREATE TABLE t (a REAL);\nINSERT INTO t VALUES (%s);"
                    .formatted(infinity)
                    .getBytes(StandardCharsets.UTF_8);
            Job job =
                    open.databases().scripts().start(open.caller(), file.id(), new ByteArrayInputStream(script), false);
            Job ended = Awaiting.answer(
                    () -> open.core().jobs().get(open.caller(), job.id()),
                    each -> each.status().isFinal(),
                    "the end of the job");
            assertThat(ended.error())
                    .isEqualTo("Line 2: no such column: " + infinity.replace("-", "")
                            + ". An infinite number is written 9e999 or -9e999, not Inf. Nothing was changed.");
        }
    }
}
