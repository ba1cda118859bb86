package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestorePlanner;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.RunningClock;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is stored of a real cluster that has ended: a base, and WAL with a drop, a few steps and several segments. */
final class StoredCluster implements AutoCloseable {

    static final int SEGMENT_BYTES = 16 << 20;

    /** More than a server takes that nobody set up for it. */
    static final int ORIGINS = 12;

    private static final String STAMP =
            "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";

    final RunningClock clock = new RunningClock();
    final OpenCore open;
    final Caller caller;
    final Restores restores;

    /** Not in the test's own folder, which only its owner may enter. */
    final Path targets;

    private final Path store;
    private final PostgresDatabase database;
    private final BackupConfig config;
    private final Written written;

    /**
     * @param beforeDrop when {@code in_space} is there yet, and {@code step} has 1
     * @param afterSecond where WAL is when {@code step} has 2
     * @param third the transaction that makes 3
     * @param lostSegment the name of one after it
     * @param end when {@code step} has 7
     */
    record Written(Instant beforeDrop, String afterSecond, long third, String lostSegment, Instant end) {}

    /** @param folder empty; the caller deletes it */
    StoredCluster(Path folder) throws Exception {
        store = folder.resolve("store");
        targets = Files.createTempDirectory("wheelhouse-restores");
        if (isRoot()) {
            command("chown", "postgres", targets.toString());
        }
        open = new OpenCore(folder, clock);
        caller = open.caller();
        restores = open.core().backups().restores();
        // PostgreSQL 18 counts origins by a setting of their own.
        String most = DebianPostgres.major() < 18 ? "max_replication_slots" : "max_active_replication_origins";
        try (DebianPostgres server =
                DebianPostgres.start("autovacuum=off", "checkpoint_timeout=1h", most + "=" + (ORIGINS + 1))) {
            database = server.newPowerfulDatabase();
            try (Connection jdbc = database.connect();
                    Statement statement = jdbc.createStatement()) {
                prepare(server, statement);
                config = backUp();
                written = write(statement);
            }
            Awaiting.until("the WAL", () -> {
                Instant latest = restores.window(caller, config.id()).latest();
                return latest != null && !latest.isBefore(written.end());
            });
            BackupService service = open.core().backups().service();
            service.update(caller, config.id(), BackupPatch.enabled(false), null);
            Awaiting.until(
                    "the pause",
                    () -> service.get(caller, config.id()).progress().state() == BackupState.PAUSED);
        }
    }

    private static void prepare(DebianPostgres server, Statement statement) throws SQLException {
        Path space = server.dataDirectory().resolveSibling("space");
        ask(statement, "COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mkdir " + space + "'");
        ask(statement, "CREATE TABLESPACE space LOCATION '" + space + "'");
        ask(statement, "CREATE TABLE in_space (id int) TABLESPACE space");
        ask(statement, "INSERT INTO in_space SELECT generate_series(1, 5000)");
        ask(
                statement,
                "CREATE SUBSCRIPTION others CONNECTION 'host=127.0.0.1 port=1' PUBLICATION none"
                        + " WITH (connect = false)");
        ask(statement, "ALTER SUBSCRIPTION others ENABLE");
        String origins = "('origin ' || n%s) FROM generate_series(1, " + ORIGINS + ") n";
        ask(statement, "SELECT pg_replication_origin_create" + origins.formatted(""));
        ask(statement, "SELECT pg_replication_origin_advance" + origins.formatted(", '0/1'"));
        ask(statement, "ALTER SYSTEM SET shared_preload_libraries = 'pg_prewarm'");
        assertThat(workersOf(statement)).isNotEqualTo("0");
    }

