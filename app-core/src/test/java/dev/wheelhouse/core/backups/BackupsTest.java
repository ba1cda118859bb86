package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.S3Server;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole feature over a real server and a directory. */
@Real
@Timeout(180)
final class BackupsTest {

    @TempDir
    Path folder;

    private BackupDraft draft(String serverId, DatabaseConnection connection) {
        return draft(
                serverId,
                connection,
                new DestinationDraft("file", folder.resolve("store").toString(), "none", "none", null, null));
    }

    private static BackupDraft draft(String serverId, DatabaseConnection connection, DestinationDraft dest) {
        return new BackupDraft(
                serverId,
                connection.id(),
                "0 3 * * *",
                null,
                null,
                null,
                null,
                dest,
                "shop",
                null,
                null,
                null,
                null,
                null);
    }

    private static String ask(PostgresDatabase database, String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void backsUpPausesAndEnds() throws Exception {
        try (DebianPostgres server = DebianPostgres.start("max_slot_wal_keep_size=3GB");
                OpenCore open = new OpenCore(folder)) {
            PostgresDatabase database = server.newPowerfulDatabase();
            PostgresDatabase other = server.newPowerfulDatabase();
            run(other, "CREATE EXTENSION pg_trgm");
            PostgresDatabase closed = server.newPowerfulDatabase();
            close(closed, server);
            DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
            Caller caller = open.caller();
            Backups backups = open.core().backups();
            BackupService service = backups.service();
            BackupDraft draft = draft(open.core().servers().service().ownId(), connection);
            assertThat(service.test(caller, draft)).allMatch(BackupCheck::ok);
            assertThat(ask(database, "SELECT count(*) FROM pg_replication_slots"))
                    .isEqualTo("0");
            BackupConfig config = service.create(caller, draft);
            Supplier<List<BackupRun>> runs = () -> backups.runs()
                    .list(caller, config.id(), new PageRequest(10, null))
                    .items();
            Awaiting.until(runs::get, () -> runs.get().getFirst().status().isFinal());
            BackupRun run = runs.get().getFirst();
            assertThat(run.error()).isNull();
            assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
            assertThat(run.sizeBytes()).isGreaterThan(1_000_000);
            assertThat(Tree.files(folder.resolve("store/shop")))
                    .extracting(each -> String.valueOf(each.getFileName()))
                    .contains("meta.json", "backup_manifest", "cluster.json", "owner");
            assertThat(clusterFacts(config, run, service.recoveryText(caller, config.id())))
                    .contains("\"pg_tablespace\":", "\"pg_database\":", "\"pg_hba_file_rules\":")
                    .containsPattern(extension(database, "plpgsql"))
                    .containsPattern(extension(other, "plpgsql"))
                    .containsPattern(extension(other, "pg_trgm"))
                    .containsPattern("\"not_asked\":\\[\\{[^{]*\"datname\":\"" + closed.database() + "\"[^{]*\\}\\]")
                    .doesNotContainPattern(extension(database, "pg_trgm"));
            Awaiting.until(
                    () -> service.get(caller, config.id()).progress(),
                    () -> service.get(caller, config.id()).progress().state() == BackupState.STREAMING
                            && service.get(caller, config.id()).progress().lastWalAt() != null
                            && service.get(caller, config.id()).progress().retainedBytes() != null);
            BackupProgress progress = service.get(caller, config.id()).progress();
            assertThat(progress.retainedLimitBytes()).isEqualTo(3L << 30);
            assertThat(progress.freeBytes()).isPositive();
            service.update(caller, config.id(), BackupPatch.enabled(false), null);
            Awaiting.until(
                    () -> service.get(caller, config.id()).progress(),
                    () -> count(database).equals("0"));
            service.update(caller, config.id(), BackupPatch.enabled(true), null);
            Awaiting.until(
                    runs::get,
                    () -> runs.get().size() == 2
                            && runs.get().getFirst().status().isFinal());
            assertThat(runs.get().getFirst().status()).as("%s", runs.get()).isEqualTo(RunStatus.SUCCEEDED);
            service.delete(caller, config.id(), true, null);
            Awaiting.until(
                    "the removal of leftovers",
                    () -> count(database).equals("0") && isEmpty(folder.resolve("store/shop")));
        }
    }

    /** Keeps everybody out of a database. */
    private static void close(PostgresDatabase database, DebianPostgres server) throws Exception {
        Path rules = server.dataDirectory().resolve("pg_hba.conf");
        Files.writeString(rules, "host " + database.database() + " all all reject\n" + Files.readString(rules));
        run(database, "SELECT pg_reload_conf()");
        Awaiting.until("a refusal", () -> !isOpen(database));
    }

    private static boolean isOpen(PostgresDatabase database) {
        try (Connection jdbc = database.connect()) {
            return !jdbc.isClosed();
        } catch (SQLException _) {
            return false;
        }
    }

    private static Pattern extension(PostgresDatabase database, String name) {
        return Pattern.compile("\"datname\":\"" + database.database() + "\",\"extname\":\"" + name + "\"");
    }

    /** Opened with what people keep. */
    private String clusterFacts(BackupConfig config, BackupRun run, String recoveryText) throws IOException {
        String name = config.source().systemIdentifier() + "/base/" + run.id() + "/cluster.json";
        try (ObjectStore store = new SealedStore(
                        DirectoryStore.open(folder.resolve("store/shop")), SealKey.parse(recoveryText));
                InputStream bytes = store.open(name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void needsNoMoreThanALoginThatMayReplicate() throws Exception {
        try (DebianPostgres server = DebianPostgres.start();
                OpenCore open = new OpenCore(folder)) {
            run(server.newPowerfulDatabase(), "CREATE ROLE lesser LOGIN REPLICATION PASSWORD 'of no other use'");
            PostgresDatabase database = server.newDatabase();
            DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
            Caller caller = open.caller();
            Backups backups = open.core().backups();
            String serverId = open.core().servers().service().ownId();
            BackupDraft draft = draft(serverId, connection);
            assertThat(backups.service().test(caller, draft))
                    .as("the connection's own login may not")
                    .anyMatch(each -> !each.ok() && each.field().equals("login"));
            BackupConfig config = backups.service()
                    .create(
                            caller,
                            new BackupDraft(
                                    serverId,
                                    connection.id(),
                                    draft.schedule(),
                                    null,
                                    null,
                                    null,
                                    null,
                                    draft.dest(),
                                    "shop",
                                    new ReplicationLogin("lesser", "of no other use"),
                                    null,
                                    null,
                                    null,
                                    null));
            Supplier<List<BackupRun>> runs = () -> backups.runs()
                    .list(caller, config.id(), new PageRequest(10, null))
                    .items();
            Awaiting.until(runs::get, () -> runs.get().getFirst().status().isFinal());
            assertThat(runs.get().getFirst().status()).as("%s", runs.get()).isEqualTo(RunStatus.SUCCEEDED);
            run(database, "CREATE TABLE thing AS SELECT 1 AS one");
            Instant written = Instant.parse(ask(
                    database,
                    "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC'," + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
            Awaiting.until(
                    () -> backups.service().get(caller, config.id()).progress(),
                    () -> reaches(backups, caller, config, written));
            assertThat(backups.restores().window(caller, config.id()).gaps()).isEmpty();
            backups.service().delete(caller, config.id(), true, null);
            Awaiting.until("the removal of leftovers", () -> count(database).equals("0"));
        }
    }

    @Test
    void bringsBackATableFromTheSecondBeforeItWasDropped() throws Exception {
        try (DebianPostgres server = DebianPostgres.start();
                S3Server store = new S3Server();
                OpenCore open = new OpenCore(folder)) {
            open.core().settings().allowPrivateHost(open.caller(), "127.0.0.1");
            DestinationDraft dest = new DestinationDraft(
                    "minio",
                    S3Server.BUCKET,
                    S3Server.KEY_ID,
                    S3Server.SECRET,
                    null,
                    store.endpoint().toString());
            PostgresDatabase database = server.newPowerfulDatabase();
            DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
            Caller caller = open.caller();
            Backups backups = open.core().backups();
            assertThat(run(database, "CREATE TABLE thing AS SELECT g AS id FROM generate_series(1, 100000) g"))
                    .isTrue();
            BackupConfig config = backups.service()
                    .create(caller, draft(open.core().servers().service().ownId(), connection, dest));
            Supplier<List<BackupRun>> runs = () -> backups.runs()
                    .list(caller, config.id(), new PageRequest(10, null))
                    .items();
            Awaiting.until(runs::get, () -> runs.get().getFirst().status().isFinal());
            run(database, "UPDATE thing SET id = -id WHERE id % 3 = 0");
            String sum = ask(database, "SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM thing");
            Instant before = Instant.parse(ask(
                    database,
                    "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC'," + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
            run(database, "DROP TABLE thing");
            Instant after = Instant.parse(ask(
                    database,
                    "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC'," + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
            Awaiting.until(
                    () -> backups.restores().window(caller, config.id()),
                    () -> reaches(backups, caller, config, after));
            String runId = runs.get().getFirst().id();
            Path target = server.dataDirectory().resolveSibling("back");
            RestoreRequest request = new RestoreRequest(before, null, null, target.toString(), true);
            assertThat(backups.restores()
                            .plan(caller, config.id(), runId, request)
                            .error())
                    .isNull();
            RestoreResult result = backups.restores()
                    .restore(caller, config.id(), runId, request)
                    .join();
            assertThat(result.error()).isNull();
            PostgresDatabase restored = new PostgresDatabase(
                    "127.0.0.1",
                    Objects.requireNonNull(result.port()),
                    database.database(),
                    database.user(),
                    database.password());
            assertThat(ask(restored, "SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM thing"))
                    .isEqualTo(sum);
            assertThat(result.lastCommitAt()).isBeforeOrEqualTo(before);
            assertThat(backups.restores()
                            .restore(caller, config.id(), runId, request)
                            .join()
                            .error())
                    .contains("is not empty");
            // Nothing was committed for a while: the target is behind the last transaction.
            RestoreRequest quiet = new RestoreRequest(
                    after, null, null, target.resolveSibling("quiet").toString(), false);
            RestoreResult second = backups.restores()
                    .restore(caller, config.id(), runId, quiet)
                    .join();
            assertThat(second.error()).isNull();
            assertThat(second.port()).isNull();
            RestoreRequest late = new RestoreRequest(
                    after.plusSeconds(86_400),
                    null,
                    null,
                    target.resolveSibling("late").toString(),
                    false);
            assertThat(backups.restores()
                            .restore(caller, config.id(), runId, late)
                            .join()
                            .error())
                    .contains("can be restored");
            stop(target);
        }
    }

    @Test
    void saysWhichTimesAreLostToAPause() throws Exception {
        try (DebianPostgres server = DebianPostgres.start("min_wal_size=32MB", "max_wal_size=32MB");
                OpenCore open = new OpenCore(folder)) {
            PostgresDatabase database = server.newPowerfulDatabase();
            DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
            Caller caller = open.caller();
            Backups backups = open.core().backups();
            BackupConfig config = backups.service()
                    .create(caller, draft(open.core().servers().service().ownId(), connection));
            Supplier<List<BackupRun>> runs = () -> backups.runs()
                    .list(caller, config.id(), new PageRequest(10, null))
                    .items();
            Awaiting.until(runs::get, () -> runs.get().getFirst().status().isFinal());
            backups.service().update(caller, config.id(), BackupPatch.enabled(false), null);
            Awaiting.until(
                    () -> backups.service().get(caller, config.id()),
                    () -> count(database).equals("0"));
            for (int i = 0; i < 6; i++) {
                run(
                        database,
                        "CREATE TABLE filler_" + i + " AS SELECT g, repeat('x', 500) FROM generate_series(1, 40000) g");
                run(database, "CHECKPOINT");
            }
            backups.service().update(caller, config.id(), BackupPatch.enabled(true), null);
            Awaiting.until(
                    () -> runs.get() + " " + backups.service().get(caller, config.id()),
                    () -> runs.get().size() == 2
                            && runs.get().getFirst().status().isFinal());
            assertThat(runs.get().getFirst().status()).as("%s", runs.get()).isEqualTo(RunStatus.SUCCEEDED);
            RestoreWindow window = backups.restores().window(caller, config.id());
            assertThat(window.gaps()).hasSize(1);
            assertThat(window.gaps().getFirst().reason()).contains("paused");
            assertThat(open.core()
                            .events()
                            .list(
                                    caller,
                                    new EventFilter(List.of("backup.gap"), null, null, null),
                                    new PageRequest(10, null))
                            .items())
                    .hasSize(1);
            Instant lost = window.gaps().getFirst().from().plusMillis(1);
            RestoreRequest request = new RestoreRequest(lost, null, null, null, false);
            assertThat(backups.restores()
                            .plan(caller, config.id(), null, request)
                            .error())
                    .contains("not between");
        }
    }

    private static boolean reaches(Backups backups, Caller caller, BackupConfig config, Instant moment) {
        Instant latest = backups.restores().window(caller, config.id()).latest();
        return latest != null && !latest.isBefore(moment);
    }

    private static void stop(Path directory) throws Exception {
        long pid = Long.parseLong(
                Files.readAllLines(directory.resolve("postmaster.pid")).getFirst());
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        server.destroy();
        server.onExit().get(30, TimeUnit.SECONDS);
    }

    private static boolean run(PostgresDatabase database, String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            statement.execute(sql);
            return true;
        }
    }

    private static String count(PostgresDatabase database) {
        try {
            return ask(database, "SELECT count(*) FROM pg_replication_slots");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isEmpty(Path directory) {
        return Tree.files(directory).isEmpty();
    }
}
