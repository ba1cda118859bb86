package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.store.S3Server;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server and a real store that fail while they are backed up: no byte is lost, and no gap unsaid. */
@Real
@Timeout(180)
@SuppressWarnings("NullAway.Init")
final class BackupFaultsTest {

    private static final String KEEPS_WAL = "wal_keep_size=256MB";

    @TempDir
    private Path folder;

    private DebianPostgres server;
    private CutProxy way;
    private PostgresDatabase database;
    private OpenCore open;
    private Backups backups;
    private Caller caller;

    @BeforeEach
    void start() throws Exception {
        server = DebianPostgres.start(KEEPS_WAL, "wal_sender_timeout=2s");
        way = new CutProxy(server.port());
        database = through(server.newPowerfulDatabase(), way.port());
        open = new OpenCore(folder);
        caller = open.caller();
        backups = open.core().backups();
    }

    @AfterEach
    void stop() throws Exception {
        open.close();
        way.close();
        server.close();
    }

    private static PostgresDatabase through(PostgresDatabase database, int port) {
        return new PostgresDatabase("127.0.0.1", port, database.database(), database.user(), database.password());
    }

    private static String ask(PostgresDatabase database, String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? String.valueOf(rows.getString(1)) : "";
            }
        }
    }

    private static void awaitAnswer(PostgresDatabase database, String sql, String answer) throws SQLException {
        try (Connection jdbc = database.connect();
                PreparedStatement statement = jdbc.prepareStatement(sql)) {
            Awaiting.until(sql, () -> {
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() && answer.equals(rows.getString(1));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private static Instant now(PostgresDatabase database) throws SQLException {
        return Instant.parse(ask(
                database, "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
    }

    private BackupConfig begun(DestinationDraft destination) {
        DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
        BackupConfig config = backups.service()
                .create(
                        caller,
                        new BackupDraft(
                                open.core().servers().service().ownId(),
                                connection.id(),
                                "0 3 * * *",
                                null,
                                null,
                                null,
                                null,
                                destination,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
        awaitRun(config, 1, RunStatus.SUCCEEDED);
        return config;
    }

    private DestinationDraft directory() {
        return new DestinationDraft("file", folder.resolve("store").toString(), "none", "none", null, null);
    }

    private List<BackupRun> runs(BackupConfig config) {
        return backups.runs()
                .list(caller, config.id(), new PageRequest(10, null))
                .items();
    }

    private BackupRun awaitRun(BackupConfig config, int count, RunStatus wanted) {
        Awaiting.until(
                "run " + count,
                () -> runs(config).size() == count
                        && runs(config).getFirst().status().isFinal());
        BackupRun run = runs(config).getFirst();
        assertThat(run.status()).as("%s", run).isEqualTo(wanted);
        return run;
    }

    private BackupState state(BackupConfig config) {
        return backups.service().get(caller, config.id()).progress().state();
    }

    private void awaitReached(BackupConfig config, Instant moment) {
        Awaiting.until("WAL up to " + moment, () -> {
            Instant latest =
                    backups.service().get(caller, config.id()).progress().lastWalAt();
            return latest != null && !latest.isBefore(moment);
        });
        RestoreWindow window = backups.restores().window(caller, config.id());
        assertThat(window.gaps()).isEmpty();
        assertThat(window.latest()).isAfterOrEqualTo(moment);
    }

    /** What a cluster answers that is restored to a moment. */
    private String restored(BackupConfig config, Instant moment, Path target, String sql) throws Exception {
        RestoreResult result = backups.restores()
                .restore(caller, config.id(), null, new RestoreRequest(moment, null, null, target.toString(), true))
                .join();
        assertThat(result.error()).isNull();
        String answer = ask(through(database, Objects.requireNonNull(result.port())), sql);
        long pid = Long.parseLong(
                Files.readAllLines(target.resolve("postmaster.pid")).getFirst());
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        postmaster.destroy();
        postmaster.onExit().get(30, TimeUnit.SECONDS);
        return answer;
    }

    @Test
    void followsAPromotedStandbyWithoutAGap() throws Exception {
        try (DebianPostgres standby = server.standby(KEEPS_WAL)) {
            BackupConfig config = begun(directory());
            ask(database, "CREATE TABLE thing AS SELECT g AS id FROM generate_series(1, 1000) g");
            String written = ask(database, "SELECT pg_current_wal_flush_lsn()");
            PostgresDatabase other = through(database, standby.port());
            awaitAnswer(other, "SELECT pg_last_wal_replay_lsn() >= '" + written + "'", "t");
            backups.runs().startBase(caller, config.id());
            Awaiting.until("a base", () -> runs(config).getFirst().status() == RunStatus.RUNNING);
            way.cut();
            standby.promote();
            way.leadTo(standby.port());
            way.heal();
            ask(database, "INSERT INTO thing SELECT g FROM generate_series(1001, 3000) g");
            Instant before = now(database);
            ask(database, "DROP TABLE thing");
            ask(database, "CREATE TABLE later AS SELECT 1 AS one");
            awaitReached(config, now(database));
            assertThat(restored(
                            config,
                            before,
                            standby.dataDirectory().resolveSibling("back"),
                            "SELECT count(*) || ' ' || sum(id) FROM thing"))
                    .isEqualTo("3000 4501500");
            Awaiting.until("its end", () -> runs(config).getFirst().status().isFinal());
            BackupRun second = runs(config).getFirst();
            // Cut before its end, or begun again on the new server.
            assertThat(second.status() == RunStatus.SUCCEEDED).as("%s", second).isEqualTo(hasObjects(second.id()));
            assertThat(runs(config)).hasSize(2);
        }
    }

    @Test
    void aBaseWhoseServerCrashesFailsAndTheNextIsWhole() throws Exception {
        ask(
                database,
                "CREATE TABLE thing AS SELECT g AS id, md5(g::text) || md5((g + 1)::text) AS sums"
                        + " FROM generate_series(1, 500000) g");
        BackupConfig config = begun(directory());
        backups.runs().startBase(caller, config.id());
        awaitAnswer(
                database,
                "SELECT EXISTS (SELECT FROM pg_stat_progress_basebackup WHERE backup_streamed > 10000000)",
                "t");
        // The rest of it cannot come before the crash.
        way.hold();
        server.crash();
        way.heal();
        BackupRun failed = awaitRun(config, 2, RunStatus.FAILED);
        assertThat(failed.error()).isNotBlank();
        assertThat(hasObjects(failed.id())).isFalse();
        Awaiting.until("the stream", () -> state(config) == BackupState.STREAMING);
        backups.runs().startBase(caller, config.id());
        awaitRun(config, 3, RunStatus.SUCCEEDED);
        Instant before = now(database);
        ask(database, "DROP TABLE thing");
        awaitReached(config, now(database));
        assertThat(restored(
                        config, before, server.dataDirectory().resolveSibling("back"), "SELECT count(*) FROM thing"))
                .isEqualTo("500000");
    }

    private boolean hasObjects(String runId) {
        return Tree.files(folder.resolve("store")).stream()
                .anyMatch(each -> each.toString().contains(runId));
    }

    @Test
    void goesOnAfterANetworkThatSwallowsEverythingForLongerThanTheServerWaits() throws Exception {
        BackupConfig config = begun(directory());
        Awaiting.until("the stream", () -> state(config) == BackupState.STREAMING);
        PostgresDatabase near = through(database, server.port());
        way.swallow();
        ask(near, "CREATE TABLE thing AS SELECT g AS id FROM generate_series(1, 200000) g");
        awaitAnswer(near, "SELECT count(*) FROM pg_stat_replication", "0");
        way.cut();
        way.heal();
        awaitReached(config, now(near));
        assertThat(state(config)).isEqualTo(BackupState.STREAMING);
    }

    @Test
    void keepsWalWhileTheStoreIsAwayAndSaysSo() throws Exception {
        try (S3Server store = new S3Server();
                CutProxy link = new CutProxy(store.endpoint().getPort())) {
            open.core().settings().allowPrivateHost(caller, "127.0.0.1");
            BackupConfig config = begun(new DestinationDraft(
                    "minio",
                    S3Server.BUCKET,
                    S3Server.KEY_ID,
                    S3Server.SECRET,
                    null,
                    "http://127.0.0.1:" + link.port()));
            link.cut();
            ask(database, "CREATE TABLE thing AS SELECT g AS id, repeat('x', 200) FROM generate_series(1, 200000) g");
            Awaiting.until("a word of it", () -> state(config) == BackupState.DESTINATION_AWAY);
            backups.runs().startBase(caller, config.id());
            assertThat(awaitRun(config, 2, RunStatus.FAILED).error()).isNotBlank();
            link.heal();
            Instant written = now(database);
            awaitReached(config, written);
            Awaiting.until("the state", () -> state(config) == BackupState.STREAMING);
            assertThat(restored(
                            config,
                            written,
                            server.dataDirectory().resolveSibling("back"),
                            "SELECT count(*) FROM thing"))
                    .isEqualTo("200000");
        }
    }
}
