package dev.wheelhouse.core.databases.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What no real server does on demand: the grammar of before PostgreSQL 15, promotions, and answers that are none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScriptedReplicationTest {

    private static final WalPosition FROM = WalPosition.parse("0/1000000");

    private OpenCore open;

    @BeforeAll
    void start(@TempDir Path folder) {
        open = new OpenCore(folder);
    }

    @AfterAll
    void stop() {
        open.close();
    }

    private interface Work {
        void with(ReplicationConnection replication) throws ReplicationException, IOException;
    }

    private void talk(String version, ScriptedServer.Script script, Work work)
            throws IOException, ReplicationException {
        try (ScriptedServer server = new ScriptedServer(version, script);
                ReplicationFixture fixture = new ReplicationFixture(
                        open, new PostgresDatabase("127.0.0.1", server.port(), "scripted", "me", "secret"));
                ReplicationConnection replication = fixture.connect()) {
            work.with(replication);
        }
    }

    private ReplicationState fails(String version, ScriptedServer.Script script, Work work) throws Exception {
        AtomicReference<ReplicationState> state = new AtomicReference<>();
        assertThatThrownBy(() -> talk(version, script, work))
                .isInstanceOfSatisfying(ReplicationException.class, e -> state.set(e.state()));
        return requireNonNull(state.get());
    }

    private static BaseBackupRequest request(Compression... compressions) {
        return new BaseBackupRequest("a test", List.of(compressions), ManifestChecksum.CRC32C);
    }

    @Test
    void refusesAVersionThatIsTooOldForTheRest() throws Exception {
        assertThatThrownBy(() -> talk("11.22 (Debian 11.22-0+deb10u2)", (_, _) -> {}, _ -> {}))
                .hasMessageContaining(
                        "PostgreSQL 11.22 (Debian 11.22-0+deb10u2) is too old; 12 is the oldest that Wheelhouse"
                                + " works with.");
    }

    /** PostgreSQL 12.22 ends DROP_REPLICATION_SLOT twice. */
    @Test
    void takesTwoEndsOfACommand() throws Exception {
        talk(
                "12.22",
                (_, wire) -> {
                    wire.complete();
                    wire.complete();
                    wire.ready();
                },
                replication -> {
                    replication.dropSlot("first");
                    replication.dropSlot("second");
                });
    }

    /** Asked before each stream. */
    private static boolean isAboutSegments(String command, ScriptedServer.Wire wire) throws IOException {
        if (!command.equals("SHOW wal_segment_size")) {
            return false;
        }
        wire.rows(new String[][] {{"16MB"}});
        wire.ready();
        return true;
    }

    private static void begin(ScriptedServer.Wire wire) throws IOException {
        wire.rows(new String[] {"0/2000028", "1"});
        wire.rows(new String[] {"16385", "/srv/fast", "10"}, new String[] {null, null, "20"});
    }

    @Test
    void takesACopyForEachTablespaceOfPostgres14AndEndsItsArchives() throws Exception {
        GatheredBackup backup = new GatheredBackup();
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        talk(
                "14.20",
                (command, wire) -> {
                    commands.add(command);
                    begin(wire);
                    for (String each : List.of("spare", "base", "{manifest}")) {
                        wire.copyOut();
                        wire.data(each.getBytes(StandardCharsets.US_ASCII));
                        wire.copyDone();
                    }
                    wire.rows(new String[][] {{"0/2000100", "1"}});
                    wire.complete();
                    wire.ready();
                },
                replication -> assertThat(replication.baseBackup(request(Compression.ZSTD), backup))
                        .isEqualTo(new BaseBackupEnd(WalPosition.parse("0/2000100"), 1)));
        assertThat(commands)
                .containsExactly(
                        "BASE_BACKUP LABEL 'a test' PROGRESS FAST NOWAIT TABLESPACE_MAP MANIFEST 'yes' MANIFEST_CHECKSUMS 'CRC32C'");
        assertThat(backup.archives).containsOnlyKeys("16385.tar", "base.tar");
        assertThat(backup.archive("16385.tar", Compression.NONE))
                .hasSize(5 + 1024)
                .startsWith("spare".getBytes(StandardCharsets.US_ASCII));
        assertThat(requireNonNull(backup.manifest).toString(StandardCharsets.UTF_8))
                .isEqualTo("{manifest}");
        assertThat(requireNonNull(backup.start).tablespaces())
                .containsExactly(new Tablespace("16385", "/srv/fast", 10), new Tablespace(null, null, 20));
    }

    @Test
    void takesNoManifestOfPostgres12() throws Exception {
        GatheredBackup backup = new GatheredBackup();
        talk(
                "12.22",
                (command, wire) -> {
                    assertThat(command).doesNotContain("MANIFEST");
                    wire.rows(new String[][] {{"0/2000028", "1"}});
                    wire.rows(new String[][] {{null, null, "20"}});
                    wire.copyOut();
                    wire.copyDone();
                    wire.rows(new String[][] {{"0/2000100", "1"}});
                    wire.complete();
                    wire.ready();
                },
                replication -> replication.baseBackup(request(), backup));
        assertThat(backup.manifest).isNull();
    }

    @Test
    void takesTheNextCompressionWhereTheServerWasBuiltWithoutTheFirst() throws Exception {
        GatheredBackup backup = new GatheredBackup();
        talk(
                "16.4",
                (command, wire) -> {
                    if (command.contains("zstd")) {
                        wire.error("0A000", "zstd compression is not supported by this build");
                        wire.ready();
                        return;
                    }
                    assertThat(command).contains("COMPRESSION 'gzip'");
                    begin(wire);
                    wire.copyOut();
                    wire.data("nbase.tar.gz\0/data\0".getBytes(StandardCharsets.US_ASCII));
                    wire.data("dpacked".getBytes(StandardCharsets.US_ASCII));
                    wire.copyDone();
                    wire.rows(new String[][] {{"0/2000100", "1"}});
                    wire.complete();
                    wire.ready();
                },
                replication -> replication.baseBackup(request(Compression.ZSTD, Compression.GZIP), backup));
        assertThat(requireNonNull(backup.archives.get("base.tar.gz"))).hasToString("packed");
        assertThat(requireNonNull(backup.start).compression()).isEqualTo(Compression.GZIP);
    }

    @Test
    void namesAnErrorInTheMiddleOfABaseBackupAndGoesOn() throws Exception {
        AtomicReference<ReplicationState> state = new AtomicReference<>();
        talk(
                "16.4",
                (command, wire) -> {
                    if (command.startsWith("IDENTIFY")) {
                        wire.rows(new String[][] {{"7", "1", "0/1", null}});
                    } else {
                        begin(wire);
                        wire.copyOut();
                        wire.data("nbase.tar\0/data\0".getBytes(StandardCharsets.US_ASCII));
                        wire.error("XX001", "checksum verification failed");
                    }
                    wire.ready();
                },
                replication -> {
                    assertThatThrownBy(() -> replication.baseBackup(request(), new GatheredBackup()))
                            .isInstanceOfSatisfying(ReplicationException.class, e -> state.set(e.state()))
                            .hasMessageContaining("checksum verification failed.");
                    assertThat(replication.identify().systemIdentifier()).isEqualTo("7");
                });
        assertThat(state).hasValue(ReplicationState.DATA_CORRUPTED);
    }

    @Test
    void takesNothingThatIsNoAnswer() throws Exception {
        assertThat(fails("16.4", (_, wire) -> wire.send('?', _ -> {}), ReplicationConnection::identify))
                .isEqualTo(ReplicationState.NOT_UNDERSTOOD);
        assertThat(fails(
                        "16.4",
                        (_, wire) -> {
                            wire.out.writeByte('D');
                            wire.out.writeInt(Integer.MAX_VALUE);
                            wire.out.flush();
                        },
                        ReplicationConnection::identify))
                .isEqualTo(ReplicationState.NOT_UNDERSTOOD);
        assertThat(fails(
                        "16.4",
                        (_, wire) -> {
                            wire.rows(new String[][] {{"7", "one", "0/1", null}});
                            wire.ready();
                        },
                        ReplicationConnection::identify))
                .isEqualTo(ReplicationState.NOT_UNDERSTOOD);
        assertThat(fails(
                        "16.4",
                        (_, wire) -> {
                            wire.out.write(new byte[] {'T', 0, 0, 1});
                            wire.out.flush();
                            wire.socket.close();
                        },
                        ReplicationConnection::identify))
                .isEqualTo(ReplicationState.LOST);
    }

    @Test
    void acknowledgesWhatIsFlushedAndAnswersAtOnceWhenAsked() throws Exception {
        BlockingQueue<String> statuses = new LinkedBlockingQueue<>();
        GatheredWal wal = new GatheredWal(FROM) {
            @Override
            public synchronized WalPosition flush() {
                return FROM.plus(3);
            }
        };
        ReplicationState state = fails(
                "16.4",
                (command, wire) -> {
                    if (isAboutSegments(command, wire)) {
                        return;
                    }
                    wire.copyBoth();
                    wire.wal("0/1000000", "abc");
                    wire.wal("0/1000003", "def");
                    wire.keepAlive("0/1000006", 0, true);
                    statuses.add(wire.status());
                    wire.complete();
                },
                replication -> replication.receiveWal("slot", 1, FROM, wal));
        assertThat(statuses.poll(10, TimeUnit.SECONDS)).isEqualTo("0/1000006 0/1000003");
        assertThat(state).isEqualTo(ReplicationState.SERVER_STOPPING);
        assertThat(wal.from(FROM, 6)).asString(StandardCharsets.US_ASCII).isEqualTo("abcdef");
    }

    @Test
    void acknowledgesNoMoreThanWasSentAgain() throws Exception {
        BlockingQueue<String> statuses = new LinkedBlockingQueue<>();
        GatheredWal wal = new GatheredWal(FROM) {
            @Override
            public synchronized WalPosition flush() {
                return FROM.plus(12 << 20);
            }
        };
        fails(
                "16.4",
                (command, wire) -> {
                    if (isAboutSegments(command, wire)) {
                        return;
                    }
                    wire.copyBoth();
                    wire.wal("0/1000000", "abc");
                    wire.keepAlive("0/1000003", 0, true);
                    statuses.add(wire.status());
                    wire.complete();
                },
                replication -> replication.receiveWal("slot", 1, FROM, wal));
        assertThat(statuses.poll(10, TimeUnit.SECONDS)).isEqualTo("0/1000003 0/1000003");
    }

    @Test
    void believesAKeepaliveOnlyWhenTheNextOneShowsThatThereWasNoMore() throws Exception {
        GatheredWal wal = new GatheredWal(FROM);
        fails(
                "16.4",
                (command, wire) -> {
                    if (isAboutSegments(command, wire)) {
                        return;
                    }
                    wire.copyBoth();
                    wire.wal("0/1000000", "abc", "0/1000003", 10);
                    // It was sent while more waited.
                    wire.keepAlive("0/1000003", 20, false);
                    wire.wal("0/1000003", "def", "0/1000009", 30);
                    // It is behind what it has.
                    wire.keepAlive("0/1000006", 40, false);
                    wire.keepAlive("0/1000006", 50, false);
                    wire.wal("0/1000006", "ghi", "0/1000009", 60);
                    wire.keepAlive("0/1000009", 70, false);
                    wire.keepAlive("0/1000009", 80, false);
                    wire.complete();
                },
                replication -> replication.receiveWal("slot", 1, FROM, wal));
        assertThat(wal.serverTimes()).containsExactly("0/1000003 10", "0/1000009 30", "0/1000009 60", "0/1000009 70");
    }

    @Test
    void readsTheSizeOfTablespacesOfTerabytes() throws Exception {
        GatheredBackup backup = new GatheredBackup();
        talk(
                "12.22",
                (_, wire) -> {
                    wire.rows(new String[][] {{"0/2000028", "1"}});
                    wire.rows(new String[][] {{null, null, "3221225472"}});
                    wire.copyOut();
                    wire.copyDone();
                    wire.rows(new String[][] {{"0/2000100", "1"}});
                    wire.complete();
                    wire.ready();
                },
                replication -> replication.baseBackup(request(), backup));
        assertThat(requireNonNull(backup.start).tablespaces()).containsExactly(new Tablespace(null, null, 3L << 30));
    }

    @Test
    void refusesWalWithAHole() throws Exception {
        GatheredWal wal = new GatheredWal(FROM);
        assertThat(fails(
                        "16.4",
                        (command, wire) -> {
                            if (isAboutSegments(command, wire)) {
                                return;
                            }
                            wire.copyBoth();
                            wire.wal("0/1000000", "abc");
                            wire.wal("0/1000004", "d");
                        },
                        replication -> replication.receiveWal("slot", 1, FROM, wal)))
                .isEqualTo(ReplicationState.NOT_UNDERSTOOD);
        assertThat(wal.end()).isEqualTo(FROM.plus(3));
    }

    @Test
    void followsAPromotion() throws Exception {
        GatheredWal wal = new GatheredWal(FROM);
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        ReplicationState state = fails(
                "16.4",
                (command, wire) -> {
                    commands.add(command);
                    if (command.startsWith("SHOW")) {
                        wire.rows(new String[][] {{"16MB"}});
                    } else if (command.startsWith("TIMELINE_HISTORY")) {
                        wire.rows(new String[][] {{"00000002.history", "1\t0/1000003\tno recovery target"}});
                    } else if (command.endsWith("TIMELINE 1")) {
                        wire.copyBoth();
                        wire.wal("0/1000000", "abc");
                        wire.copyDone();
                        assertThat(wire.status()).isEqualTo("0/1000003 0/1000003");
                        assertThat(wire.status()).isEqualTo("done");
                        wire.rows(new String[][] {{"2", "0/1000003"}});
                        wire.complete();
                    } else {
                        wire.error("58P01", "requested WAL segment has already been removed");
                    }
                    wire.ready();
                },
                replication -> replication.receiveWal("slot", 1, FROM, wal));
        assertThat(state).isEqualTo(ReplicationState.WAL_REMOVED);
        assertThat(wal.histories).containsExactly("00000002.history 0/1000000\n1\t0/1000003\tno recovery target");
        assertThat(commands).endsWith("START_REPLICATION SLOT \"slot\" PHYSICAL 0/1000000 TIMELINE 2");
    }
}
