package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.BaseReader;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.wal.PartialTimes;
import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalArchiveSettings;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalListener;
import dev.wheelhouse.core.backups.wal.WalReader;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.replication.BaseBackupRequest;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.ReplicationConnection;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.ReplicationFixture;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresVersions;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A base and its WAL from a real server into a directory, and from there to the second before a table was dropped. */
@Real
final class BackupChainTest implements WalListener {

    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final String BASE = "7/base/run_1/";

    private final List<WalGap> gaps = new ArrayList<>();

    @TempDir
    Path root;

    private Path folder;

    @BeforeEach
    void begin() {
        folder = root;
    }

    @Override
    public void gap(WalGap gap) {
        gaps.add(gap);
    }

    private static String ask(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void bringsBackATableFromTheSecondBeforeItWasDropped() throws Exception {
        bringBack(DebianPostgres.programs().orElseThrow());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void bringsItBackInTheOtherVersionsToo() throws Exception {
        List<Integer> versions = List.of(12, 18, 14, 13, 16, 17);
        try (PostgresVersions others = new PostgresVersions()) {
            for (int each : versions.subList(0, LongRun.of(1, versions.size()))) {
                folder = Files.createDirectory(root.resolve(Integer.toString(each)));
                bringBack(others.programs(each));
            }
        }
    }

    private void bringBack(Path programs) throws Exception {
        try (Workers workers = new Workers();
                LocalHost local = new LocalHost(workers);
                ObjectStore store = DirectoryStore.open(folder.resolve("store"))) {
            String system;
            BaseContent base;
            String before;
            String database;
            String rows;
            try (DebianPostgres server = DebianPostgres.startOf(programs)) {
                PostgresDatabase source = server.newPowerfulDatabase();
                database = source.database();
                try (OpenCore open = new OpenCore(Files.createDirectory(folder.resolve("console")));
                        ReplicationFixture fixture = new ReplicationFixture(open, source);
                        ReplicationConnection control = fixture.connect();
                        ReplicationConnection streaming = fixture.connect()) {
                    SystemIdentity identity = control.identify();
                    system = identity.systemIdentifier();
                    control.createSlot("wheelhouse");
                    WalPosition from = identity.position().segmentStart(SEGMENT_BYTES);
                    try (WalArchive archive = new WalArchive(
                            folder.resolve("spool"),
                            store,
                            new WalArchiveSettings(
                                    system, SEGMENT_BYTES, 10L * SEGMENT_BYTES, PartialTimes.STANDARD, 1),
                            this,
                            Clock.systemUTC())) {
                        archive.start(workers);
                        assertThat(archive.resume()).isEmpty();
                        archive.begin(new WalStart(identity.timeline(), from), WalGapReason.SLOT_MISSING);
                        Thread receiver = Thread.ofVirtual().start(() -> receive(streaming, identity, from, archive));
                        base = takeBase(control, store);
                        try (Connection jdbc = source.connect();
                                Statement statement = jdbc.createStatement()) {
                            statement.execute("CREATE TABLE thing AS SELECT g AS id, md5(g::text) AS sum FROM"
                                    + " generate_series(1, 100000) g");
                            statement.execute("UPDATE thing SET sum = sum || 'x' WHERE id % 7 = 0");
                            rows = ask(statement, "SELECT md5(string_agg(id || sum, ',' ORDER BY id)) FROM thing");
                            before = ask(statement, "SELECT clock_timestamp()");
                            statement.execute("DROP TABLE thing");
                            statement.execute("CREATE TABLE after_it AS SELECT 1");
                            WalPosition end = WalPosition.parse(ask(statement, "SELECT pg_switch_wal()"));
                            awaitStored(archive, end);
                        }
                        streaming.close();
                        receiver.join();
                        archive.end();
                    }
                }
            }
            assertThat(gaps).isEmpty();
            assertThat(restored(programs, local, workers, store, system, base, before, database))
                    .isEqualTo(rows);
        }
    }

    private static void receive(
            ReplicationConnection streaming, SystemIdentity identity, WalPosition from, WalArchive archive) {
        assertThatThrownBy(() -> streaming.receiveWal("wheelhouse", identity.timeline(), from, archive))
                .isInstanceOf(ReplicationException.class);
    }

    private static BaseContent takeBase(ReplicationConnection control, ObjectStore store)
            throws IOException, ReplicationException {
        try (BaseBackupWriter writer =
                new BaseBackupWriter(store, BASE, 1 << 20, ManifestChecksum.CRC32C, THREADS, (_, _) -> {})) {
            control.baseBackup(
                    new BaseBackupRequest("a test", List.of(Compression.ZSTD), ManifestChecksum.CRC32C), writer);
            return writer.finish();
        }
    }

    private static void awaitStored(WalArchive archive, WalPosition end) {
        Awaiting.until(archive::progress, () -> {
            WalPosition stored = archive.progress().stored();
            return stored != null && stored.compareTo(end) >= 0;
        });
    }

    /** What the restored cluster answers. */
    private String restored(
            Path programs,
            LocalHost local,
            Workers workers,
            ObjectStore store,
            String system,
            BaseContent base,
            String before,
            String database)
            throws Exception {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        ClusterHost host = new ClusterHost(local, isRoot ? "postgres" : null, programs.toString());
        // Not in the test's own folder, which only its owner may enter.
        Path place = Files.createTempDirectory("wheelhouse-chain");
        if (isRoot) {
            new ProcessBuilder("chown", "postgres", place.toString()).start().waitFor();
        }
        String directory = place + "/data";
        lay(host, store, base, directory);
        int port = FreePort.next();
        WalReader wal = new WalReader(store, system, SEGMENT_BYTES);
        RestoredCluster cluster = new RestoredCluster(host, directory, new RecoverySettings(port, Map.of()));
        host.shell("Making the spool", "mkdir \"$1\"", CommandInput.NONE, place + "/wal");
        try (WalSpool spool =
                WalSpool.open(host, place + "/wal", wal::open, wal::following, 2L * SEGMENT_BYTES, workers)) {
            cluster.configure(
                    spool.command(),
                    List.of("recovery_target_time = '" + before + "'"),
                    List.of("root", "postgres"),
                    "postgres");
            cluster.start();
            RecoveryEnd end = cluster.await(
                    () -> psql(host, directory, port, "postgres", "SELECT pg_is_in_recovery()")
                            .map(answer -> new ClusterState(answer.equals("t"), null)),
                    spool,
                    () -> false);
            assertThat(end.stoppedAtTarget()).isTrue();
            assertThat(psql(host, directory, port, database, "SELECT to_regclass('after_it') IS NULL"))
                    .contains("t");
            return psql(
                            host,
                            directory,
                            port,
                            database,
                            "SELECT md5(string_agg(id || sum, ',' ORDER BY id)) FROM thing")
                    .orElseThrow();
        } finally {
            cluster.stop();
            host.shell("Removing", "rm -rf \"$1\"", CommandInput.NONE, place.toString());
            Files.deleteIfExists(place);
        }
    }

    private static void lay(ClusterHost host, ObjectStore store, BaseContent base, String directory) throws Exception {
        BaseReader reader = new BaseReader(store, BASE, base, ManifestChecksum.CRC32C, THREADS);
        for (String archive : reader.archives()) {
            host.shell(
                    "Unpacking", "mkdir \"$1\" && tar -x -C \"$1\"", stdin -> reader.copy(archive, stdin), directory);
        }
        reader.check();
    }

    private static Optional<String> psql(ClusterHost host, String directory, int port, String database, String sql) {
        CommandResult result =
                host.program("psql", "-XAtw", "-h", directory, "-p", "" + port, "-d", database, "-c", sql);
        return result.succeeded() ? Optional.of(result.stdoutText().strip()) : Optional.empty();
    }
}
