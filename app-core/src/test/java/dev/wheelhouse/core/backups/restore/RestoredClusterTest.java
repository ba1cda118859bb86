package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresVersions;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.Tree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recoveries of Debian's PostgreSQL from a base that its own program took and WAL that it archived by itself. */
@Real
final class RestoredClusterTest {

    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int SPOOL_SEGMENTS = 4;
    private static final int MORE_SEGMENTS = 26;

    private static Workers workers;
    private static LocalHost local;
    private static Path root;
    private static DebianPostgres source;
    private static ClusterHost host;
    private static String name;
    private static String afterFirst;
    private static String afterLast;
    private static String lastSegment;

    private String directory;
    private int port;
    private volatile WalSource wal = archive();
    private WalSpool spool;
    private RestoredCluster cluster;

    @BeforeAll
    static void takeABaseAndArchiveWhatFollows() throws Exception {
        workers = new Workers();
        local = new LocalHost(workers);
        root = Files.createTempDirectory("wheelhouse-restore");
        String user = "root".equals(System.getProperty("user.name")) ? "postgres" : null;
        String programs = DebianPostgres.programs().orElseThrow().toString();
        host = new ClusterHost(local, user, programs);
        if (user != null) {
            assertThat(local.run(HostCommand.of("chown", user, root.toString())).succeeded())
                    .isTrue();
        }
        shell("mkdir \"$1/wal\"");
        source = DebianPostgres.start(
                "archive_mode=on", "archive_command=cp %p " + root + "/wal/%f", "max_connections=123");
        PostgresDatabase database = source.newPowerfulDatabase();
        assertThat(local.run(host.command(List.of(
                                        programs + "/pg_basebackup",
                                        "-d",
                                        "host=127.0.0.1 port=" + database.port() + " user=" + database.user(),
                                        "-D",
                                        root + "/base",
                                        "-X",
                                        "none",
                                        "-c",
                                        "fast",
                                        "--no-password"))
                                .withEnvironment(Map.of("PGPASSWORD", database.password())))
                        .stderrText())
                .doesNotContain("error");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE thing AS SELECT generate_series(1, 200000) AS id");
            afterFirst = single(statement, "SELECT clock_timestamp()");
            statement.execute("DROP TABLE thing");
            statement.execute("CREATE TABLE later AS SELECT 1 AS id");
            statement.execute("SELECT pg_sleep(0.01)");
            afterLast = single(statement, "SELECT clock_timestamp()");
            lastSegment = single(statement, "SELECT pg_walfile_name(pg_switch_wal())");
            String segment = lastSegment;
            for (int i = 0; i < MORE_SEGMENTS; i++) {
                statement.execute("CREATE TABLE more_" + i + " ()");
                segment = single(statement, "SELECT pg_walfile_name(pg_switch_wal())");
            }
            Path newest = root.resolve("wal").resolve(segment);
            Awaiting.until(() -> Files.exists(newest));
        }
        name = database.database();
        source.close();
    }

    private static String single(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void shell(String script) throws RestoreException {
        host.shell("A test's command", script, CommandInput.NONE, root.toString());
    }

    @AfterAll
    static void removeAll() throws RestoreException {
        shell("rm -rf \"$1\"");
        local.close();
        workers.close();
    }

    @BeforeEach
    void layTheBase() throws Exception {
        directory = root + "/restored";
        shell("cp -r \"$1/base\" \"$1/restored\" && chmod 700 \"$1/restored\"");
        port = FreePort.next();
        shell("mkdir \"$1/spool\"");
        spool = WalSpool.open(
                host,
                root + "/spool",
                file -> wal.open(file),
                RestoredClusterTest::following,
                SPOOL_SEGMENTS * SEGMENT_BYTES,
                workers);
        cluster = new RestoredCluster(
                host, directory, new RecoverySettings(port, Map.of("max_connections", "123", "work_mem", "1GB")));
    }

    @AfterEach
    void removeIt() throws RestoreException {
        spool.close();
        cluster.remove();
        shell("rm -rf \"$1/spool\"");
    }

    private WalSource archive() {
        return file -> file.compareTo(lastSegment) > 0 ? null : everything().open(file);
    }

    private WalSource everything() {
        return file -> {
            Path path = root.resolve("wal").resolve(file);
            return Files.exists(path) ? Files.newInputStream(path) : null;
        };
    }

    private static long spooled() {
        return Tree.files(root.resolve("spool")).stream()
                .mapToLong(each -> each.toFile().length())
                .filter(each -> each > 1 << 16)
                .sum();
    }

    private RecoveryEnd recover(WalSource wal, String... target) throws RestoreException {
        this.wal = wal;
        cluster.configure(spool.command(), List.of(target), List.of("root", "postgres"), "postgres");
        cluster.start();
        return cluster.await(new Psql(), spool, () -> false);
    }

    private static @Nullable String following(String file) {
        return file.length() == 24
                ? "%s%016X".formatted(file.substring(0, 8), Long.parseLong(file.substring(8), 16) + 1)
                : null;
    }

    private String ask(String database, String sql) {
        CommandResult result =
                host.program("psql", "-XAtw", "-h", directory, "-p", "" + port, "-d", database, "-c", sql);
        return result.succeeded() ? result.stdoutText().strip() : result.stderrText();
    }

    private final class Psql implements ClusterAccess {

        @Override
        public Optional<ClusterState> ask() {
            String answer = RestoredClusterTest.this.ask(
                    "postgres", "SELECT pg_is_in_recovery(), to_json(pg_last_xact_replay_timestamp())#>>'{}'");
            if (!answer.startsWith("f|") && !answer.startsWith("t|")) {
                return Optional.empty();
            }
            String at = answer.substring(2);
            Instant lastCommit = at.isEmpty() ? null : OffsetDateTime.parse(at).toInstant();
            return Optional.of(new ClusterState(answer.startsWith("t"), lastCommit));
        }
    }

    @Test
    void recoversToTheSecondBeforeATableWasDropped() throws Exception {
        RecoveryEnd end = recover(archive(), "recovery_target_time = '" + afterFirst + "'");
        assertThat(end.stoppedAtTarget()).isTrue();
        assertThat(ask(name, "SELECT count(*), sum(id) FROM thing")).isEqualTo("200000|20000100000");
        assertThat(ask(name, "SHOW max_connections")).isEqualTo("123");
        assertThat(ask(name, "SHOW archive_mode")).isEqualTo("off");
        assertThat(Files.exists(Path.of(directory, "postgresql.conf.source"))).isTrue();
    }

    @Test
    void recoversAllThereIsWhereNothingHappenedUntilTheTarget() throws Exception {
        RecoveryEnd end = recover(archive(), "recovery_target_time = '" + afterLast + "'");
        // PostgreSQL 12 ends its recovery there by itself.
        assertThat(end.promoted()).isEqualTo(PostgresVersions.major() == 12);
        assertThat(end.stoppedAtTarget()).isFalse();
        RecoveryEnd all = end;
        if (!end.promoted()) {
            cluster.configure(spool.command(), List.of(), List.of("root", "postgres"), "postgres");
            cluster.start();
            all = cluster.await(new Psql(), spool, () -> false);
        }
        assertThat(all.promoted()).isTrue();
        assertThat(all.lastCommitAt())
                .isNotNull()
                .isBefore(OffsetDateTime.parse(afterLast.replace(' ', 'T')).toInstant());
        assertThat(ask(name, "SELECT count(*) FROM later")).isEqualTo("1");
    }

    @Test
    void saysWhyTheWalBrokeOffAndFeedsNothingHalf() throws Exception {
        List<String> broken = new ArrayList<>();
        WalSource breaking = file -> {
            InputStream whole = archive().open(file);
            if (whole == null || file.length() != 24) {
                return whole;
            }
            broken.add(file);
            byte[] half;
            try (whole) {
                half = whole.readNBytes(SEGMENT_BYTES / 2);
            }
            return new SequenceInputStream(new ByteArrayInputStream(half), new InputStream() {
                @Override
                public int read() throws IOException {
                    throw new IOException("the store is away");
                }

                @Override
                public int read(byte[] buffer, int offset, int length) throws IOException {
                    return read();
                }
            });
        };
        assertThatThrownBy(() -> recover(breaking))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining("the store is away");
        assertThat(broken).hasSize(1);
        assertThat(ask(name, "SELECT 1")).contains("No such file or directory");
    }

    @Test
    void stopsTheServerWhenTheConsoleIsGone() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        WalSource stuck = file -> {
            if (file.length() != 24) {
                return null;
            }
            asked.countDown();
            waitFor(never);
            return null;
        };
        Thread killer = Thread.ofVirtual().start(() -> {
            try {
                asked.await();
            } catch (InterruptedException _) {
                return;
            }
            spool.close();
        });
        assertThatThrownBy(() -> recover(stuck))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining("The server ended in its recovery");
        killer.join();
        never.countDown();
    }

    @Test
    void neverSpoolsMoreThanItsLimitAndAFile() throws Exception {
        AtomicLong most = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        Thread looking = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                most.accumulateAndGet(spooled(), Math::max);
                Awaiting.moment(1);
            }
        });
        try {
            assertThat(recover(everything()).promoted()).isTrue();
        } finally {
            over.set(true);
            looking.join();
        }
        assertThat(ask(name, "SELECT count(*) FROM pg_class WHERE relname LIKE 'more\\_%'"))
                .isEqualTo("" + MORE_SEGMENTS);
        assertThat(spool.served().stream().filter(each -> each.length() == 24)).hasSizeGreaterThan(MORE_SEGMENTS);
        assertThat(most.get()).isPositive().isLessThanOrEqualTo((SPOOL_SEGMENTS + 1L) * SEGMENT_BYTES);
    }

    @Test
    void givesUpOnAServerThatAsksForNothingAndDoesNotEnd() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        cluster = new RestoredCluster(
                host, directory, new RecoverySettings(port, Map.of("max_connections", "123")), Duration.ofSeconds(2));
        assertThatThrownBy(() -> recover(file -> {
                    if (file.length() == 24) {
                        waitFor(never);
                    }
                    return null;
                }))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining("has asked for nothing for 2 s");
        never.countDown();
    }

    private static void waitFor(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aFaultWhileWalIsFedEndsTheRecovery() {
        assertThatThrownBy(() -> recover(file -> {
                    if (file.length() == 24) {
                        throw new IllegalStateException("a fault of a library");
                    }
                    return null;
                }))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining("a fault of a library");
    }

    @Test
    void saysTheLastLineOfAServerThatHasNoControlFile() throws Exception {
        shell("rm \"$1/restored/global/pg_control\"");
        assertThatThrownBy(() -> recover(archive()))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining("could not find the database system");
    }
}
