package dev.wheelhouse.core.databases.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of the replication protocol with every real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplicationRules {

    private static final int SEGMENT_BYTES = 16 << 20;

    private OpenCore open;
    private ReplicationFixture fixture;
    private PostgresDatabase database;

    /** Of a superuser, on a server that nobody else uses. */
    abstract PostgresDatabase newDatabase() throws Exception;

    abstract Path dataDirectory();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        database = newDatabase();
        open = new OpenCore(folder);
        fixture = new ReplicationFixture(open, database);
        execute("CREATE TABLE thing AS SELECT g AS id, repeat('x', 500) AS filler FROM generate_series(1, 20000) g");
    }

    @AfterAll
    void stop() {
        fixture.close();
        open.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection jdbc = database.connect();
                Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private int version() throws SQLException {
        return Integer.parseInt(ask("SHOW server_version_num"));
    }

    private ReplicationConnection connect() throws ReplicationException {
        return fixture.connect();
    }

    private static ReplicationState stateOf(ReplicationWork work) {
        AtomicReference<ReplicationState> state = new AtomicReference<>();
        assertThatThrownBy(work::run).isInstanceOfSatisfying(ReplicationException.class, e -> state.set(e.state()));
        return requireNonNull(state.get());
    }

    private interface ReplicationWork {
        void run() throws ReplicationException, IOException;
    }

    @Test
    void tellsWhichSystemItIs() throws Exception {
        try (ReplicationConnection replication = connect()) {
            SystemIdentity identity = replication.identify();
            assertThat(identity.systemIdentifier()).isEqualTo(ask("SELECT system_identifier FROM pg_control_system()"));
            assertThat(identity.timeline()).isEqualTo(1);
            assertThat(replication.segmentBytes()).isEqualTo(SEGMENT_BYTES);
            assertThat(replication.show("wal_level")).isIn("replica", "logical");
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsABaseBackupWhole(Compression compression) throws Exception {
        try (ReplicationConnection replication = connect()) {
            GatheredBackup backup = new GatheredBackup();
            BaseBackupEnd end = replication.baseBackup(
                    new BaseBackupRequest("a test", List.of(compression), ManifestChecksum.CRC32C), backup);
            BaseBackupStart start = requireNonNull(backup.start);
            assertThat(end.position()).isGreaterThan(start.position());
            assertThat(start.tablespaces()).hasSize(1);
            String name = "base.tar" + start.compression().suffix();
            assertThat(backup.archives).containsOnlyKeys(name);
            byte[] tar = backup.archive(name, start.compression());
            Map<String, Integer> entries = GatheredBackup.entries(tar);
            assertThat(entries).containsKeys("backup_label", "PG_VERSION", "global/pg_control", "tablespace_map");
            assertThat(Arrays.copyOfRange(tar, tar.length - 1024, tar.length)).containsOnly(0);
            assertThat(backup.progress).isGreaterThan(10_000_000);
            if (version() < 130_000) {
                assertThat(backup.manifest).isNull();
            } else {
                assertThat(requireNonNull(backup.manifest).toString(StandardCharsets.UTF_8))
                        .contains("\"Path\": \"PG_VERSION\"", "\"Manifest-Checksum\"", "CRC32C");
            }
            assertThat(replication.identify().timeline()).isEqualTo(1);
        }
    }

    @Test
    void closesAfterASinkThatFails() throws Exception {
        try (ReplicationConnection replication = connect()) {
            BaseBackupSink full = new GatheredSinkThatIsFull();
            assertThatThrownBy(() -> replication.baseBackup(
                            new BaseBackupRequest("a test", List.of(), ManifestChecksum.CRC32C), full))
                    .isInstanceOf(IOException.class)
                    .hasMessage("full");
            assertThat(stateOf(replication::identify)).isEqualTo(ReplicationState.CLOSED);
        }
    }

    private static final class GatheredSinkThatIsFull implements BaseBackupSink {

        @Override
        public void begin(BaseBackupStart start) {
            // Takes nothing.
        }

        @Override
        public void archive(String name) {
            // Takes nothing.
        }

        @Override
        public void manifest() {
            // Takes nothing.
        }

        @Override
        public void data(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("full");
        }

        @Override
        public void progress(long bytes) {
            // Takes nothing.
        }
    }

    @Test
    void sendsTheWalThatTheServerHas() throws Exception {
        try (ReplicationConnection replication = connect();
                ReplicationConnection beside = connect()) {
            beside.createSlot("whole");
            WalPosition from = beside.identify().position().segmentStart(SEGMENT_BYTES);
            GatheredWal wal = new GatheredWal(from);
            Thread receiver = Thread.ofVirtual()
                    .start(() -> assertThat(stateOf(() -> replication.receiveWal("whole", 1, from, wal)))
                            .isEqualTo(ReplicationState.CLOSED));
            String first = ask("SELECT pg_walfile_name(pg_switch_wal())");
            execute("INSERT INTO thing SELECT g, repeat('y', 500) FROM generate_series(1, 40000) g");
            execute("SELECT pg_switch_wal()");
            WalPosition end = WalPosition.parse(ask("SELECT pg_current_wal_flush_lsn()"));
            Awaiting.until("the WAL", () -> wal.end().compareTo(end) >= 0);
            // Nothing new for a while, and then something.
            execute("INSERT INTO thing VALUES (0, 'after a pause')");
            WalPosition later = WalPosition.parse(ask("SELECT pg_current_wal_flush_lsn()"));
            Awaiting.until("the WAL after a pause", () -> wal.end().compareTo(later) >= 0);
            assertThat(wal.serverTime())
                    .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(5));

            Path directory = dataDirectory().resolve("pg_wal");
            WalPosition at = WalPosition.parse(
                    "%s/%X".formatted(first.substring(8, 16), Long.parseLong(first.substring(16), 16) * SEGMENT_BYTES));
            int compared = 0;
            while (at.plus(SEGMENT_BYTES).compareTo(later) <= 0) {
                Path file = directory.resolve(
                        "00000001%08X%08X".formatted(at.value() >>> 32, (at.value() & 0xffff_ffffL) / SEGMENT_BYTES));
                assertThat(wal.from(at, SEGMENT_BYTES)).isEqualTo(Files.readAllBytes(file));
                compared++;
                at = at.plus(SEGMENT_BYTES);
            }
            assertThat(compared).isGreaterThanOrEqualTo(2);
            replication.close();
            receiver.join();
            // The slot is free once the server has seen that the connection is gone.
            Awaiting.until("the slot", () -> {
                try {
                    beside.dropSlot("whole");
                    return true;
                } catch (ReplicationException e) {
                    assertThat(e.state()).isEqualTo(ReplicationState.SLOT_ACTIVE);
                    return false;
                }
            });
        }
    }

    @Test
    void namesEachStateOfASlot() throws Exception {
        try (ReplicationConnection replication = connect();
                ReplicationConnection beside = connect()) {
            WalPosition from = replication.identify().position().segmentStart(SEGMENT_BYTES);
            GatheredWal wal = new GatheredWal(from);
            assertThat(stateOf(() -> replication.receiveWal("missing", 1, from, wal)))
                    .isEqualTo(ReplicationState.SLOT_MISSING);
            assertThat(stateOf(() -> replication.dropSlot("missing"))).isEqualTo(ReplicationState.SLOT_MISSING);
            replication.createSlot("mine");
            assertThat(stateOf(() -> replication.createSlot("mine"))).isEqualTo(ReplicationState.SLOT_EXISTS);
            CompletableFuture<ReplicationState> end = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> end.complete(stateOf(() -> replication.receiveWal("mine", 1, from, wal))));
            Awaiting.until("the stream", () -> wal.serverTime() != null);
            assertThat(stateOf(() -> beside.receiveWal("mine", 1, from, wal))).isEqualTo(ReplicationState.SLOT_ACTIVE);
            assertThat(stateOf(() -> beside.dropSlot("mine"))).isEqualTo(ReplicationState.SLOT_ACTIVE);
            beside.createSlot("other");
            WalPosition ahead = WalPosition.parse("FF/0");
            assertThat(stateOf(() -> beside.receiveWal("other", 1, ahead, wal)))
                    .isEqualTo(ReplicationState.NOT_IN_HISTORY);
            assertThat(stateOf(() -> beside.receiveWal("other", 7, from, wal)))
                    .isIn(ReplicationState.NOT_IN_HISTORY, ReplicationState.WAL_REMOVED);
            assertThat(stateOf(() -> beside.receiveWal("other", 1, WalPosition.parse("0/0"), wal)))
                    .isEqualTo(ReplicationState.WAL_REMOVED);
            beside.dropSlot("other");
            replication.close();
            assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo(ReplicationState.CLOSED);
        }
    }

    @Test
    void saysWhyASlotWasGivenUp() throws Exception {
        assumeTrue(version() >= 130_000, "PostgreSQL 12 gives up no slot.");
        givesUp("max_slot_wal_keep_size", "15MB", SlotLoss.TOO_MUCH_WAL);
        if (version() >= 180_000) {
            givesUp("idle_replication_slot_timeout", "1s", SlotLoss.IDLE);
        }
    }

    private void givesUp(String setting, String value, SlotLoss loss) throws Exception {
        try (ReplicationConnection replication = connect()) {
            replication.createSlot("given_up");
            assertThat(fixture.slot("given_up").loss()).isNull();
            execute("ALTER SYSTEM SET " + setting + " = '" + value + "'");
            execute("SELECT pg_reload_conf()");
            Awaiting.until(() -> fixture.slot("given_up"), () -> {
                execute("SELECT pg_switch_wal()");
                execute("CHECKPOINT");
                return fixture.slot("given_up").loss() == loss;
            });
            // 15 MB are less than a segment, and count as none.
            assertThat(fixture.slot("given_up").limitBytes()).isEqualTo(loss == SlotLoss.IDLE ? null : 0L);
            replication.dropSlot("given_up");
        } finally {
            execute("ALTER SYSTEM RESET " + setting);
            execute("SELECT pg_reload_conf()");
        }
    }

    @Test
    void namesWhatALoginLacks() throws Exception {
        execute("CREATE ROLE ordinary LOGIN PASSWORD 'geheim'");
        execute("CREATE ROLE replicating LOGIN REPLICATION PASSWORD 'geheim'");
        assertThat(stateOf(() -> fixture.connect(new ReplicationLogin("ordinary", "geheim"))
                        .close()))
                .isEqualTo(ReplicationState.NO_RIGHT);
        try (ReplicationConnection replication = fixture.connect(new ReplicationLogin("replicating", "geheim"))) {
            assertThat(replication.identify().timeline()).isEqualTo(1);
        }
    }

    @Test
    void asksForNothingUnderAStrangeName() throws Exception {
        try (ReplicationConnection replication = connect()) {
            for (String name : List.of("", "Upper", "a\"b", "a b", "x".repeat(64), "ä")) {
                assertThatThrownBy(() -> replication.createSlot(name)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
