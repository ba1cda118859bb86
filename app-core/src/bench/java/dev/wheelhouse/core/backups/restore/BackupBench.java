package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.BaseReader;
import dev.wheelhouse.core.backups.base.Packing;
import dev.wheelhouse.core.backups.base.StoredBaseCheck;
import dev.wheelhouse.core.backups.base.VolumeWriter;
import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.wal.PartialTimes;
import dev.wheelhouse.core.backups.wal.WalArchive;
import dev.wheelhouse.core.backups.wal.WalArchiveSettings;
import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.backups.wal.WalGapReason;
import dev.wheelhouse.core.backups.wal.WalListener;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.bench.DebianPostgres;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.copies.DatabaseCopies;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.databases.copies.ProgramLogin;
import dev.wheelhouse.core.databases.replication.BaseBackupRequest;
import dev.wheelhouse.core.databases.replication.ClusterLink;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.ReplicationException;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Bases, WAL and what a restore lays, beside PostgreSQL's own programs and pgBackRest in the same run. */
public final class BackupBench {

    private static final int ROUNDS = 5;

    /** From here on one round is measured, without one before it: each takes minutes. */
    private static final int LARGE_GIGABYTES = 10;

    private static final int MEGABYTES_A_SCALE = 15;
    private static final long WAL_BYTES = 1L << 30;
    private static final long SPOOL_BYTES = 1L << 30;
    private static final String BASE = "7/base/run_1/";
    private static final long TEN_MILLIS = 10_000_000;

    private final DebianPostgres server;
    private final PostgresDatabase database;
    private final Path programs;
    private final Path folder;
    private final Core core;
    private final Workers workers = new Workers();
    private final LocalHost local = new LocalHost(workers);
    private final DatabaseConnection connection;
    private final List<Measurement> measurements = new ArrayList<>();
    private final boolean isLarge;

    private BackupBench(DebianPostgres server, Path programs, Path folder, int gigabytes) {
        this.isLarge = gigabytes > LARGE_GIGABYTES;
        this.server = server;
        this.database = server.database();
        this.programs = programs;
        this.folder = folder;
        this.core = Core.start(
                new CoreConfig(folder.resolve("home"), null, Clock.systemUTC(), new Random(7)));
        ConnectionDraft draft = new ConnectionDraft(
                "bench",
                Engine.POSTGRESQL,
                database.host(),
                database.port(),
                database.database(),
                database.user(),
                null,
                null,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                SslMode.DISABLE,
                null);
        this.connection = core.databases()
                .connections()
                .create(core.access().windowCaller("req_bench"), draft, null);
    }

    /** @param gigabytes of the database */
    public static List<Measurement> run(int gigabytes) throws Exception {
        try (DebianPostgres server = DebianPostgres.start("wal_keep_size=4GB", "archive_mode=off")) {
            Path programs = server.programs();
            if (programs == null) {
                return List.of(Measurement.missing("backups", "backups", "there is no PostgreSQL here"));
            }
            Path folder = Files.createTempDirectory("wheelhouse-bench-backups");
            BackupBench bench = new BackupBench(server, programs, folder, gigabytes);
            try {
                bench.measure(gigabytes);
            } finally {
                bench.core.close();
                run(List.of("rm", "-rf", folder.toString()));
            }
            return bench.measurements;
        }
    }

    private void measure(int gigabytes) throws Exception {
        fill(gigabytes);
        String size = gigabytes + " GB ";
        long bytes = measureBases(size);
        measureRestores(size, bytes);
        measureDumps(size);
        measureCopies();
        measureWal();
    }

    private void fill(int gigabytes) throws Exception {
        pgbench(gigabytes * 1000 / MEGABYTES_A_SCALE);
        sql("CHECKPOINT");
    }

    private void pgbench(int scale) throws Exception {
        run(List.of(
                programs.resolve("pgbench").toString(),
                "-i",
                "-q",
                "-s",
                Integer.toString(scale),
                "-h",
                database.host(),
                "-p",
                Integer.toString(database.port()),
                "-U",
                database.user(),
                database.database()));
    }

