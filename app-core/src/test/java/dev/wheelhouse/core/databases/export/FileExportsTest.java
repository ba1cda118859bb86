package dev.wheelhouse.core.databases.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobFollowing;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileExportsTest {

    @TempDir
    private Path folder;

    private OpenCore open;
    private Path out;

    @BeforeEach
    void start() throws IOException {
        open = new OpenCore(folder);
        out = Files.createDirectory(folder.resolve("out"));
    }

    @AfterEach
    void stop() {
        open.close();
    }

    private Job start(DatabaseConnection connection, String sql, ExportFormat format, Path target) {
        return open.databases()
                .fileExports()
                .start(open.caller(), connection.id(), ExportRequest.ofStatement(sql, format), target, _ -> {});
    }

    @Test
    void aKeyHasHalfOfThePlacesAndLeavesTheOwnerTheirs() throws Exception {
        DatabaseConnection connection = open.connect(Engine.POSTGRESQL);
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Long>> running = List.of(
                export(key("key_1"), connection, end),
                export(key("key_1"), connection, end),
                export(key("key_2"), connection, end));
        for (String key : List.of("key_1", "key_3")) {
            assertThatThrownBy(() -> export(key(key), connection, end).join())
                    .hasCauseInstanceOf(AppException.class)
                    .hasMessageContaining("share of the exports");
        }
        CompletableFuture<Long> owner = export(open.caller(), connection, end);
        end.countDown();
        for (CompletableFuture<Long> each : running) {
            assertThat(each.get()).isEqualTo(1);
        }
        assertThat(owner.get()).isEqualTo(1);
        assertThat(export(key("key_1"), connection, end).get()).isEqualTo(1);
    }

    private Caller key(String id) {
        Caller owner = open.caller();
        return new Caller(owner.organizationId(), owner.memberId(), id, owner.scopes(), Origin.HTTP, "req_test", null);
    }

    /** An export that has its place when this returns, and keeps it. */
    private CompletableFuture<Long> export(Caller caller, DatabaseConnection connection, CountDownLatch end) {
        CompletableFuture<Boolean> opened = new CompletableFuture<>();
        CompletableFuture<Long> export = CompletableFuture.supplyAsync(
                () -> open.databases()
                        .exports()
                        .export(
                                caller,
                                connection.id(),
                                ExportRequest.ofStatement("SELECT 1", ExportFormat.CSV),
                                () -> {
                                    opened.complete(true);
                                    await(end);
                                    return OutputStream.nullOutputStream();
                                }),
                open.core().workers().virtualThreads());
        CompletableFuture.anyOf(opened, export).handle((_, _) -> true).join();
        return export;
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private Job current(Job job) {
        return open.core().jobs().get(open.caller(), job.id());
    }

    private Job end(Job job) {
        Awaiting.until(() -> current(job).status().isFinal());
        return current(job);
    }

    private void assertEmpty() throws IOException {
        try (Stream<Path> left = Files.list(out)) {
            assertThat(left).isEmpty();
        }
        assertThat(folder.resolve("home/exports"))
                .satisfiesAnyOf(
                        notes -> assertThat(notes).doesNotExist(),
                        notes -> assertThat(notes).isEmptyDirectory());
    }

    private static String numbers(Engine engine, long count) {
        return engine == Engine.POSTGRESQL
                ? "SELECT generate_series(1, " + count + "::bigint) AS i"
                : "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + count
                        + ") SELECT i FROM n";
    }

    @ParameterizedTest
    @EnumSource
    void writesTheWholeFileAndTellsRowsAndBytes(Engine engine) throws IOException {
        Path target = out.resolve("numbers.csv");
        Files.writeString(target, "what was there");
        Job job = end(start(open.connect(engine), numbers(engine, 1234), ExportFormat.CSV, target));
        assertThat(job.status()).as(job.error()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(job.message()).isEqualTo("1,234 rows, 6.2 KiB in " + target);
        assertThat(Files.readAllLines(target)).hasSize(1235).endsWith("1234");
        try (InputStream log = open.core().jobs().log(open.caller(), job.id())) {
            assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("Export into " + target + "\n" + job.message() + "\n");
        }
        Files.delete(target);
        assertEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledOneLeavesNothingAndKeepsWhatWasThere(Engine engine) throws IOException {
        Path target = out.resolve("endless.ndjson");
        Files.writeString(target, "what was there");
        Job job = start(open.connect(engine), numbers(engine, 4_000_000_000_000L), ExportFormat.NDJSON, target);
        Awaiting.until(() -> {
            Long done = current(job).progressDone();
            return done != null && done > 10_000;
        });
        assertThat(current(job).message()).matches("[0-9,]+ rows, [0-9.]+ (bytes|[KM]iB)");
        open.core().jobs().cancel(open.caller(), job.id());
        assertThat(end(job).status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(Files.readString(target)).isEqualTo("what was there");
        Files.delete(target);
        assertEmpty();
    }

    @Test
    void tellsAStatementThatFailsAndAConnectionThatIsLost() throws IOException {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        DatabaseConnection connection = open.connect(database, Environment.DEVELOPMENT, false);
        Job failed = end(start(
                connection,
                "SELECT 1 / (i - 90000) FROM generate_series(1, 100000) i",
                ExportFormat.CSV,
                out.resolve("a.csv")));
        assertThat(failed.status()).isEqualTo(JobStatus.FAILED);
        assertThat(failed.error()).contains("division by zero");
        Job cut = start(
                connection, numbers(Engine.POSTGRESQL, 4_000_000_000_000L), ExportFormat.JSON, out.resolve("b.json"));
        Awaiting.until(() -> {
            Long done = current(cut).progressDone();
            return done != null && done > 10_000;
        });
        open.run(
                open.connect(database, Environment.DEVELOPMENT, false),
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                        + " AND datname = current_database()");
        Job lost = end(cut);
        assertThat(lost.status()).isEqualTo(JobStatus.FAILED);
        assertThat(lost.error()).contains("terminat");
        assertEmpty();
    }

    @Test
    void refusesWhatIsNoPlaceForAFile() {
        DatabaseConnection connection = open.connect(Engine.SQLITE);
        for (Path target : new Path[] {
            out, out.resolve("none/a.csv"), folder.resolve("home/state.db"), folder.resolve("home/new.csv")
        }) {
            assertThatThrownBy(() -> start(connection, "SELECT 1", ExportFormat.CSV, target))
                    .as(target.toString())
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
        }
        assertThat(folder.resolve("home/state.db")).isNotEmptyFile();
    }

    @Test
    void theNextStartRemovesWhatAKilledConsoleLeft() throws IOException {
        Path left = out.resolve("orders.csv.1234abcd.part");
        Path other = out.resolve("precious.csv");
        Files.writeString(left, "half");
        Files.writeString(other, "whole");
        Path notes = Files.createDirectories(folder.resolve("home/exports"));
        Files.writeString(notes.resolve(left.getFileName()), left.toString(), StandardCharsets.UTF_8);
        Files.writeString(notes.resolve("orders.csv.ffffffff.part"), other.toString(), StandardCharsets.UTF_8);
        open.close();
        open = new OpenCore(folder);
        assertThat(left).doesNotExist();
        assertThat(other).exists();
        assertThat(notes).isEmptyDirectory();
    }

    @Test
    void tellsOfEveryJobThatEnds() throws InterruptedException {
        Core core = open.core();
        try (JobFollowing following = core.jobs().follow(open.caller(), null)) {
            Job job = start(open.connect(Engine.SQLITE), "SELECT 1", ExportFormat.CSV, out.resolve("a.csv"));
            Job told;
            do {
                told = following.next(Duration.ofSeconds(20)).getLast().job();
            } while (!told.status().isFinal());
            assertThat(told.id()).isEqualTo(job.id());
            assertThat(told.status()).isEqualTo(JobStatus.SUCCEEDED);
        }
    }
}