    private BackupConfig backUp() {
        DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
        BackupConfig made = open.core()
                .backups()
                .service()
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
                                destination(),
                                null,
                                null,
                                targets.resolve("rehearsals").toString(),
                                null,
                                null,
                                false));
        Awaiting.until("the base", () -> {
            List<BackupRun> all =
                    runs().list(caller, made.id(), new PageRequest(10, null)).items();
            return all.size() == 1 && all.getFirst().status() == RunStatus.SUCCEEDED;
        });
        return made;
    }

    private static Written write(Statement statement) throws SQLException {
        ask(statement, "INSERT INTO in_space SELECT generate_series(5001, 6000)");
        ask(statement, "CREATE TABLE step (id int)");
        ask(statement, "INSERT INTO step VALUES (1)");
        Instant beforeDrop = Instant.parse(ask(statement, STAMP));
        ask(statement, "DROP TABLE in_space");
        ask(statement, "INSERT INTO step VALUES (2)");
        String afterSecond = ask(statement, "SELECT pg_current_wal_insert_lsn()");
        long third = Long.parseLong(
                ask(statement, "WITH made AS (INSERT INTO step VALUES (3)) SELECT pg_current_xact_id()::text"));
        String lostSegment = "";
        for (int i = 0; i < 4; i++) {
            String segment = ask(statement, "SELECT pg_walfile_name(pg_switch_wal())");
            lostSegment = i == 2 ? segment : lostSegment;
            ask(statement, "INSERT INTO step VALUES (" + (4 + i) + ")");
        }
        ask(statement, "SELECT pg_sleep(0.01)");
        return new Written(beforeDrop, afterSecond, third, lostSegment, Instant.parse(ask(statement, STAMP)));
    }

    static String ask(PostgresDatabase database, String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            return ask(statement, sql);
        }
    }

    static String ask(Statement statement, String sql) throws SQLException {
        if (!statement.execute(sql)) {
            return "";
        }
        try (ResultSet rows = statement.getResultSet()) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    static String workersOf(Statement statement) throws SQLException {
        return ask(statement, "SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'logical replication%'");
    }

    static String steps(PostgresDatabase database) throws SQLException {
        return ask(database, "SELECT string_agg(id::text, ',' ORDER BY id) FROM step");
    }

    static void command(String... argv) throws Exception {
        Process process = new ProcessBuilder(argv).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", argv)).isZero();
    }

    DestinationDraft destination() {
        return new DestinationDraft("file", store.toString(), "none", "none", null, null);
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    Written written() {
        return written;
    }

    String configId() {
        return config.id();
    }

    /** The same with a key that may all but one thing. */
    Caller callerWithout(Scope missing) {
        return new Caller(
                caller.organizationId(),
                caller.memberId(),
                "key_1",
                EnumSet.complementOf(EnumSet.of(missing)),
                caller.origin(),
                "req_1",
                caller.address());
    }

    BackupRuns runs() {
        return open.core().backups().runs();
    }

    /** Of the only base. */
    String runId() {
        return runs().list(caller, config.id(), new PageRequest(1, null))
                .items()
                .getFirst()
                .id();
    }

    ObjectStore openStore() throws IOException {
        return DirectoryStore.open(store);
    }

    /** The one object whose name ends so. */
    Path object(String ending) {
        return Tree.files(store).stream()
                .filter(each -> each.toString().endsWith(ending))
                .findFirst()
                .orElseThrow();
    }

    RestoreResult restore(RestoreRequest request) {
        return restores.restore(caller, config.id(), null, request).join();
    }

    /** The database in a restored cluster. */
    PostgresDatabase in(RestoreResult result) {
        assertThat(result.error()).isNull();
        return new PostgresDatabase(
                "127.0.0.1",
                Objects.requireNonNull(result.port()),
                database.database(),
                database.user(),
                database.password());
    }

    /** The latest as a job makes it, by the name {@code rst_1}; what comes to nothing is to be removed. */
    Restoration prepared(Host host, Path target, ObjectStore from) throws Exception {
        BackupHistory history = BackupHistory.read(
                new BackupHistory.Known(Set.of(runId()), Set.of(), Set.of(), List.of(), null), config, from);
        return Restoration.prepare(
                "rst_1",
                host,
                target.toString(),
                null,
                history.bases().getFirst(),
                new RestorePlanner(history.planned()).plan(new RestoreTarget.Latest()));
    }

    static void remove(Restoration restoration, Path target) throws RestoreException {
        Restoration.remove("rst_1", restoration.host(), target.toString(), restoration.runAs(), restoration.programs());
    }

    /** Neither files nor a process of a restore. */
    static void assertNothingIsLeft(Path target) {
        assertThat(target).doesNotExist();
        assertThat(Path.of(target + ".wal")).doesNotExist();
        assertThat(Path.of(target + "_tablespaces")).doesNotExist();
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            assertThat(processes.flatMap(each -> each.info().commandLine().stream()))
                    .noneMatch(each -> each.contains(target.toString()));
        }
    }

    /** Stops the server that runs in a directory, if any does. */
    static void stop(@Nullable Path target) throws Exception {
        if (target != null && Files.exists(target.resolve("postmaster.pid"))) {
            ProcessHandle server = serverIn(target);
            server.destroy();
            server.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    /** Ends the server that runs in a directory, and its connections. */
    static void cut(Path target) throws Exception {
        ProcessHandle server = serverIn(target);
        command("kill", "-INT", Long.toString(server.pid()));
        server.onExit().get(30, TimeUnit.SECONDS);
    }

    private static ProcessHandle serverIn(Path target) throws IOException {
        return ProcessHandle.of(Long.parseLong(
                        Files.readAllLines(target.resolve("postmaster.pid")).getFirst()))
                .orElseThrow();
    }

    @Override
    public void close() throws Exception {
        open.close();
        command("rm", "-rf", targets.toString());
    }
}