    private String sql(String statement) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement sql = jdbc.createStatement()) {
            if (!sql.execute(statement)) {
                return "";
            }
            try (ResultSet rows = sql.getResultSet()) {
                return rows.next() ? String.valueOf(rows.getString(1)) : "";
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Seconds. */
    private static double timed(Work work) throws Exception {
        long began = System.nanoTime();
        work.run();
        return (System.nanoTime() - began) / 1e9;
    }

    /** Seconds of each, round after round in turn, so that what disturbs one disturbs all. */
    private Repetitions[] seconds(Work... works) throws Exception {
        int rounds = isLarge ? 1 : ROUNDS;
        double[][] seconds = new double[works.length][rounds];
        for (int round = isLarge ? 0 : -1; round < rounds; round++) {
            for (int i = 0; i < works.length; i++) {
                double took = timed(works[i]);
                if (round >= 0) {
                    seconds[i][round] = took;
                }
            }
        }
        return Arrays.stream(seconds).map(Repetitions::of).toArray(Repetitions[]::new);
    }

    private void compare(String id, String what, long bytes, Repetitions ours, Repetitions peer, double share, String note) {
        measurements.add(
                Measurement.atLeast(id, what, rate(bytes, ours), "MiB/s", rate(bytes, peer), share, note));
    }

    /** MiB a second. */
    private static Repetitions rate(long bytes, Repetitions seconds) {
        double mebibytes = bytes / (double) (1 << 20);
        return seconds.map(each -> mebibytes / each);
    }

    /** @return bytes of the cluster's files */
    private long measureBases(String size) throws Exception {
        Path ours = folder.resolve("ours");
        Path theirs = folder.resolve("theirs");
        Memory memory = Memory.atRest();
        BaseContent[] content = new BaseContent[1];
        Repetitions[] seconds = seconds(
                () -> {
                    try (ObjectStore store = fresh(ours)) {
                        content[0] = base(store, Compression.ZSTD);
                    }
                },
                () -> pgBaseBackup(theirs, "server-zstd:1"),
                () -> {
                    try (ObjectStore store = new SealedStore(fresh(ours), SealKey.make(new SecureRandom()))) {
                        base(store, Compression.ZSTD);
                    }
                },
                () -> {
                    try (ObjectStore store = fresh(ours)) {
                        base(store, Compression.NONE);
                    }
                },
                () -> pgBaseBackup(theirs, "client-zstd:1"));
        long bytes = content[0].unpackedBytes();
        compare("base-server-zstd", size + "base, server zstd:1", bytes, seconds[0], seconds[1], 0.85, "pg_basebackup");
        compare("base-client-zstd", size + "base, zstd:1 here", bytes, seconds[3], seconds[4], 0.75, "pg_basebackup");
        compare("base-sealed", size + "base, sealed", bytes, seconds[2], seconds[0], 0.9, "not sealed");
        keepPeak("base-memory", size + "base, memory over rest", memory);
        pgBackRest().ifPresentOrElse(peer -> {
            try {
                Repetitions took = seconds(peer::backUp)[0];
                compare("base-pgbackrest", size + "base, server zstd:1", bytes, seconds[0], took, 1.5, "pgBackRest zst:1");
            } catch (Exception e) {
                measurements.add(Measurement.failed("base-pgbackrest", size + "base", "pgBackRest: " + e.getMessage()));
            }
        }, () -> measurements.add(
                Measurement.missing("base-pgbackrest", size + "base", "there is no pgBackRest here")));
        return bytes;
    }

    private void keepPeak(String id, String what, Memory memory) throws IOException {
        measurements.add(Measurement.atMost(
                id, what, memory.peakMebibytes(), "MiB", 128, "resident, with the limits of packaging/jvm.options"));
    }

    private ObjectStore fresh(Path directory) throws Exception {
        run(List.of("rm", "-rf", directory.toString()));
        return DirectoryStore.open(directory);
    }

    private BaseContent base(ObjectStore store, Compression compression) throws Exception {
        try (ClusterLink link = core.databases().clusters().open(connection, null);
                BaseBackupWriter writer = new BaseBackupWriter(
                        store,
                        BASE,
                        BaseBackupWriter.VOLUME_BYTES,
                        ManifestChecksum.CRC32C,
                        workers.processorThreads(),
                        (_, _) -> {})) {
            link.baseBackup(
                    new BaseBackupRequest(
                            "bench",
                            compression == Compression.NONE ? List.of() : List.of(compression),
                            ManifestChecksum.CRC32C),
                    writer);
            return writer.finish();
        }
    }

    private void pgBaseBackup(Path directory, String compression) throws Exception {
        run(List.of("rm", "-rf", directory.toString()));
        run(List.of(
                programs.resolve("pg_basebackup").toString(),
                "-D",
                directory.toString(),
                "-Ft",
                "-X",
                "none",
                "-c",
                "fast",
                "--compress=" + compression,
                "-h",
                database.host(),
                "-p",
                Integer.toString(database.port()),
                "-U",
                database.user()));
    }

    /** What pgBackRest does with the same cluster, as the server's own user. */
    private final class PgBackRest {

        private final Path repository = folder.resolve("pgbackrest");

        private List<String> command(String... arguments) {
            List<String> command = new ArrayList<>(List.of(
                    "pgbackrest",
                    "--stanza=bench",
                    "--log-level-console=error",
                    "--log-level-file=off",
                    "--repo1-path=" + repository,
                    "--pg1-path=" + server.data(),
                    "--pg1-port=" + database.port(),
                    "--pg1-socket-path=" + folder.resolve("socket"),
                    "--pg1-user=" + database.user(),
                    "--lock-path=" + repository));
            command.addAll(List.of(arguments));
            return DebianPostgres.asServer(command);
        }

        private void open() throws Exception {
            Files.createDirectories(repository);
            run(List.of("chmod", "755", folder.toString()));
            run(List.of("chmod", "777", repository.toString()));
            run(command("--no-online", "stanza-create"));
        }

        private void backUp() throws Exception {
            run(command(
                    "--no-online",
                    "--force",
                    "--type=full",
                    "--compress-type=zst",
                    "--compress-level=1",
                    "--repo1-retention-full=1",
                    "backup"));
        }

        /** Into a directory of the server's user, which it insists on. */
        private void forget() throws Exception {
            run(List.of("rm", "-rf", repository.resolve("restored").toString()));
        }

        private void restore() throws Exception {
            Path directory = repository.resolve("restored");
            run(List.of("rm", "-rf", directory.toString()));
            run(DebianPostgres.asServer(List.of("mkdir", directory.toString())));
            run(command("--pg1-path=" + directory, "restore").stream()
                    .filter(each -> !each.startsWith("--pg1-") || each.endsWith("=" + directory))
                    .toList());
        }
    }

    private Optional<PgBackRest> pgBackRest() throws Exception {
        boolean isHere = Stream.of("/usr/bin/pgbackrest").map(Path::of).anyMatch(Files::isExecutable);
        if (!isHere) {
            return Optional.empty();
        }
        PgBackRest peer = new PgBackRest();
        peer.open();
        return Optional.of(peer);
    }

    private void measureRestores(String size, long bytes) throws Exception {
        Path stored = folder.resolve("ours");
        BaseContent content;
        try (ObjectStore store = fresh(stored)) {
            content = base(store, Compression.ZSTD);
        }
        Path archive = stored.resolve(BASE + content.volumes().getFirst().name());
        Path target = folder.resolve("target");
        ClusterHost host = new ClusterHost(local, null, programs.toString());
        Memory memory = Memory.atRest();
        Repetitions[] seconds = seconds(
                () -> {
                    run(List.of("rm", "-rf", target.toString()));
                    try (ObjectStore store = DirectoryStore.open(stored)) {
                        lay(host, store, content, target);
                    }
                },
                () -> {
                    run(List.of("rm", "-rf", target.toString()));
                    run(List.of(
                            "sh",
                            "-c",
                            "mkdir \"$1\" && zstd -q -d -c \"$2\" | tar -x -C \"$1\"",
                            "-",
                            target.toString(),
                            archive.toString()));
                });
        keepPeak("restore-memory", size + "base laid, memory over rest", memory);
        compare("restore-tar", size + "base laid and checked", bytes, seconds[0], seconds[1], 0.8, "zstd -d | tar x");
        layOverSsh(size, bytes, stored, content, archive);
        Repetitions[] verified = seconds(
                () -> {
                    try (ObjectStore store = DirectoryStore.open(stored)) {
                        StoredBaseCheck.run(store, BASE, content, _ -> {});
                    }
                },
                () -> run(List.of("sha256sum", archive.toString())));
        compare("verify", size + "base verified", content.storedBytes(), verified[0], verified[1], 0.7, "sha256sum");
        // A disk need not hold the database three times.
        run(List.of("rm", "-rf", target.toString()));
        Optional<PgBackRest> peer = pgBackRest();
        if (peer.isPresent()) {
            PgBackRest pgBackRest = peer.get();
            pgBackRest.backUp();
            Repetitions took = seconds(pgBackRest::restore)[0];
            pgBackRest.forget();
            compare("restore-pgbackrest", size + "base laid and checked", bytes, seconds[0], took, 1, "pgBackRest");
        }
    }

    private void layOverSsh(String size, long bytes, Path stored, BaseContent content, Path archive)
            throws Exception {
        if (!Files.isExecutable(DebianSshd.PROGRAM)) {
            measurements.add(Measurement.missing(
                    "restore-ssh", size + "base laid over SSH", "there is no sshd here"));
            return;
        }
        Path target = folder.resolve("target");
        try (DebianSshd sshd = DebianSshd.start(Files.createDirectory(folder.resolve("sshd")));
                SshConnections connections = new SshConnections(workers, SshTimeouts.DEFAULT, null)) {
            Path key = sshd.newKey("bench", "", "-t", "ed25519");
            SshTarget login = sshd.target(new SshCredentials.PrivateKey(Files.readString(key), null));
            HostTrust trust = HostTrust.inFingerprint(connections.keyOf(login).fingerprint());
            try (Host remote = connections.open(login, trust)) {
                ClusterHost host = new ClusterHost(remote, null, programs.toString());
                Memory memory = Memory.atRest();
                Repetitions[] seconds = seconds(
                        () -> {
                            run(List.of("rm", "-rf", target.toString()));
                            try (ObjectStore store = DirectoryStore.open(stored)) {
                                lay(host, store, content, target);
                            }
                        },
                        () -> {
                            run(List.of("rm", "-rf", target.toString()));
                            run(List.of(
                                    "sh",
                                    "-c",
                                    "zstd -q -d -c \"$1\" | ssh -q -i \"$2\" -p \"$3\" -o StrictHostKeyChecking=no"
                                            + " -o UserKnownHostsFile=/dev/null 127.0.0.1 \"mkdir $4 && tar -x -C $4\"",
                                    "-",
                                    archive.toString(),
                                    key.toString(),
                                    Integer.toString(login.port()),
                                    target.toString()));
                        });
                keepPeak("restore-ssh-memory", size + "base laid over SSH, memory over rest", memory);
                compare(
                        "restore-ssh",
                        size + "base laid over SSH and checked",
                        bytes,
                        seconds[0],
                        seconds[1],
                        0.8,
                        "zstd -d | ssh … tar x");
            }
        }
    }

    private void measureDumps(String size) throws Exception {
        DatabaseCopies copies = core.databases().copies();
        DatabaseFacts facts = copies.facts(core.access().windowCaller("req_bench"), connection);
        ClientPrograms found = ClientPrograms.fitting(ClientPrograms.find(local), facts.majorVersion())
                .orElseThrow();
        Path file = folder.resolve("peer.dump");
        Memory memory = Memory.atRest();
        try (ProgramLogin login = copies.login(connection, false)) {
            ClientProgram program = new ClientProgram(local, "local", found, login, workers);
            Repetitions[] seconds = seconds(
                    () -> {
                        try (ObjectStore store = fresh(folder.resolve("dumps"))) {
                            VolumeWriter writer = new VolumeWriter(
                                    store,
                                    "bkp_1/dump/run_1/",
                                    "database.dump",
                                    BaseBackupWriter.VOLUME_BYTES,
                                    new ArrayList<>());
                            ClientProgram.Ended end = program.run(
                                    "pg_dump",
                                    program.database(),
                                    List.of("--format=custom"),
                                    ClientProgram.Source.NONE,
                                    writer,
                                    null);
                            if (!end.succeeded()) {
                                throw new IOException(end.words());
                            }
                            writer.finish();
                        }
                    },
                    () -> run(List.of(
                            found.directory() + "/pg_dump",
                            "-Fc",
                            "-f",
                            file.toString(),
                            "-h",
                            database.host(),
                            "-p",
                            Integer.toString(database.port()),
                            "-U",
                            database.user(),
                            database.database())));
            keepPeak("dump-memory", size + "dump, memory over rest", memory);
            compare("dump", size + "dump, stored", facts.bytes(), seconds[0], seconds[1], 0.9, "pg_dump -Fc to a file");
        }
    }

    private void measureCopies() throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/sqlite3"))) {
            measurements.add(
                    Measurement.missing("copy", "1 GB of SQLite copied", "there is no sqlite3 here"));
            return;
        }
        Path file = folder.resolve("large.db");
        run(List.of(
                "sqlite3",
                file.toString(),
                "CREATE TABLE t AS SELECT value AS id, hex(randomblob(100)) AS text FROM generate_series(1, 4800000)"));
        DatabaseConnection large = core.databases()
                .connections()
                .create(
                        core.access().windowCaller("req_bench"),
                        new ConnectionDraft(
                                "large",
                                Engine.SQLITE,
                                null,
                                null,
                                null,
                                null,
                                file.toString(),
                                null,
                                null,
                                Environment.DEVELOPMENT,
                                null,
                                true,
                                null,
                                null),
                        null);
        Path copy = folder.resolve("copy.db");
        Path peer = folder.resolve("peer.db");
        Memory memory = Memory.atRest();
        Repetitions[] seconds = seconds(
                () -> {
                    Files.deleteIfExists(copy);
                    Files.createFile(copy);
                    core.databases()
                            .copies()
                            .copy(core.access().windowCaller("req_bench"), large, copy, _ -> {});
                },
                () -> {
                    Files.deleteIfExists(peer);
                    run(List.of("sqlite3", file.toString(), "VACUUM INTO '" + peer + "'"));
                },
                () -> {
                    try (ObjectStore store = fresh(folder.resolve("copies"))) {
                        VolumeWriter writer = new VolumeWriter(
                                store,
                                "bkp_1/dump/run_1/",
                                "database.sqlite.zst",
                                BaseBackupWriter.VOLUME_BYTES,
                                new ArrayList<>());
                        try (OutputStream packed = Packing.zstd(writer)) {
                            Files.copy(copy, packed);
                        }
                        writer.finish();
                    }
                });
        long bytes = Files.size(file);
        keepPeak("copy-memory", "1 GB of SQLite, memory over rest", memory);
        compare("copy", "1 GB of SQLite copied", bytes, seconds[0], seconds[1], 0.9, "sqlite3, VACUUM INTO");
        measurements.add(Measurement.told(
                "copy-stored",
                "1 GB of SQLite packed and stored",
                rate(bytes, seconds[2]),
                "MiB/s",
                "after the copy"));
    }

    /** As a restore does, before the server recovers. */
    private void lay(ClusterHost host, ObjectStore store, BaseContent content, Path target) throws Exception {
        BaseReader reader = new BaseReader(store, BASE, content, ManifestChecksum.CRC32C, workers.processorThreads());
        for (String each : reader.archives()) {
            host.pour(
                    "Laying " + each,
                    "mkdir -p \"$1\" && tar -x -C \"$1\"",
                    tar -> reader.copy(each, tar),
                    target.toString());
        }
        reader.check();
    }

    private void measureWal() throws Exception {
        String system;
        WalPosition from;
        int timeline;
        long segment;
        try (ClusterLink link = core.databases().clusters().open(connection, null)) {
            SystemIdentity identity = link.identify();
            link.createSlot("bench_ours");
            system = identity.systemIdentifier();
            timeline = identity.timeline();
            segment = link.segmentBytes();
            from = WalPosition.parse(sql("SELECT pg_switch_wal()")).segmentStart(segment);
        }
        WalPosition begin = new WalPosition(from.value() + segment);
        sql("CHECKPOINT");
        while (WalPosition.parse(sql("SELECT pg_current_wal_lsn()")).value() - begin.value() < WAL_BYTES) {
            pgbench(20);
        }
        sql("SELECT pg_switch_wal()");
        WalPosition end = new WalPosition(begin.value() + WAL_BYTES);
        Memory memory = Memory.atRest();
        Repetitions[] seconds = seconds(
                () -> receive(system, timeline, segment, begin, end), () -> pgReceiveWal(timeline, segment, begin, end));
        keepPeak("wal-memory", "1 GB of WAL, memory over rest", memory);
        compare("wal", "1 GB of WAL, packed and stored", WAL_BYTES, seconds[0], seconds[1], 0.85, "pg_receivewal, not packed");
    }

    private void receive(String system, int timeline, long segment, WalPosition begin, WalPosition end)
            throws Exception {
        Path spool = folder.resolve("spool");
        run(List.of("rm", "-rf", spool.toString()));
        try (ObjectStore store = fresh(folder.resolve("wal"));
                WalArchive archive = new WalArchive(
                        spool,
                        store,
                        new WalArchiveSettings(system, segment, SPOOL_BYTES, PartialTimes.STANDARD, 1),
                        new Silent(),
                        Clock.systemUTC())) {
            archive.start(workers);
            archive.begin(new WalStart(timeline, begin), WalGapReason.SLOT_MISSING);
            ClusterLink link = core.databases().clusters().open(connection, null);
            Thread receiver = Thread.ofPlatform().start(() -> {
                try {
                    link.receiveWal("bench_ours", timeline, begin, archive);
                } catch (ReplicationException | IOException e) {
                    // It is closed once all is stored.
                    return;
                }
            });
            try (link) {
                awaitStored(archive, end);
            }
            receiver.join();
            archive.end();
        }
    }

    private static void awaitStored(WalArchive archive, WalPosition end) {
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        WalPosition stored = archive.progress().stored();
        while (stored == null || stored.compareTo(end) < 0) {
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("The WAL is not stored: " + archive.progress());
            }
            LockSupport.parkNanos(TEN_MILLIS);
            stored = archive.progress().stored();
        }
    }

    private record Silent() implements WalListener {

        @Override
        public void gap(WalGap gap) {
            throw new IllegalStateException("A gap: " + gap);
        }
    }

    /** It goes on behind the newest segment that lies in its directory. */
    private void pgReceiveWal(int timeline, long segment, WalPosition begin, WalPosition end) throws Exception {
        Path directory = folder.resolve("received");
        run(List.of("rm", "-rf", directory.toString()));
        Files.createDirectories(directory);
        long before = begin.value() / segment - 1;
        long each = (1L << 32) / segment;
        Path last = directory.resolve("%08X%08X%08X".formatted(timeline, before / each, before % each));
        try (RandomAccessFile file = new RandomAccessFile(last.toFile(), "rw")) {
            file.setLength(segment);
        }
        run(List.of(
                programs.resolve("pg_receivewal").toString(),
                "-D",
                directory.toString(),
                "--no-loop",
                "--endpos=" + end,
                "-h",
                database.host(),
                "-p",
                Integer.toString(database.port()),
                "-U",
                database.user()));
    }

    /** Resident memory of this process, as Linux counts it. */
    private record Memory(double restMebibytes) {

        static Memory atRest() throws IOException {
            System.gc();
            double now = read("VmRSS:");
            // The kernel then counts the peak anew (proc_pid_clear_refs(5)).
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
            return new Memory(now);
        }

        double peakMebibytes() throws IOException {
            return read("VmHWM:") - restMebibytes;
        }

        private static double read(String name) throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToDouble(kibibytes -> Long.parseLong(kibibytes) / 1024.0)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said.strip() + ": " + String.join(" ", command));
        }
    }
}
