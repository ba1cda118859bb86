package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.S3Server;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.Tree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Restores of one real cluster to every kind of target, and from a destination that has lost or damaged something. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class RestoresTest {

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private StoredCluster stored;
    private StoredCluster.Written written;
    private Path target = Path.of("none");

    @BeforeAll
    void backUpAClusterAndEndIt(@TempDir Path folder) throws Exception {
        stored = new StoredCluster(folder);
        written = stored.written();
    }

    @AfterAll
    void removeAll() throws Exception {
        stored.close();
        host.close();
        workers.close();
    }

    private RestoreRequest request(
            String name, @Nullable Instant time, @Nullable String position, @Nullable Long transaction) {
        target = stored.targets.resolve(name);
        return new RestoreRequest(time, position, transaction, target.toString(), true);
    }

    /** Stops what a test restored. */
    @AfterEach
    void stop() throws Exception {
        StoredCluster.stop(target);
    }

    private void refused(RestoreResult result, String... words) {
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains(words);
        StoredCluster.assertNothingIsLeft(target);
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

    /** The store is as it was in the written.end(). */
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
        PostgresDatabase back = stored.in(stored.restore(request("time", written.beforeDrop(), null, null)));
        try (Connection jdbc = back.connect();
                Statement statement = jdbc.createStatement()) {
            assertThat(StoredCluster.ask(statement, "SELECT count(*) || ' ' || sum(id) FROM in_space"))
                    .isEqualTo("6000 18003000");
            assertThat(StoredCluster.ask(
                            statement, "SELECT pg_tablespace_location(oid) FROM pg_tablespace WHERE spcname = 'space'"))
                    .startsWith(target + "_tablespaces/");
            assertThat(StoredCluster.ask(statement, "SELECT subenabled FROM pg_subscription"))
                    .isEqualTo("t");
            assertThat(StoredCluster.workersOf(statement)).isEqualTo("0");
            assertThat(StoredCluster.ask(statement, "SHOW max_logical_replication_workers"))
                    .isEqualTo("0");
            assertThat(StoredCluster.ask(statement, "SHOW shared_preload_libraries"))
                    .isEmpty();
            assertThat(StoredCluster.ask(
                            statement,
                            "SELECT count(*) FROM pg_replication_origin_status WHERE external_id LIKE 'origin %'"))
                    .isEqualTo("" + StoredCluster.ORIGINS);
            assertThat(StoredCluster.ask(statement, "SHOW archive_mode")).isEqualTo("off");
            assertThat(StoredCluster.ask(statement, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        }
        assertThat(Files.readString(target.resolve("postgresql.auto.conf.source")))
                .contains("pg_prewarm");
        assertThat(target.resolve("wheelhouse.restore")).doesNotExist();
        assertThat(Path.of(target + "_tablespaces/wheelhouse.restore")).doesNotExist();
        assertThat(Path.of(target + ".wal")).doesNotExist();
        assertThat(StoredCluster.steps(back)).isEqualTo("1");
    }

    @Test
    void restoresToAPosition() throws Exception {
        assertThat(StoredCluster.steps(
                        stored.in(stored.restore(request("position", null, written.afterSecond(), null)))))
                .isEqualTo("1,2");
    }

    @Test
    void restoresToJustBeforeATransaction() throws Exception {
        assertThat(StoredCluster.steps(stored.in(stored.restore(request("transaction", null, null, written.third())))))
                .isEqualTo("1,2");
    }

    @Test
    void restoresTheLatestToWhereItIsRehearsed() throws Exception {
        RestoreResult result = stored.restore(new RestoreRequest(null, null, null, null, true));
        PostgresDatabase back = stored.in(result);
        target = Path.of(Objects.requireNonNull(result.directory()));
        assertThat(target.getParent()).isEqualTo(stored.targets.resolve("rehearsals"));
        assertThat(StoredCluster.ask(back, "SHOW data_directory")).isEqualTo(target.toString());
        assertThat(StoredCluster.steps(back)).isEqualTo("1,2,3,4,5,6,7");
    }

    @Test
    void aFreshConsoleAdoptsAndRestores(@TempDir Path folder) throws Exception {
        Path note = stored.object("console.json");
        Files.setLastModifiedTime(
                note, FileTime.from(Instant.now().minus(Adoption.SILENCE).minusSeconds(60)));
        RestoreWindow window = stored.restores.window(stored.caller, stored.configId());
        try (OpenCore fresh = new OpenCore(folder)) {
            Backups backups = fresh.core().backups();
            DestinationDraft place = stored.destination();
            BackupConfig adopted = backups.service()
                    .adopt(
                            fresh.caller(),
                            new AdoptionDraft(fresh.core().servers().service().ownId(), null, place, null, null, null));
            assertThat(adopted.id()).isEqualTo(stored.configId());
            assertThat(backups.restores().window(fresh.caller(), adopted.id())).isEqualTo(window);
            target = stored.targets.resolve("adopted");
            RestoreResult result = backups.restores()
                    .restore(
                            fresh.caller(),
                            adopted.id(),
                            null,
                            new RestoreRequest(written.beforeDrop(), null, null, target.toString(), true))
                    .join();
            assertThat(StoredCluster.ask(stored.in(result), "SELECT count(*) FROM in_space"))
                    .isEqualTo("6000");
        }
    }

    private RestoreRequest opening(String name) {
        target = stored.targets.resolve(name);
        return new RestoreRequest(written.beforeDrop(), null, null, null, target.toString(), false, true, null);
    }

    private String query(String connectionId, String sql) throws IOException {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        Objects.requireNonNull(stored.open
                        .core()
                        .databases()
                        .queries()
                        .run(stored.caller, connectionId, new QueryRequest(sql, true, null, 10, null, null))
                        .rows())
                .writeTo(rows);
        return rows.toString(StandardCharsets.UTF_8);
    }

    @Test
    void opensThePastUntilItsConnectionIsDeleted() throws Exception {
        ConnectionService connections = stored.open.core().databases().connections();
        RestoreResult result = stored.restore(opening("opened"));
        assertThat(result.error()).isNull();
        String id = Objects.requireNonNull(result.connectionId());
        DatabaseConnection opened = connections.get(stored.caller, id);
        assertThat(opened.readOnly()).isTrue();
        assertThat(opened.environment()).isEqualTo(Environment.PRODUCTION);
        assertThat(query(id, "SELECT count(*)::text || ' ' || sum(id) FROM in_space"))
                .contains("6000 18003000");
        assertThat(query(id, "SELECT rolsuper::text || rolcanlogin FROM pg_roles WHERE rolname = current_user"))
                .contains("falsetrue");
        assertThatThrownBy(() -> query(id, "INSERT INTO step VALUES (99)")).isInstanceOf(AppException.class);
        // What holds it, beside the console, are its rights.
        assertThat(query(
                        id,
                        "SELECT has_table_privilege('step', 'SELECT')::text"
                                + " || has_table_privilege('step', 'INSERT, UPDATE, DELETE, TRUNCATE')"))
                .contains("truefalse");

        assertThatThrownBy(() -> stored.restore(opening("opened-again")))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.ALREADY_EXISTS));
        assertThat(target).doesNotExist();
        target = stored.targets.resolve("opened");

        // As a restart of the machine leaves it.
        StoredCluster.cut(target);
        stored.restores.startOpened();
        assertThat(query(id, "SELECT id::text FROM step")).contains("1");

        connections.delete(stored.caller, id, null);
        Awaiting.until("the removal", () -> Files.notExists(target));
        StoredCluster.assertNothingIsLeft(target);
    }

    @Test
    void opensNothingForWhoMayAddNoConnection() {
        Caller lesser = stored.callerWithout(Scope.DATABASES_ADMIN);
        assertThatThrownBy(() -> stored.restores
                        .restore(lesser, stored.configId(), null, opening("lesser"))
                        .join())
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE));
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesATransactionThatWasNeverCommitted() {
        refused(
                stored.restore(request("never", null, null, written.third() + 1_000_000)),
                "ended before just before the transaction " + (written.third() + 1_000_000));
    }

    private Path another(String name) throws IOException {
        return Files.writeString(
                Files.createDirectory(stored.targets.resolve(name)).resolve("PG_15"), "of another cluster");
    }

    private static void assertUntouched(Path file) {
        assertThat(file).hasContent("of another cluster");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_tablespaces", ".wal"})
    void refusesADirectoryBesideWhichAnotherLies(String ending) throws Exception {
        RestoreRequest request = request("beside" + ending, written.end(), null, null);
        Path file = another("beside" + ending + ending);
        assertThat(stored.restores
                        .plan(stored.caller, stored.configId(), null, request)
                        .error())
                .contains(file.getParent() + " exists");
        RestoreResult result = stored.restore(request);
        assertThat(result.ok()).isFalse();
        assertThat(result.error()).contains(file.getParent() + " exists");
        assertUntouched(file);
        assertThat(target).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"_tablespaces", ".wal"})
    void takesNothingAlongThatCameAfterThePlan(String ending) throws Exception {
        target = stored.targets.resolve("later" + ending);
        try (ObjectStore store = stored.openStore()) {
            Restoration restoration = stored.prepared(host, target, store);
            Path file = another("later" + ending + ending);
            assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("Making " + target + " failed");
            StoredCluster.remove(restoration, target);
            assertUntouched(file);
            Files.delete(file);
            Files.delete(file.getParent());
            StoredCluster.assertNothingIsLeft(target);
        }
    }

    @Test
    void takesNoDirectoryThatAnotherRestoreTookAfterThePlan() throws Exception {
        target = stored.targets.resolve("both");
        try (ObjectStore store = stored.openStore()) {
            Restoration restoration = stored.prepared(host, target, store);
            Path mark = Files.writeString(Files.createDirectory(target).resolve("wheelhouse.restore"), "rst_2\n");
            assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("It is not empty any more.");
            StoredCluster.remove(restoration, target);
            assertThat(mark).hasContent("rst_2");
            assertThat(Path.of(target + ".wal")).doesNotExist();
        }
    }

    @Test
    void removesAllThatAKilledConsoleLeft() throws Exception {
        target = stored.targets.resolve("killed");
        Path volume = stored.object("base.tar.zst.0001");
        with(volume, () -> {}, () -> {
            try (ObjectStore store = stored.openStore()) {
                Restoration restoration = stored.prepared(host, target, store);
                // The tablespace comes before it.
                Files.delete(volume);
                assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                        .isInstanceOf(IOException.class);
                assertThat(Tree.files(Path.of(target + "_tablespaces"))).hasSizeGreaterThan(1);
                assertThat(Path.of(target + ".wal")).exists();
                StoredCluster.remove(restoration, target);
            }
        });
        StoredCluster.assertNothingIsLeft(target);
    }

    /** A segment is lost after it was planned with. */
    private void losesASegment(RestoreRequest request) throws Exception {
        Path segment = stored.object(written.lostSegment() + ".zst");
        with(segment, () -> {}, () -> {
            CompletableFuture<RestoreResult> result = stored.restores
                    .begin(stored.caller, stored.configId(), null, request)
                    .result();
            // The base is still laid.
            Files.delete(segment);
            refused(result.join(), written.lostSegment());
        });
    }

    @Test
    void namesASegmentThatIsLostBeforeATime() throws Exception {
        losesASegment(request("lost-time", written.end(), null, null));
    }

    @Test
    void namesASegmentThatIsLostBeforeTheLatest() throws Exception {
        losesASegment(request("lost-latest", null, null, null));
    }

    @Test
    void namesADamagedSegment() throws Exception {
        Path segment = stored.object(written.lostSegment() + ".zst");
        with(
                segment,
                () -> flip(segment),
                () -> refused(
                        stored.restore(request("damaged", null, null, null)),
                        written.lostSegment() + ".zst is damaged in the store"));
    }

    @Test
    void saysWhatAServerSaidThatEndedASecondAfterItsStart() throws Exception {
        Path segment = stored.object(written.lostSegment() + ".zst");
        with(
                segment,
                () -> Files.write(segment, Zstd.compress(new byte[StoredCluster.SEGMENT_BYTES / 2])),
                () -> refused(
                        stored.restore(request("short", null, null, null)),
                        "The server ended in its recovery",
                        written.lostSegment() + "\" has wrong size"));
    }

    @Test
    void namesALostVolumeAndADamagedOne() throws Exception {
        Path volume = stored.object("base.tar.zst.0001");
        String name = String.valueOf(volume.getFileName());
        with(
                volume,
                () -> Files.delete(volume),
                () -> refused(stored.restore(request("volume", written.end(), null, null)), name));
        with(
                volume,
                () -> flip(volume),
                () -> refused(stored.restore(request("volume", written.end(), null, null)), "base.tar.zst"));
        // Sound zstd, and not what was stored.
        with(
                volume,
                () -> Files.write(volume, Zstd.compress(new byte[1 << 20])),
                () -> refused(stored.restore(request("volume", written.end(), null, null)), "base.tar.zst"));
    }

    /** The same objects in a store that speaks S3. */
    private ObjectStore copied(S3Server server) throws IOException {
        ObjectStore copy = server.open("restores");
        try (ObjectStore all = stored.openStore()) {
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

    /** The object is damaged after it was planned with; null loses it. The store is as it was in the written.end(). */
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
        Restoration restoration = stored.prepared(host, target, store);
        byte[] damaged = damage.of(bytes.clone());
        if (damaged == null) {
            store.delete(List.of(name));
        } else {
            store.replace(name, damaged);
        }
        assertThatThrownBy(() -> restoration.run(store, workers, true, new HeardProgress()))
                .isInstanceOfAny(RestoreException.class, IOException.class)
                .hasMessageContaining(words);
        StoredCluster.remove(restoration, target);
        StoredCluster.assertNothingIsLeft(target);
        store.replace(name, bytes);
    }

    @Test
    void namesWhatS3HasLostOrDamaged() throws Exception {
        target = stored.targets.resolve("s3");
        try (S3Server server = new S3Server();
                ObjectStore store = copied(server)) {
            failsOver(store, written.lostSegment() + ".zst", _ -> null, written.lostSegment());
            failsOver(store, "base.tar.zst.0001", _ -> null, "base.tar.zst.0001");
            failsOver(store, "base.tar.zst.0001", RestoresTest::flipped, "base.tar.zst");
        }
    }

    @Test
    void aCancelEndsTheLayingThoughTheStoreHangs() throws Exception {
        Path volume = stored.object("base.tar.zst.0001");
        Path hanging = stored.targets.resolve("hanging");
        with(
                volume,
                // To open it waits for one who writes.
                () -> StoredCluster.command("mkfifo", hanging.toString()),
                () -> {
                    Restores.Begun begun = stored.restores.begin(
                            stored.caller, stored.configId(), null, request("cancelled", written.end(), null, null));
                    // The volumes of the tablespace come before it.
                    Files.move(hanging, volume, StandardCopyOption.REPLACE_EXISTING);
                    Job job = Objects.requireNonNull(begun.job());
                    Awaiting.until("the laying", () -> Files.exists(target.resolve("wheelhouse.restore")));
                    assertThatThrownBy(() -> stored.runs().delete(stored.caller, stored.configId(), stored.runId()))
                            .isInstanceOfSatisfying(
                                    AppException.class,
                                    e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE));
                    stored.open.core().jobs().cancel(stored.caller, job.id());
                    Awaiting.until(
                            "its end; nothing else ends it",
                            () -> stored.open
                                            .core()
                                            .jobs()
                                            .get(stored.caller, job.id())
                                            .status()
                                    == JobStatus.CANCELLED);
                    assertThat(begun.result().join().ok()).isFalse();
                    StoredCluster.assertNothingIsLeft(target);
                    // Lets the opening go on; for both, since the other way this one would wait too.
                    Files.newByteChannel(volume, StandardOpenOption.READ, StandardOpenOption.WRITE)
                            .close();
                });
    }

    @Test
    void removesAllWhenTheDiskIsFull() throws Exception {
        assumeTrue(StoredCluster.isRoot());
        Path disk = stored.targets.resolve("disk");
        StoredCluster.command("mkdir", disk.toString());
        Process mount =
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=4g,nr_inodes=300", "none", "" + disk).start();
        assumeTrue(mount.waitFor() == 0);
        try {
            StoredCluster.command("chown", "postgres", disk.toString());
            // The blocks suffice, so that it is begun.
            refused(stored.restore(request("disk/full", written.end(), null, null)), "No space left on device");
        } finally {
            StoredCluster.command("umount", disk.toString());
        }
    }
}
