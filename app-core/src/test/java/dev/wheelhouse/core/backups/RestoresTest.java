package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestorePlanner;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.S3Server;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Restores of one real cluster to every kind of target, and from a destination that has lost or damaged something. */
@Tag("real")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class RestoresTest {

    private static final int SEGMENT_BYTES = 16 << 20;

    /** More than a server takes that nobody set up for it. */
    private static final int ORIGINS = 12;

    private static final String STAMP =
            "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private Path folder;
    private Path targets;
    private Path target = Path.of("none");
    private OpenCore open;
    private Caller caller;
    private Restores restores;
    private BackupConfig config;
    private PostgresDatabase database;
    private Instant beforeDrop;
    private Instant end;
    private String afterSecond;
    private long third;
    private String lostSegment;

    private static String ask(PostgresDatabase database, String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            return ask(statement, sql);
        }
    }

    private static String ask(Statement statement, String sql) throws SQLException {
        if (!statement.execute(sql)) {
            return "";
        }
        try (ResultSet rows = statement.getResultSet()) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(limit);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static void command(String... argv) throws Exception {
        Process process = new ProcessBuilder(argv).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", argv)).isZero();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    @BeforeAll
    void backUpAClusterAndEndIt(@TempDir Path temporary) throws Exception {
        folder = temporary;
        // Not in the test's own folder, which only its owner may enter.
        targets = Files.createTempDirectory("wheelhouse-restores");
        if (isRoot()) {
            command("chown", "postgres", targets.toString());
        }
        open = new OpenCore(folder);
        caller = open.caller();
        restores = open.core().backups().restores();
        try (DebianPostgres server = DebianPostgres.start(
                "autovacuum=off", "checkpoint_timeout=1h", "max_replication_slots=" + (ORIGINS + 1))) {
            database = server.newPowerfulDatabase();
            try (Connection jdbc = database.connect();
                    Statement statement = jdbc.createStatement()) {
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
                begin(server);
                write(statement);
            }
            await("the WAL", () -> {
                Instant latest = restores.window(caller, config.id()).latest();
                return latest != null && !latest.isBefore(end);
            });
            open.core().backups().service().update(caller, config.id(), BackupPatch.enabled(false), null);
        }
    }

    private static String workersOf(Statement statement) throws SQLException {
        return ask(statement, "SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'logical replication%'");
    }

    private void begin(DebianPostgres server) {
        DatabaseConnection connection = open.connect(database, Environment.PRODUCTION, false);
        assertThat(server.port()).isEqualTo(database.port());
        DestinationDraft destination =
                new DestinationDraft("file", folder.resolve("store").toString(), "none", "none", null, null);
        config = open.core()
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
                                destination,
                                null,
                                null,
                                targets.resolve("rehearsals").toString(),
                                false));
        await("the base", () -> {
            List<BackupRun> runs =
                    runs().list(caller, config.id(), new PageRequest(10, null)).items();
            return runs.size() == 1 && runs.getFirst().status() == RunStatus.SUCCEEDED;
        });
    }

    private void write(Statement statement) throws SQLException {
        ask(statement, "INSERT INTO in_space SELECT generate_series(5001, 6000)");
        ask(statement, "CREATE TABLE step (id int)");
        ask(statement, "INSERT INTO step VALUES (1)");
        beforeDrop = Instant.parse(ask(statement, STAMP));
        ask(statement, "DROP TABLE in_space");
        ask(statement, "INSERT INTO step VALUES (2)");
        afterSecond = ask(statement, "SELECT pg_current_wal_insert_lsn()");
        third = Long.parseLong(
                ask(statement, "WITH made AS (INSERT INTO step VALUES (3)) SELECT pg_current_xact_id()::text"));
        for (int i = 0; i < 4; i++) {
            String segment = ask(statement, "SELECT pg_walfile_name(pg_switch_wal())");
            lostSegment = i == 2 ? segment : lostSegment;
            ask(statement, "INSERT INTO step VALUES (" + (4 + i) + ")");
        }
        ask(statement, "SELECT pg_sleep(0.01)");
        end = Instant.parse(ask(statement, STAMP));
    }

    @AfterAll
    void removeAll() throws Exception {
        open.close();
        host.close();
        workers.close();
        command("rm", "-rf", targets.toString());
    }

    private RestoreRequest request(
            String name, @Nullable Instant time, @Nullable String position, @Nullable Long transaction) {
        target = targets.resolve(name);
        return new RestoreRequest(time, position, transaction, target.toString(), true);
    }

    private RestoreResult restore(RestoreRequest request) {
        return restores.restore(caller, config.id(), null, request).join();
    }

    private PostgresDatabase restored(RestoreResult result) {
        assertThat(result.error()).isNull();
        return new PostgresDatabase(
                "127.0.0.1",
                Objects.requireNonNull(result.port()),
                database.database(),
                database.user(),
                database.password());
    }

    private static String steps(PostgresDatabase database) throws SQLException {
        return ask(database, "SELECT string_agg(id::text, ',' ORDER BY id) FROM step");
    }

    /** Stops what a test restored. */
    @AfterEach
    void stop() throws Exception {
        Path pidFile = target.resolve("postmaster.pid");
        if (Files.exists(pidFile)) {
            ProcessHandle server = ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(pidFile).getFirst()))
                    .orElseThrow();
            server.destroy();
            server.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    private void refused(RestoreResult result, String... words) {
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains(words);
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() {
        assertThat(target).doesNotExist();
        assertThat(Path.of(target + ".wal")).doesNotExist();
        assertThat(Path.of(target + "_tablespaces")).doesNotExist();
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            assertThat(processes.flatMap(each -> each.info().commandLine().stream()))
                    .noneMatch(each -> each.contains(target.toString()));
        }
    }

    /** The one object whose name ends so. */
    private Path object(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("store"))) {
            return files.filter(each -> each.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static byte[] flipped(byte[] bytes) {
        bytes[bytes.length / 2] ^= 1;
        return bytes;
    }

    private static void flip(Path object) throws IOException {
        Files.write(object, flipped(Files.readAllBytes(object)));
    }

    /** The store is as it was in the end. */
    private static void with(Path object, Step damage, Step then) throws Exception {
        byte[] bytes = Files.readAllBytes(object);
        try {
            damage.run();
            then.run();
        } finally {
            Files.deleteIfExists(object);
            Files.write(object, bytes);
        }
    }

    @Test
    void bringsBackATablespaceAndStartsNothingByItself() throws Exception {
        PostgresDatabase back = restored(restore(request("time", beforeDrop, null, null)));
        try (Connection jdbc = back.connect();
                Statement statement = jdbc.createStatement()) {
            assertThat(ask(statement, "SELECT count(*) || ' ' || sum(id) FROM in_space"))
                    .isEqualTo("6000 18003000");
            assertThat(ask(statement, "SELECT pg_tablespace_location(oid) FROM pg_tablespace WHERE spcname = 'space'"))
                    .startsWith(target + "_tablespaces/");
            assertThat(ask(statement, "SELECT subenabled FROM pg_subscription")).isEqualTo("t");
            assertThat(workersOf(statement)).isEqualTo("0");
            assertThat(ask(statement, "SHOW max_logical_replication_workers")).isEqualTo("0");
            assertThat(ask(statement, "SHOW shared_preload_libraries")).isEmpty();
            assertThat(ask(
                            statement,
                            "SELECT count(*) FROM pg_replication_origin_status WHERE external_id LIKE 'origin %'"))
                    .isEqualTo("" + ORIGINS);
            assertThat(ask(statement, "SHOW archive_mode")).isEqualTo("off");
            assertThat(ask(statement, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        }
        assertThat(Files.readString(target.resolve("postgresql.auto.conf.source")))
                .contains("pg_prewarm");
        assertThat(target.resolve("wheelhouse.restore")).doesNotExist();
        assertThat(Path.of(target + "_tablespaces/wheelhouse.restore")).doesNotExist();
        assertThat(Path.of(target + ".wal")).doesNotExist();
        assertThat(steps(back)).isEqualTo("1");
    }

    @Test
    void restoresToAPosition() throws Exception {
        assertThat(steps(restored(restore(request("position", null, afterSecond, null)))))
                .isEqualTo("1,2");
    }

    @Test
    void restoresToJustBeforeATransaction() throws Exception {
        assertThat(steps(restored(restore(request("transaction", null, null, third)))))
                .isEqualTo("1,2");
    }

    @Test
    void restoresTheLatestToWhereItIsRehearsed() throws Exception {
        RestoreResult result = restore(new RestoreRequest(null, null, null, null, true));
        PostgresDatabase back = restored(result);
        target = Path.of(Objects.requireNonNull(result.directory()));
        assertThat(target.getParent()).isEqualTo(targets.resolve("rehearsals"));
        assertThat(ask(back, "SHOW data_directory")).isEqualTo(target.toString());
        assertThat(steps(back)).isEqualTo("1,2,3,4,5,6,7");
    }

    @Test
    void refusesATransactionThatWasNeverCommitted() {
        refused(
                restore(request("never", null, null, third + 1_000_000)),
                "ended before just before the transaction " + (third + 1_000_000));
    }

    private Path another(String name) throws IOException {
        return Files.writeString(Files.createDirectory(targets.resolve(name)).resolve("PG_15"), "of another cluster");
    }

    private static void assertUntouched(Path file) {
        assertThat(file).hasContent("of another cluster");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_tablespaces", ".wal"})
    void refusesADirectoryBesideWhichAnotherLies(String ending) throws Exception {
        RestoreRequest request = request("beside" + ending, end, null, null);
        Path file = another("beside" + ending + ending);
        assertThat(restores.plan(caller, config.id(), null, request).error()).contains(file.getParent() + " exists");
        RestoreResult result = restore(request);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains(file.getParent() + " exists");
        assertUntouched(file);
        assertThat(target).doesNotExist();
    }

    private BackupRuns runs() {
        return open.core().backups().runs();
    }

    /** Of the only base. */
    private String runId() {
        return runs().list(caller, config.id(), new PageRequest(1, null))
                .items()
                .getFirst()
                .id();
    }

    /** As a job makes it, which removes in the end what comes to nothing. */
    private Restoration prepared(ObjectStore store) throws Exception {
        BackupHistory history = BackupHistory.read(
                new BackupHistory.Known(Set.of(runId()), Set.of(), Set.of(), List.of(), null), config, store);
        return Restoration.prepare(
                "rst_1",
                host,
                target.toString(),
                null,
                history.bases().getFirst(),
                new RestorePlanner(history.planned()).plan(new RestoreTarget.Latest()));
    }

    private void removeLeft(Restoration restoration) throws RestoreException {
        Restoration.remove("rst_1", host, target.toString(), restoration.runAs(), restoration.programs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"_tablespaces", ".wal"})
    void takesNothingAlongThatCameAfterThePlan(String ending) throws Exception {
        target = targets.resolve("later" + ending);
        try (ObjectStore store = DirectoryStore.open(folder.resolve("store"))) {
            Restoration restoration = prepared(store);
            Path file = another("later" + ending + ending);
            assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("Making " + target + " failed");
            removeLeft(restoration);
            assertUntouched(file);
            Files.delete(file);
            Files.delete(file.getParent());
            assertNothingIsLeft();
        }
    }

    @Test
    void takesNoDirectoryThatAnotherRestoreTookAfterThePlan() throws Exception {
        target = targets.resolve("both");
        try (ObjectStore store = DirectoryStore.open(folder.resolve("store"))) {
            Restoration restoration = prepared(store);
            Path mark = Files.writeString(Files.createDirectory(target).resolve("wheelhouse.restore"), "rst_2\n");
            assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("It is not empty any more.");
            removeLeft(restoration);
            assertThat(mark).hasContent("rst_2");
            assertThat(Path.of(target + ".wal")).doesNotExist();
        }
    }

    @Test
    void removesAllThatAKilledConsoleLeft() throws Exception {
        target = targets.resolve("killed");
        Path volume = object("base.tar.zst.0001");
        with(volume, () -> {}, () -> {
            try (ObjectStore store = DirectoryStore.open(folder.resolve("store"))) {
                Restoration restoration = prepared(store);
                // The tablespace comes before it.
                Files.delete(volume);
                assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                        .isInstanceOf(IOException.class);
                try (Stream<Path> laid = Files.walk(Path.of(target + "_tablespaces"))) {
                    assertThat(laid.filter(Files::isRegularFile)).hasSizeGreaterThan(1);
                }
                assertThat(Path.of(target + ".wal")).exists();
                removeLeft(restoration);
            }
        });
        assertNothingIsLeft();
    }

    /** A segment is lost after it was planned with. */
    private void losesASegment(RestoreRequest request) throws Exception {
        Path segment = object(lostSegment + ".zst");
        with(segment, () -> {}, () -> {
            CompletableFuture<RestoreResult> result =
                    restores.begin(caller, config.id(), null, request).result();
            // The base is still laid.
            Files.delete(segment);
            refused(result.join(), lostSegment);
        });
    }

    @Test
    void namesASegmentThatIsLostBeforeATime() throws Exception {
        losesASegment(request("lost-time", end, null, null));
    }

    @Test
    void namesASegmentThatIsLostBeforeTheLatest() throws Exception {
        losesASegment(request("lost-latest", null, null, null));
    }

    @Test
    void namesADamagedSegment() throws Exception {
        Path segment = object(lostSegment + ".zst");
        with(
                segment,
                () -> flip(segment),
                () -> refused(
                        restore(request("damaged", null, null, null)), lostSegment + ".zst is damaged in the store"));
    }

    @Test
    void saysWhatAServerSaidThatEndedASecondAfterItsStart() throws Exception {
        Path segment = object(lostSegment + ".zst");
        with(
                segment,
                () -> Files.write(segment, Zstd.compress(new byte[SEGMENT_BYTES / 2])),
                () -> refused(
                        restore(request("short", null, null, null)),
                        "The server ended in its recovery",
                        lostSegment + "\" has wrong size"));
    }

    @Test
    void namesALostVolumeAndADamagedOne() throws Exception {
        Path volume = object("base.tar.zst.0001");
        String name = String.valueOf(volume.getFileName());
        with(volume, () -> Files.delete(volume), () -> refused(restore(request("volume", end, null, null)), name));
        with(volume, () -> flip(volume), () -> refused(restore(request("volume", end, null, null)), "base.tar.zst"));
        // Sound zstd, and not what was stored.
        with(
                volume,
                () -> Files.write(volume, Zstd.compress(new byte[1 << 20])),
                () -> refused(restore(request("volume", end, null, null)), "base.tar.zst"));
    }

    /** The same objects in a store that speaks S3. */
    private ObjectStore copied(S3Server server) throws IOException {
        ObjectStore copy = server.open("");
        try (ObjectStore all = DirectoryStore.open(folder.resolve("store"))) {
            for (StoredObject each : all.list("")) {
                try (InputStream bytes = all.open(each.name())) {
                    copy.create(each.name(), bytes.readAllBytes());
                }
            }
        }
        return copy;
    }

    private interface Damage {
        byte @Nullable [] of(byte[] object);
    }

    /** The object is damaged after it was planned with; null loses it. The store is as it was in the end. */
    private void failsOver(ObjectStore store, String ending, Damage damage, String words) throws Exception {
        String name = store.list("").stream()
                .map(StoredObject::name)
                .filter(each -> each.endsWith(ending))
                .findFirst()
                .orElseThrow();
        byte[] bytes;
        try (InputStream object = store.open(name)) {
            bytes = object.readAllBytes();
        }
        Restoration restoration = prepared(store);
        byte[] damaged = damage.of(bytes.clone());
        if (damaged == null) {
            store.delete(List.of(name));
        } else {
            store.replace(name, damaged);
        }
        assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                .isInstanceOfAny(RestoreException.class, IOException.class)
                .hasMessageContaining(words);
        removeLeft(restoration);
        assertNothingIsLeft();
        store.replace(name, bytes);
    }

    @Test
    void namesWhatS3HasLostOrDamaged() throws Exception {
        target = targets.resolve("s3");
        try (S3Server server = new S3Server();
                ObjectStore store = copied(server)) {
            failsOver(store, lostSegment + ".zst", _ -> null, lostSegment);
            failsOver(store, "base.tar.zst.0001", _ -> null, "base.tar.zst.0001");
            failsOver(store, "base.tar.zst.0001", RestoresTest::flipped, "base.tar.zst");
        }
    }

    @Test
    void aCancelEndsTheLayingThoughTheStoreHangs() throws Exception {
        Path volume = object("base.tar.zst.0001");
        Path hanging = folder.resolve("hanging");
        with(
                volume,
                // To open it waits for one who writes.
                () -> command("mkfifo", hanging.toString()),
                () -> {
                    Restores.Begun begun =
                            restores.begin(caller, config.id(), null, request("cancelled", end, null, null));
                    // The volumes of the tablespace come before it.
                    Files.move(hanging, volume, StandardCopyOption.REPLACE_EXISTING);
                    Job job = Objects.requireNonNull(begun.job());
                    await("the laying", () -> Files.exists(target.resolve("wheelhouse.restore")));
                    assertThatThrownBy(() -> runs().delete(caller, config.id(), runId()))
                            .isInstanceOfSatisfying(
                                    AppException.class,
                                    e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE));
                    long cancelled = System.nanoTime();
                    open.core().jobs().cancel(caller, job.id());
                    await(
                            "its end",
                            () -> open.core().jobs().get(caller, job.id()).status() == JobStatus.CANCELLED);
                    // Nothing else ends it; a second, and what a loaded machine needs.
                    assertThat(Duration.ofNanos(System.nanoTime() - cancelled)).isLessThan(Duration.ofSeconds(5));
                    assertThat(begun.result().join().ok()).isFalse();
                    assertNothingIsLeft();
                    // Lets the opening go on; for both, since the other way this one would wait too.
                    Files.newByteChannel(volume, StandardOpenOption.READ, StandardOpenOption.WRITE)
                            .close();
                });
    }

    @Test
    void removesAllWhenTheDiskIsFull() throws Exception {
        assumeTrue(isRoot());
        Path disk = targets.resolve("disk");
        command("mkdir", disk.toString());
        Process mount =
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=4g,nr_inodes=300", "none", "" + disk).start();
        assumeTrue(mount.waitFor() == 0);
        try {
            command("chown", "postgres", disk.toString());
            // The blocks suffice, so that it is begun.
            refused(restore(request("disk/full", end, null, null)), "No space left on device");
        } finally {
            command("umount", disk.toString());
        }
    }
}
