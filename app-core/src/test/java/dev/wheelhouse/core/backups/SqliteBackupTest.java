package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Collation;
import org.sqlite.Function;

/** Copies of a SQLite file, and what comes back of them. */
@SuppressWarnings("NullAway.Init")
final class SqliteBackupTest {

    private Path folder;
    private Path file;
    private HandBackups console;
    private DatabaseConnection connection;

    @BeforeEach
    void open(@TempDir Path temporary) throws Exception {
        folder = temporary.toRealPath();
        file = folder.resolve("shop.db");
        run("PRAGMA journal_mode = WAL");
        run("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT)");
        run("INSERT INTO thing (name) VALUES ('one'), ('two')");
        console = new HandBackups(folder);
        connection = console.connectFile(file);
    }

    @AfterEach
    void close() {
        console.close();
    }

    private void run(String sql) throws SQLException {
        try (Connection jdbc = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = jdbc.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String names(Path database) throws SQLException {
        try (Connection jdbc = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = jdbc.createStatement();
                ResultSet row = statement.executeQuery("SELECT group_concat(name, ' ') FROM thing")) {
            row.next();
            return row.getString(1);
        }
    }

    private BackupDraft draft(String databaseId) {
        return draft(databaseId, HandBackups.HOME, true);
    }

    private BackupDraft draft(String databaseId, String serverId, boolean encrypted) {
        return BackupDraft.logical(
                BackupType.SQLITE,
                serverId,
                databaseId,
                "0 3 * * *",
                null,
                1,
                1,
                new DestinationDraft("file", console.store().toString(), "none", "none", null, null),
                null,
                encrypted);
    }

    private BackupConfig begun() {
        return console.begun(draft(connection.id()));
    }

    private BackupRun onlyRun(BackupConfig config) {
        BackupRun run = console.runsOf(config).getFirst();
        assertThat(run.error()).isNull();
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        return run;
    }

    private RestoreResult restore(BackupConfig config, BackupRun run, @Nullable Path directory) {
        RestoreRequest request = new RestoreRequest(
                null, null, null, null, directory == null ? null : directory.toString(), false, false, null);
        return console.restores()
                .restore(console.caller, config.id(), run.id(), request)
                .join();
    }

    private Path volume() {
        return Tree.files(console.store()).stream()
                .filter(each -> each.toString().endsWith("database.sqlite.zst.0001"))
                .findFirst()
                .orElseThrow();
    }

    private static void flip(Path object) throws IOException {
        byte[] bytes = Files.readAllBytes(object);
        bytes[bytes.length / 2] ^= 1;
        Files.write(object, bytes);
    }

    /** As if its console had been silent for long. */
    private void lose(BackupConfig config) {
        Path note = console.store().resolve(config.id()).resolve("console.json");
        Awaiting.until(() -> Files.exists(note));
        console.service().update(console.caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        // What it was writing down comes a moment later.
        int[] silent = {0};
        Awaiting.until(() -> {
            try {
                Instant then = Files.getLastModifiedTime(note).toInstant();
                Files.setLastModifiedTime(
                        note,
                        FileTime.from(Instant.now().minus(Adoption.SILENCE).minusSeconds(60)));
                silent[0] = then.isBefore(Instant.now().minus(Adoption.SILENCE)) ? silent[0] + 1 : 0;
                return silent[0] > 20;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void anotherConsoleTakesTheCopiesOver(@TempDir Path freshFolder) throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        String key = console.service().recoveryText(console.caller, config.id());
        console.runs().setKeep(console.caller, config.id(), run.id(), true);
        try (HandBackups fresh = new HandBackups(freshFolder.toRealPath(), true)) {
            AdoptionDraft draft = new AdoptionDraft(
                    HandBackups.HOME, null, draft(connection.id()).dest(), null, null, key);
            lose(config);
            Path away = Files.move(file, folder.resolve("moved.db"));
            refusedAt("databaseId", () -> fresh.service().adopt(fresh.caller, draft));
            Files.move(away, file);
            BackupConfig adopted = fresh.service().adopt(fresh.caller, draft);
            assertThat(adopted.id()).isEqualTo(config.id());
            assertThat(adopted.type()).isEqualTo(BackupType.SQLITE);
            assertThat(adopted.policy().schedule().text()).isEqualTo("0 3 * * *");
            assertThat(fresh.runsOf(adopted)).singleElement().satisfies(each -> {
                assertThat(each.id()).isEqualTo(run.id());
                assertThat(each.kind()).isEqualTo(RunKind.LOGICAL);
                assertThat(each.sizeBytes()).isEqualTo(run.sizeBytes());
            });
            run("DROP TABLE thing");
            RestoreRequest request = new RestoreRequest(
                    null,
                    null,
                    null,
                    null,
                    Files.createDirectory(folder.resolve("back")).toString(),
                    false,
                    false,
                    null);
            RestoreResult result = fresh.restores()
                    .restore(fresh.caller, adopted.id(), run.id(), request)
                    .join();
            assertThat(result.error()).isNull();
            assertThat(names(Path.of(String.valueOf(result.path())))).isEqualTo("one two");
            fresh.service().update(fresh.caller, adopted.id(), BackupPatch.enabled(true), null);
            fresh.awaitState(adopted, BackupState.READY);
        }
    }

    @Test
    void storesNothingMoreWhereAnotherConsoleHasTakenOver() throws Exception {
        BackupConfig config = begun();
        onlyRun(config);
        try (ObjectStore store = DirectoryStore.open(console.store())) {
            StoreOwner.take(store, config.id(), StoreOwner.mark(config.id(), "org_of_another"));
        }
        console.runs().startBase(console.caller, config.id());
        // Whether the run or the session notices it first.
        console.awaitState(config, BackupState.SOURCE_AWAY);
        assertThat(console.progress(config).detail()).contains("Another configuration keeps its backups");
        assertThat(Tree.files(console.store()).stream()
                        .filter(each -> each.endsWith("meta.json"))
                        .toList())
                .hasSize(1);
    }

    @Test
    void bringsTheFileBackBesideItself() throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        assertThat(config.source().systemIdentifier()).isEqualTo(config.id());
        assertThat(config.onlyHome()).isEqualTo(HandBackups.HOME);
        assertThat(run.kind()).isEqualTo(RunKind.LOGICAL);
        assertThat(run.sizeBytes()).isPositive();
        run("DELETE FROM thing");
        RestoreResult result = restore(config, run, null);
        assertThat(result.error()).isNull();
        assertThat(result.ok()).isTrue();
        Path back = folder.resolve("shop-restored-20260301-120000.db");
        assertThat(result.path()).isEqualTo(back.toString());
        assertThat(names(back)).isEqualTo("one two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(back)))
                .isEqualTo("rw-------");
        assertThat(console.eventsOf("restore.succeeded")).hasSize(1);
        assertThat(console.progress(config).state()).isEqualTo(BackupState.READY);
        assertThat(Tree.files(console.state.home().file("backups"))).isEmpty();
    }

    /** Of applications that have collations, functions, tokenizers and modules which SQLite itself has not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE odd (t COLLATE icu_root, n INT); INSERT INTO odd VALUES ('a', 1)",
                "CREATE TABLE odd (t, n INT); CREATE INDEX odd_index ON odd (app_function(t)); INSERT INTO odd VALUES (1, 2)",
                "CREATE TABLE odd (t, n INT, g AS (app_function(t))); INSERT INTO odd VALUES (1, 2)",
                "CREATE VIRTUAL TABLE odd USING fts3(body); INSERT INTO odd VALUES ('a'); PRAGMA writable_schema = ON;"
                        + "UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE odd USING fts3(body, tokenize=mozporter)'"
                        + " WHERE name = 'odd'",
                "CREATE VIRTUAL TABLE odd USING fts5(body); INSERT INTO odd VALUES ('a'); PRAGMA writable_schema = ON;"
                        + "UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE odd USING app_module(body)'"
                        + " WHERE name = 'odd'",
            })
    void bringsBackWhatOnlyItsApplicationCanReadWhole(String schema) throws Exception {
        runAsItsApplication(schema.split("; ?"));
        BackupConfig config = begun();
        Path back = Files.createDirectory(folder.resolve("back"));
        RestoreResult result = restore(config, onlyRun(config), back);
        assertThat(result.error()).isNull();
        Path restored = Path.of(Objects.requireNonNull(result.path()));
        assertThat(names(restored)).isEqualTo("one two");
        assertThat(Tree.files(back)).containsExactly(restored);
        assertThat(Tree.files(console.state.home().file("backups"))).isEmpty();
    }

    private void runAsItsApplication(String... statements) throws SQLException {
        try (Connection jdbc = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = jdbc.createStatement()) {
            Collation.create(jdbc, "icu_root", new Collation() {
                @Override
                protected int xCompare(String one, String other) {
                    return one.compareTo(other);
                }
            });
            Function.create(
                    jdbc,
                    "app_function",
                    new Function() {
                        @Override
                        protected void xFunc() throws SQLException {
                            result(value_int(0));
                        }
                    },
                    1,
                    Function.FLAG_DETERMINISTIC);
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @Test
    void aDamagedFileIsNoGoodBackup() throws Exception {
        // What no copy mends: a table holds what its schema forbids.
        runAsItsApplication(
                "CREATE TABLE odd (t, n INT)",
                "INSERT INTO odd VALUES (NULL, 1)",
                "PRAGMA writable_schema = ON",
                "UPDATE sqlite_schema SET sql = 'CREATE TABLE odd (t NOT NULL, n INT)' WHERE name = 'odd'");
        BackupConfig config = console.service().create(console.caller, draft(connection.id()));
        BackupRun run = console.awaitRuns(config, 1).getFirst();
        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.error()).contains("damaged", "odd.t");
    }

    @Test
    void neverReplacesAFile() throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        Path there = Files.writeString(folder.resolve("shop-restored-20260301-120000.db"), "mine");
        RestoreResult result = restore(config, run, null);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains("exists already");
        assertThat(Files.readString(there)).isEqualTo("mine");
        assertThat(console.eventsOf("restore.failed")).isEmpty();
        RestoreResult elsewhere = restore(config, run, Files.createDirectory(folder.resolve("other")));
        assertThat(elsewhere.path())
                .isEqualTo(
                        folder.resolve("other/shop-restored-20260301-120000.db").toString());
    }

    @Test
    void leavesNothingOfADamagedCopy() throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        flip(volume());
        RestoreResult result = restore(config, run, Files.createDirectory(folder.resolve("back")));
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains("database.sqlite.zst.0001");
        assertThat(Tree.files(folder.resolve("back"))).isEmpty();
        assertThat(console.eventsOf("restore.failed")).hasSize(1);
    }

    @Test
    void saysWhatIsDamagedWhenItIsVerified() throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        console.runs().verify(console.caller, config.id(), run.id());
        Awaiting.until(
                () -> console.runs().get(console.caller, config.id(), run.id()).verification() == Verification.PASSED);
        flip(volume());
        console.runs().verify(console.caller, config.id(), run.id());
        Awaiting.until(
                () -> console.runs().get(console.caller, config.id(), run.id()).verification() == Verification.FAILED);
        console.awaitRuns(config, 2);
    }

    /** The one that is due later; older ones may go as soon as it is complete. */
    private BackupRun next(BackupConfig config, BackupRun before) {
        console.pass(Duration.ofDays(2));
        Awaiting.until(() -> {
            BackupRun newest = console.runsOf(config).getFirst();
            return !newest.id().equals(before.id()) && newest.status() == RunStatus.SUCCEEDED;
        });
        return console.runsOf(config).getFirst();
    }

    private void awaitGone(BackupConfig config, BackupRun run) {
        Awaiting.until(() ->
                console.runsOf(config).stream().noneMatch(each -> each.id().equals(run.id())));
    }

    @Test
    void removesWhatIsTooOldAndNotKept() throws Exception {
        BackupConfig config = begun();
        BackupRun first = onlyRun(config);
        BackupRun second = next(config, first);
        console.runs().setKeep(console.caller, config.id(), second.id(), true);
        awaitGone(config, first);
        BackupRun third = next(config, second);
        BackupRun fourth = next(config, third);
        awaitGone(config, third);
        assertThat(console.runsOf(config)).extracting(BackupRun::id).containsExactly(fourth.id(), second.id());
        assertThat(Tree.files(console.store()).stream().map(Path::toString))
                .noneMatch(each -> each.contains(first.id()))
                .anyMatch(each -> each.contains(second.id()));
    }

    @Test
    void removesWhatAKilledConsoleLeft() throws Exception {
        BackupConfig config = begun();
        onlyRun(config);
        console.service().update(console.caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        Path spool =
                Files.createDirectories(console.state.home().file("backups").resolve(config.id()));
        Path left = Files.writeString(spool.resolve("copy-run_old"), "half");
        console.service().update(console.caller, config.id(), BackupPatch.enabled(true), null);
        Awaiting.until(() -> !Files.exists(left));
        assertThat(console.runsOf(config)).hasSize(1);
    }

    @Test
    void leavesNothingWhereTheObjectsGoToo() throws Exception {
        BackupConfig config = begun();
        console.service().delete(console.caller, config.id(), true, null);
        console.removeLeftovers();
        Awaiting.until(() -> Tree.files(console.store()).isEmpty());
    }

    @Test
    void failsWhereTheFileIsNoDatabaseAnyMore() throws Exception {
        BackupConfig config = begun();
        console.runs().startBase(console.caller, config.id());
        console.awaitRuns(config, 2);
        Files.writeString(file, "no database at all, whatever it was before this was written into it".repeat(40));
        Files.deleteIfExists(Path.of(file + "-wal"));
        Files.deleteIfExists(Path.of(file + "-shm"));
        console.runs().startBase(console.caller, config.id());
        BackupRun failed = console.awaitRuns(config, 3).getFirst();
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.error()).isNotBlank();
        assertThat(Tree.files(console.store()).stream().map(Path::toString))
                .noneMatch(each -> each.contains(failed.id()));
        assertThat(Tree.files(console.state.home().file("backups"))).isEmpty();
        assertThat(console.eventsOf("backup.failed")).hasSize(1);
    }

    private void refusedAt(String field, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(((FieldProblems) e.details())
                                        .errors().stream().map(FieldProblem::path))
                                .containsExactly(field));
    }

    private static RestoreRequest at(@Nullable Instant time, @Nullable String runAs, boolean start) {
        return new RestoreRequest(time, null, null, null, null, start, false, runAs);
    }

    @Test
    void refusesWhatOnlyContinuousBackupsHave() throws Exception {
        BackupConfig config = begun();
        BackupRun run = onlyRun(config);
        for (Runnable each : List.<Runnable>of(
                () -> console.restores().window(console.caller, config.id()),
                () -> console.rehearsals().rehearse(console.caller, config.id()))) {
            assertThatThrownBy(each::run)
                    .isInstanceOfSatisfying(
                            AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID));
        }
        refusedAt(
                "walSchedule",
                () -> console.service()
                        .update(
                                console.caller,
                                config.id(),
                                new BackupPatch(
                                        null, "* * * * *", null, null, null, null, null, null, null, null, null),
                                null));
        refusedAt(
                "targetTime",
                () -> console.restores().plan(console.caller, config.id(), run.id(), at(Instant.EPOCH, null, false)));
        refusedAt("start", () -> console.restores().plan(console.caller, config.id(), run.id(), at(null, null, true)));
        refusedAt("runAs", () -> console.restores().plan(console.caller, config.id(), run.id(), at(null, "me", false)));
        RestorePreview preview = console.restores().plan(console.caller, config.id(), null, RestoreRequest.LATEST);
        assertThat(preview.error()).isNull();
        assertThat(preview.runId()).isEqualTo(run.id());
        assertThat(preview.path()).endsWith("shop-restored-20260301-120000.db");
    }

    /** Nobody may write to a file system that is mounted read-only, not even root. */
    @Test
    void saysBeforeARestoreThatItsDirectoryCannotBeWritten() throws Exception {
        BackupConfig config = begun();
        Path closed = Files.createDirectory(folder.resolve("closed"));
        closed.toFile().setWritable(false);
        boolean mounts = Files.isWritable(closed);
        assumeTrue(
                !mounts || run("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", closed.toString()) == 0,
                "no directory can be closed to this user");
        try {
            RestoreRequest there = new RestoreRequest(null, null, null, null, closed.toString(), false, false, null);
            assertThat(console.restores()
                            .plan(console.caller, config.id(), null, there)
                            .error())
                    .contains("may not write to " + closed);
        } finally {
            if (mounts) {
                assertThat(run("umount", closed.toString())).isZero();
            }
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    @Test
    void takesAConnectionOfItsEngineAlone() throws Exception {
        refusedAt(
                "databaseId",
                () -> console.service()
                        .create(console.caller, draft(console.connection().id())));
        refusedAt("databaseId", () -> console.service().create(console.caller, draft("db_none")));
        Files.delete(file);
        refusedAt("databaseId", () -> console.service().create(console.caller, draft(connection.id())));
    }

    @Test
    void seesByTheChecksumWhatNoSealTells() throws Exception {
        BackupConfig config = console.begun(draft(connection.id(), HandBackups.HOME, false));
        BackupRun run = onlyRun(config);
        flip(volume());
        RestoreResult result = restore(config, run, Files.createDirectory(folder.resolve("back")));
        assertThat(result.ok()).isFalse();
        assertThat(Tree.files(folder.resolve("back"))).isEmpty();
    }

    @Test
    void writesNothingWhereTheSpaceIsTooLittle() throws Exception {
        BackupConfig config = console.begun(draft(connection.id(), HandBackups.HOME, false));
        BackupRun run = onlyRun(config);
        Path meta = volume().resolveSibling("meta.json");
        Files.writeString(
                meta,
                Files.readString(meta)
                        .replaceFirst("\"unpackedBytes\":[0-9]+", "\"unpackedBytes\":4000000000000000000"));
        RestoreResult result = restore(config, run, Files.createDirectory(folder.resolve("back")));
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains(folder.resolve("back") + " has ", " MiB are needed");
        assertThat(Tree.files(folder.resolve("back"))).isEmpty();
        assertThat(console.eventsOf("restore.failed")).isEmpty();
    }

    @Test
    void removesAFileThatAKilledConsoleDidNotFinish() throws Exception {
        Path target = folder.resolve("shop-restored.db");
        Path half = Files.writeString(DumpRestores.unfinished(target.toString()), "half");
        Files.writeString(target, "mine");
        Restore left = new Restore(
                "rst_1",
                console.caller.organizationId(),
                "bkp_1",
                "run_1",
                BackupType.SQLITE,
                connection.id(),
                HandBackups.HOME,
                HandBackups.HOME,
                "job_1",
                target.toString(),
                null,
                "",
                true,
                null,
                console.state.clock().instant());
        console.state.store().change(tx -> new JdbcRestoreStore().insert(tx, left));
        console.restores().removeAbandoned();
        assertThat(half).doesNotExist();
        assertThat(Files.readString(target)).isEqualTo("mine");
    }

    @Test
    void copiesFilesOfItsOwnMachineAlone() {
        Server other = console.parts
                .servers()
                .create(
                        console.caller,
                        new ServerDraft(
                                "other",
                                ServerKind.SSH,
                                "127.0.0.1",
                                1,
                                "root",
                                new ServerDraft.Auth(
                                        ServerAuthType.PASSWORD,
                                        SecretChange.keep(),
                                        SecretChange.keep(),
                                        new SecretChange.Replace("x"))));
        refusedAt("serverId", () -> console.service().create(console.caller, draft(connection.id(), other.id(), true)));
    }
}
