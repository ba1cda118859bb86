package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.replication.SlotLoss;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is lost outside of the console is said, and made good where that can be: over a cluster of the test's. */
class BackupLossesTest {

    private Caller caller;
    private HandBackups console;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        console = new HandBackups(folder);
        caller = console.caller;
    }

    @AfterEach
    void close() {
        console.close();
    }

    private List<RestoreWindow.Gap> gaps(BackupConfig config) {
        return console.restores().window(caller, config.id()).gaps();
    }

    private BackupRun run(BackupConfig config, String id) {
        return console.runs().get(caller, config.id(), id);
    }

    /** Two bases, and no run that is under way. */
    private BackupConfig begunTwice() {
        BackupConfig config = console.begun();
        console.runs().startBase(caller, config.id());
        console.awaitRuns(config, 2);
        return config;
    }

    /** Has the store looked through, by the removal of the second base. */
    private BackupRun awaitNewBase(BackupConfig config) {
        BackupRun second = console.runsOf(config).stream()
                .filter(each -> each.trigger() == RunTrigger.MANUAL)
                .findFirst()
                .orElseThrow();
        console.runs().delete(caller, config.id(), second.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().trigger() == RunTrigger.GAP
                && console.runsOf(config).getFirst().status().isFinal());
        BackupRun made = console.runsOf(config).getFirst();
        assertThat(made.status()).as("%s", made).isEqualTo(RunStatus.SUCCEEDED);
        return made;
    }

    @Test
    void aBaseThatTheDestinationLostIsSaidAndMadeAnew() throws IOException {
        BackupConfig config = begunTwice();
        String first = console.runsOf(config).getLast().id();
        Files.delete(console.store().resolve("7/base/" + first + "/base.tar.zst.0001"));
        BackupRun made = awaitNewBase(config);
        assertThat(run(config, first).verification()).isEqualTo(Verification.FAILED);
        assertThat(run(config, first).error()).contains("base.tar.zst.0001 is not in the store any more");
        assertThat(console.eventsOf("backup.failed")).hasSize(1);
        assertThat(console.restores().window(caller, config.id()).latest()).isNotNull();
        assertThat(made.error()).isNull();
    }

    @Test
    void aBaseWhoseOwnWalTheDestinationLostIsSaidAndMadeAnew() throws IOException {
        BackupConfig config = begunTwice();
        String first = console.runsOf(config).getLast().id();
        Files.delete(console.store().resolve("7/wal/00000001/000000010000000000000002.zst"));
        awaitNewBase(config);
        assertThat(run(config, first).error()).contains("which this base needs, is not in the store any more");
        RestorePreview plan = console.restores().plan(caller, config.id(), first, RestoreRequest.LATEST);
        assertThat(plan.ok()).isFalse();
        assertThat(plan.error()).contains("The base of run " + first + " cannot be used: WAL between");
    }

    @Test
    void walThatTheDestinationLostIsAGapAndTakesANewBase() throws IOException {
        BackupConfig config = begunTwice();
        console.cluster.write(4 * FakeCluster.SEGMENT);
        Path lost = console.store().resolve("7/wal/00000001/000000010000000000000005.zst");
        Path later = console.store().resolve("7/wal/00000001/000000010000000000000007.zst");
        Awaiting.until(() -> Files.exists(lost) && Files.exists(later));
        Files.delete(lost);
        console.state.clock().advance(Duration.ofMinutes(5));
        awaitNewBase(config);
        assertThat(gaps(config))
                .singleElement()
                .satisfies(each -> assertThat(each.reason()).contains("The destination has lost WAL"));
        assertThat(console.eventsOf("backup.gap")).hasSize(1);
        int runs = console.runsOf(config).size();
        console.runs().startBase(caller, config.id());
        console.awaitRuns(config, runs + 1);
        assertThat(console.eventsOf("backup.gap")).as("once").hasSize(1);
    }

    private void giveUpSlot(BackupConfig config, SlotLoss loss) {
        int before = console.eventsOf("backup.gap").size();
        console.cluster.refusal = ReplicationState.LOST;
        console.cluster.cut();
        console.awaitState(config, BackupState.SOURCE_AWAY);
        console.state.clock().advance(Duration.ofMinutes(1));
        console.cluster.write(3 * FakeCluster.SEGMENT);
        console.cluster.forgetWal();
        console.cluster.slotLoss = loss;
        Awaiting.until(() -> {
            console.cluster.refusal = null;
            return console.eventsOf("backup.gap").size() > before;
        });
        console.cluster.slotLoss = null;
        console.awaitState(config, BackupState.STREAMING);
    }

    /** What its event says of the reason. */
    private String newestGap() {
        return String.valueOf(console.eventsOf("backup.gap").getFirst().data().get("reason"));
    }

    private List<BackupRun> runsForGaps(BackupConfig config) {
        return console.runsOf(config).stream()
                .filter(each -> each.trigger() == RunTrigger.GAP)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"TOO_MUCH_WAL, max_slot_wal_keep_size", "IDLE, idle_replication_slot_timeout"})
    void aSlotThatTheServerGaveUpIsMadeAnewBehindAGap(SlotLoss loss, String setting) {
        BackupConfig config = console.begun();
        giveUpSlot(config, loss);
        assertThat(newestGap())
                .contains("The server gave up the slot")
                .contains(setting)
                .doesNotContain("in a row");
        Awaiting.until(() -> runsForGaps(config).size() == 1);
    }

    /** A slot is given up at a checkpoint, and WAL goes with a later one. */
    @Test
    void aSlotThatTheServerGaveUpAndThatLostNothingIsMadeAnewWithoutAGap() {
        BackupConfig config = console.begun();
        console.awaitState(config, BackupState.STREAMING);
        console.cluster.refusal = ReplicationState.LOST;
        console.cluster.cut();
        console.awaitState(config, BackupState.SOURCE_AWAY);
        console.cluster.write(3 * FakeCluster.SEGMENT);
        console.cluster.slotLoss = SlotLoss.IDLE;
        int streams = console.cluster.streams.get();
        console.cluster.refusal = null;
        Awaiting.until(() -> console.cluster.streams.get() > streams);
        console.cluster.slotLoss = null;
        console.awaitState(config, BackupState.STREAMING);
        assertThat(console.eventsOf("backup.gap")).isEmpty();
        assertThat(runsForGaps(config)).isEmpty();
    }

    @Test
    void aSecondGapOfAKindBeforeABaseTakesNoneByItself() {
        BackupConfig config = console.begun();
        console.cluster.baseRefusal = ReplicationState.REFUSED;
        giveUpSlot(config, SlotLoss.TOO_MUCH_WAL);
        Awaiting.until(() -> runsForGaps(config).size() == 1
                && runsForGaps(config).getFirst().status() == RunStatus.FAILED);
        giveUpSlot(config, SlotLoss.TOO_MUCH_WAL);
        assertThat(newestGap()).contains("second in a row");
        assertThat(runsForGaps(config)).hasSize(1);

        console.cluster.baseRefusal = null;
        console.state.clock().advance(Duration.ofSeconds(1));
        int runs = console.runsOf(config).size();
        console.runs().startBase(caller, config.id());
        console.awaitRuns(config, runs + 1);
        giveUpSlot(config, SlotLoss.TOO_MUCH_WAL);
        Awaiting.until(() -> runsForGaps(config).size() == 2);
    }

    @Test
    void aStreamThatEndsWithItsSlotSaysSo() {
        BackupConfig config = console.begun();
        console.cluster.slotLoss = SlotLoss.TOO_MUCH_WAL;
        console.cluster.refusal = ReplicationState.SERVER_STOPPING;
        console.cluster.cut();
        console.awaitState(config, BackupState.SOURCE_AWAY);
        Awaiting.answer(
                () -> String.valueOf(
                        console.service().get(caller, config.id()).progress().detail()),
                each -> each.contains("max_slot_wal_keep_size"),
                "the reason");
    }

    @Test
    void aBaseOfAConsoleThatWasTakenForDeadDoesNotBecomeComplete() {
        BackupConfig config = console.begun();
        console.cluster.holdsWal = true;
        console.runs().startBase(caller, config.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().status() == RunStatus.RUNNING
                && Files.exists(console.store()
                        .resolve("7/base/" + console.runsOf(config).getFirst().id() + "/cluster.json")));
        String second = console.runsOf(config).getFirst().id();
        console.loseTo("srv_two", config);
        console.cluster.holdsWal = false;
        Awaiting.until(() -> run(config, second).status().isFinal());
        assertThat(run(config, second).status()).isEqualTo(RunStatus.FAILED);
        assertThat(console.store().resolve("7/base/" + second)).doesNotExist();
    }

    @Test
    void aMendedConnectionIsTakenUpAtOnce() {
        BackupConfig config = console.begun();
        console.cluster.systemIdentifier = "8";
        console.cluster.cut();
        console.awaitState(config, BackupState.CONFLICT);
        console.cluster.systemIdentifier = "7";
        console.renameConnection("shop of old");
        console.awaitState(config, BackupState.STREAMING);
        assertThat(gaps(config)).isEmpty();
    }
}
