package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Tree;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What backups do, over a cluster of the test's. */
class BackupRulesTest {

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

    private RestoreWindow window(BackupConfig config) {
        return console.restores().window(caller, config.id());
    }

    private List<FieldProblem> problems() {
        try {
            console.service().create(caller, console.draft());
        } catch (AppException e) {
            assertThat(e.details()).isInstanceOf(FieldProblems.class);
            return ((FieldProblems) e.details()).errors();
        }
        return List.of();
    }

    private long objects() {
        // The newest WAL comes as it is due.
        return Tree.files(console.store()).stream()
                .filter(each -> !each.toString().endsWith(".partial.zst"))
                .filter(each -> !each.startsWith(console.store().resolve(".unfinished")))
                .count();
    }

    @Test
    void theFirstBaseBeginsAtOnceAndWalGoesOn() {
        BackupConfig config = console.begun();
        BackupRun run = console.runsOf(config).getFirst();
        assertThat(run.error()).isNull();
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(run.trigger()).isEqualTo(RunTrigger.FIRST);
        assertThat(console.cluster.slots).containsOnlyKeys(config.slot());
        console.awaitState(config, BackupState.STREAMING);
        assertThat(window(config).earliest()).isEqualTo(console.state.clock().instant());
        console.state.clock().advance(Duration.ofMinutes(5));
        console.cluster.write(FakeCluster.SEGMENT);
        Instant now = console.state.clock().instant();
        Awaiting.until(() -> now.equals(window(config).latest()));
        assertThat(window(config).gaps()).isEmpty();
        assertThat(console.eventsOf("backup.succeeded")).hasSize(1);
        assertThat(console.service().idsOn(caller, HandBackups.HOME)).containsExactly(config.id());
        assertThat(console.service().idsOn(caller, "srv_other")).isEmpty();
    }

    @Test
    void nothingIsSavedOfAClusterThatCannotBeBackedUp() {
        Map<String, Consumer<FakeCluster>> faults = Map.of(
                "wal_level is minimal", each -> each.settings.put("wal_level", "minimal"),
                "fsync is off", each -> each.settings.put("fsync", "off"),
                "full_page_writes is off", each -> each.settings.put("full_page_writes", "off"),
                "is a standby", each -> each.isStandby = true,
                "A provider runs this server", each -> each.isManaged = true,
                "CREATE ROLE", each -> each.refusal = ReplicationState.NO_RIGHT,
                "host replication app 10.0.0.7/32", each -> each.refusal = ReplicationState.NOT_ADMITTED,
                "max_replication_slots", each -> each.refusal = ReplicationState.NONE_FREE);
        for (Map.Entry<String, Consumer<FakeCluster>> each : faults.entrySet()) {
            each.getValue().accept(console.cluster);
            assertThat(problems())
                    .as(each.getKey())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).contains(each.getKey()));
            console.cluster.settings.putAll(Map.of("wal_level", "replica", "fsync", "on", "full_page_writes", "on"));
            console.cluster.isStandby = false;
            console.cluster.isManaged = false;
            console.cluster.refusal = null;
        }
        assertThat(console.service().all(caller)).isEmpty();
        assertThat(console.cluster.slots).isEmpty();
        assertThat(objects()).isZero();
    }

    @Test
    void aConnectionHasToBeNamedWhereNotExactlyOneLeadsToTheServer() {
        console.addConnection("shop, too");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("databaseId");
            assertThat(problem.message()).contains("Several connections");
        });
        assertThat(console.service().all(caller)).isEmpty();
    }

    @Test
    void aServerThatNoConnectionLeadsToIsRefused() {
        console.deleteConnection();
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("databaseId");
            assertThat(problem.message()).contains("No connection");
        });
        assertThat(console.service().all(caller)).isEmpty();
    }

    @Test
    void advisesOnlySettingsThatTheServerKnows() {
        assertThat(retention().command()).contains("max_slot_wal_keep_size");
        console.cluster.majorVersion = 12;
        console.cluster.settings.remove("max_slot_wal_keep_size");
        assertThat(retention().command()).isNull();
        assertThat(retention().state()).isEqualTo(CheckState.ADVICE);
        assertThat(retention().detail()).contains("until its disk is full").doesNotContain("max_slot_wal_keep_size");
    }

    @ParameterizedTest
    @CsvSource({"15, false, counts as 0", "16, true, may cost a gap", "1023, true, may cost a gap", "1024, true, "})
    void comparesTheLimitOfSlotsWithWhatTheServerWrites(String limit, boolean ok, @Nullable String words) {
        console.cluster.settings.putAll(
                Map.of("max_slot_wal_keep_size", limit, "wal_segment_size", "16777216", "max_wal_size", "1024"));
        assertThat(retention().ok()).isEqualTo(ok);
        assertThat(retention().detail()).contains(limit + " MB").contains(words == null ? "" : words);
        assertThat(retention().command() == null).isEqualTo(words == null);
    }

    @Test
    void saysWhenTheServerGivesUpWhatNobodyUses() {
        assertThat(check("idle")).isEmpty();
        console.cluster.settings.put("idle_replication_slot_timeout", "86400");
        assertThat(check("idle"))
                .hasValueSatisfying(each ->
                        assertThat(each.detail()).contains("86400 s").contains("idle_replication_slot_timeout"));
        assertThat(retention().detail()).contains("86400 s").doesNotContain("until its disk is full");
    }

    @Test
    void aCheckThatPassesAndAsksForAChangeIsAdvice() {
        assertThat(console.service().test(caller, console.draft()))
                .extracting(BackupCheck::name, BackupCheck::state, each -> each.command() != null)
                .containsExactly(
                        tuple("version", CheckState.PASSED, false),
                        tuple("settings", CheckState.PASSED, false),
                        tuple("retention", CheckState.ADVICE, true),
                        tuple("replication", CheckState.ADVICE, true),
                        tuple("destination", CheckState.PASSED, false));
        console.cluster.settings.put("max_slot_wal_keep_size", "4096");
        assertThat(retention().state()).isEqualTo(CheckState.PASSED);
    }

    private BackupCheck retention() {
        return check("retention").orElseThrow();
    }

    private Optional<BackupCheck> check(String name) {
        return console.service().test(caller, console.draft()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    @Test
    void aBaseIsMadeWhenItIsDueAndALateOneIsSaid() {
        BackupConfig config = console.begun();
        console.pass(Duration.ofHours(15));
        assertThat(console.awaitRuns(config, 2).getFirst().trigger()).isEqualTo(RunTrigger.SCHEDULE);
        assertThat(console.eventsOf("backup.missed")).isEmpty();
        console.pass(Duration.ofHours(30));
        console.awaitRuns(config, 3);
        assertThat(console.eventsOf("backup.missed")).hasSize(1);
    }

    @Test
    void aBaseThatFailedIsTriedAgainInTenMinutes() {
        BackupConfig config = console.begun();
        console.cluster.baseRefusal = ReplicationState.REFUSED;
        console.runs().startBase(caller, config.id());
        BackupRun failed = console.awaitRuns(config, 2).getFirst();
        assertThat(failed.error()).contains("The server reported an error");
        assertThat(console.eventsOf("backup.failed")).hasSize(1);
        assertThat(console.store().resolve("7/base/" + failed.id())).doesNotExist();
        console.cluster.baseRefusal = null;
        console.pass(Duration.ofMinutes(11));
        assertThat(console.awaitRuns(config, 3).getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void aLoginThatMayReplicateNoMoreIsSaidToBeRefused() {
        BackupConfig config = console.begun();
        console.cluster.refusal = ReplicationState.NO_RIGHT;
        console.cluster.cut();
        console.awaitState(config, BackupState.LOGIN_REFUSED);
        assertThat(console.progress(config).detail()).contains("ALTER ROLE", "REPLICATION");
        assertThat(console.progress(config).lagBytes()).isNull();
        console.state.clock().advance(Duration.ofMinutes(6));
        Awaiting.until(() -> console.eventsOf("backup.lagging").size() == 1);
        // A session anew, as after a restart.
        console.renameConnection("renamed");
        console.cluster.refusal = null;
        console.awaitState(config, BackupState.STREAMING);
        Awaiting.until(() -> console.eventsOf("backup.caught_up").size() == 1);
        assertThat(console.eventsOf("backup.lagging")).as("said once").hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_RIGHT", "NOT_ADMITTED", "WRONG_PASSWORD", "NOT_AUTHENTICATED"})
    void aConnectionIsNotGivenALoginThatStopsItsBackups(ReplicationState refusal) {
        BackupConfig config = console.begun();
        console.cluster.refusal = refusal;
        assertThatThrownBy(() -> console.changeConnection("lesser"))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("would stop")
                .hasMessageContaining(config.id())
                .hasMessageContaining("lesser");
        console.renameConnection("another name");
        console.cluster.refusal = null;
        console.changeConnection("replicating");
        assertThat(console.service().get(caller, config.id()).config().id()).isEqualTo(config.id());
    }

    @Test
    void backupsAreGivenALoginOfTheirOwn() {
        BackupConfig config = console.begun();
        int streams = console.cluster.streams.get();
        BackupConfig changed = console.service().update(caller, config.id(), loginOf("replicator", "sesame"), null);
        assertThat(changed.source().loginUser()).isEqualTo("replicator");
        Awaiting.until(() -> console.cluster.streams.get() > streams);
        assertThat(console.cluster.login).isEqualTo(new ReplicationLogin("replicator", "sesame"));
        // What they log in by is no longer the connection's.
        console.cluster.refusedUser = "lesser";
        console.changeConnection("lesser");
        console.cluster.refusedUser = null;

        console.service().update(caller, config.id(), loginOf("replicator", null), null);
        Awaiting.until(() -> new ReplicationLogin("replicator", "sesame").equals(console.cluster.login));
        console.service().update(caller, config.id(), loginOf("other", null), null);
        Awaiting.until(() -> new ReplicationLogin("other", null).equals(console.cluster.login));
        console.service().update(caller, config.id(), loginOf(null, null), null);
        Awaiting.until(() -> console.cluster.login == null);
        assertThat(console.service().get(caller, config.id()).config().source().loginUser())
                .isNull();
    }

    @Test
    void backupsKeepTheirLoginWhereAnotherOneIsRefused() {
        BackupConfig config = console.begun();
        console.cluster.refusal = ReplicationState.NO_RIGHT;
        assertInvalid(config, loginOf("replicator", "sesame"));
        console.cluster.refusal = null;
        assertInvalid(config, loginOf(" ", null));
        Caller keeper = TestOrganizations.with(caller, Set.of(Scope.BACKUPS_WRITE));
        assertThatThrownBy(() -> console.service().update(keeper, config.id(), loginOf("replicator", null), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE));
        assertThat(console.service().get(caller, config.id()).config()).isEqualTo(config);
    }

    private void assertInvalid(BackupConfig config, BackupPatch patch) {
        assertThatThrownBy(() -> console.service().update(caller, config.id(), patch, null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
    }

    private static BackupPatch loginOf(@Nullable String user, @Nullable String password) {
        return new BackupPatch(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new BackupPatch.LoginChange(user, password));
    }

    @Test
    void whatAKeyChangedLastIsPausedWithIt() {
        BackupConfig config = console.service().create(caller, console.draft());
        BackupPatch weekly = new BackupPatch("@weekly", null, null, null, null, null, null, null, null, null, null);
        console.service().update(withKey(), config.id(), weekly, null);
        assertThat(stopWorkOf("key_1")).containsExactly(config.id());
        console.service().update(withKey(), config.id(), BackupPatch.enabled(true), null);
        console.service().update(caller, config.id(), weekly, null);
        assertThat(stopWorkOf("key_1")).isEmpty();
    }

    private Caller withKey() {
        return new Caller(
                caller.organizationId(),
                caller.memberId(),
                "key_1",
                caller.scopes(),
                caller.origin(),
                caller.requestId(),
                null);
    }

    private List<String> stopWorkOf(String key) {
        return console
                .state
                .store()
                .<List<NewEvent>>write(tx -> console.backups().stopWorkOf(tx, caller.organizationId(), List.of(key)))
                .stream()
                .map(NewEvent::subjectId)
                .toList();
    }

    /** One that leads to a larger disk is as good as the directory. */
    @Test
    void aLinkThatLeadsIntoAClusterIsNotFollowed() throws IOException {
        BackupConfig config = console.begun();
        console.awaitState(config, BackupState.STREAMING);
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        Path other = console.store().resolveSibling("larger");
        Files.move(console.store(), other);
        Files.createSymbolicLink(console.store(), other);
        console.service().update(caller, config.id(), BackupPatch.enabled(true), null);
        console.awaitState(config, BackupState.STREAMING);
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        Files.createFile(other.resolve("PG_VERSION"));
        console.service().update(caller, config.id(), BackupPatch.enabled(true), null);
        console.awaitState(config, BackupState.DESTINATION_AWAY);
        assertThat(console.progress(config).detail()).contains("leads into a cluster");
    }

    @Test
    void backupsThatGoOnAreNotLate() {
        BackupConfig config = console.begun();
        console.awaitState(config, BackupState.STREAMING);
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        assertThat(console.progress(config).lagBytes()).isNull();
        console.state.clock().advance(Duration.ofHours(1));
        console.service().update(caller, config.id(), BackupPatch.enabled(true), null);
        console.awaitState(config, BackupState.STREAMING);
        assertThat(console.eventsOf("backup.lagging")).isEmpty();
    }

    @Test
    void backupsThatNeverBeganAreLate() {
        console.cluster.holdsWal = true;
        BackupConfig config = console.service().create(caller, console.draft());
        console.cluster.refusal = ReplicationState.NO_RIGHT;
        console.cluster.cut();
        console.awaitState(config, BackupState.LOGIN_REFUSED);
        console.state.clock().advance(Duration.ofMinutes(6));
        Awaiting.until(() -> console.eventsOf("backup.lagging").size() == 1);
    }

    @Test
    void aConnectionIsNotLedWhereItsBackupsReachNothing() {
        BackupConfig config = console.begun();
        console.awaitState(config, BackupState.STREAMING);
        console.cluster.refusedUser = "nowhere";
        assertThatThrownBy(() -> console.changeConnection("nowhere"))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("Pause them first");
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.changeConnection("nowhere");
    }

    @Test
    void aConnectionIsNotLedToAnotherCluster() {
        var _ = console.begun();
        console.cluster.systemIdentifier = "8";
        assertThatThrownBy(() -> console.changeConnection("app2"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("another cluster");
    }

    @Test
    void aPlaceIsTakenAlsoWhereNothingLiesThere() throws IOException {
        BackupConfig config = console.begun();
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        for (Path each : Tree.files(console.store())) {
            Files.delete(each);
        }
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("prefix");
            assertThat(problem.message()).contains(config.id());
        });
    }

    @Test
    void oneBaseIsMadeAtATime() {
        BackupConfig config = console.service().create(caller, console.draft());
        assertThatThrownBy(() -> console.runs().startBase(caller, config.id()))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.ALREADY_RUNNING));
        console.awaitRuns(config, 1);
        console.runs().startBase(caller, config.id());
        assertThat(console.awaitRuns(config, 2).getFirst().trigger()).isEqualTo(RunTrigger.MANUAL);
    }

    @Test
    void aStreamThatBreaksIsTakenUpWithoutAGap() {
        BackupConfig config = console.begun();
        console.cluster.refusal = ReplicationState.LOST;
        console.cluster.cut();
        console.awaitState(config, BackupState.SOURCE_AWAY);
        assertThat(console.progress(config).detail()).contains("was lost");
        console.cluster.write(3 * FakeCluster.SEGMENT);
        console.state.clock().advance(Duration.ofMinutes(1));
        console.cluster.refusal = null;
        console.awaitState(config, BackupState.STREAMING);
        Awaiting.until(
                () -> console.state.clock().instant().equals(window(config).latest()));
        assertThat(window(config).gaps()).isEmpty();
        assertThat(console.runsOf(config)).hasSize(1);
    }

    @Test
    void walThatIsGoneIsAGapAndTakesANewBase() {
        BackupConfig config = console.begun();
        console.cluster.refusal = ReplicationState.LOST;
        console.cluster.cut();
        console.awaitState(config, BackupState.SOURCE_AWAY);
        console.state.clock().advance(Duration.ofMinutes(1));
        console.cluster.write(3 * FakeCluster.SEGMENT);
        console.cluster.slots.clear();
        console.cluster.forgetWal();
        console.cluster.refusal = null;
        List<BackupRun> runs = console.awaitRuns(config, 2);
        assertThat(runs.getFirst().trigger()).isEqualTo(RunTrigger.GAP);
        assertThat(runs.getFirst().status()).as("%s", runs).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(window(config).gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.reason()).contains("The slot was not there"));
        assertThat(console.eventsOf("backup.gap")).hasSize(1);
    }

    @Test
    void anotherClusterAtTheAddressIsNotMixedIn() {
        BackupConfig config = console.begun();
        console.cluster.systemIdentifier = "8";
        long before = objects();
        console.cluster.cut();
        console.awaitState(config, BackupState.CONFLICT);
        assertThat(console.progress(config).detail()).contains("Another cluster");
        console.cluster.write(FakeCluster.SEGMENT);
        assertThat(objects()).isEqualTo(before);
        console.cluster.systemIdentifier = "7";
        console.awaitState(config, BackupState.STREAMING);
        assertThat(window(config).gaps()).isEmpty();
    }

    @Test
    void aPlaceThatAnotherConfigurationOwnsIsRefused() throws IOException {
        BackupConfig config = console.begun();
        assertThat(problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.path()).isEqualTo("prefix"));
        // As two that were set up in the same moment.
        Files.writeString(console.store().resolve("7/owner"), "bkp_other\n");
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        Awaiting.until(console.cluster.slots::isEmpty);
        console.service().update(caller, config.id(), BackupPatch.enabled(true), null);
        console.awaitState(config, BackupState.CONFLICT);
        assertThat(console.cluster.slots).isEmpty();
        Files.delete(console.store().resolve("7/owner"));
        console.awaitState(config, BackupState.STREAMING);
        assertThat(console.store().resolve("7/owner")).hasContent(StoreOwner.mark(config));
    }

    @Test
    void aChangeLeavesABaseAloneThatIsBeingMade() {
        BackupConfig config = console.begun();
        console.cluster.holdsWal = true;
        console.runs().startBase(caller, config.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().status() == RunStatus.RUNNING
                && Files.exists(console.store()
                        .resolve("7/base/" + console.runsOf(config).getFirst().id() + "/cluster.json")));
        int streams = console.cluster.streams.get();
        console.service()
                .update(
                        caller,
                        config.id(),
                        new BackupPatch(null, null, null, 5, null, null, null, null, null, null, null),
                        null);
        Awaiting.until(() -> console.cluster.streams.get() > streams);
        console.cluster.holdsWal = false;
        BackupRun second = console.awaitRuns(config, 2).getFirst();
        assertThat(second.status()).as("%s", second).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void backupsThatWereKeptAreNotMixedIntoOthers() {
        BackupConfig config = console.begun();
        assertThat(console.service().recoveryText(caller, config.id())).isNotBlank();
        console.service().delete(caller, config.id(), false, null);
        Awaiting.until(() -> {
            console.removeLeftovers();
            return !Files.exists(console.store().resolve("7/owner"));
        });
        long kept = objects();
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("prefix");
            assertThat(problem.message()).contains("kept when their configuration was deleted");
        });
        assertThat(objects()).isEqualTo(kept).isPositive();
    }

    @Test
    void sealedBackupsAreNotKeptWithoutAKeyThatSomebodyHas() {
        BackupConfig config = console.begun();
        assertThatThrownBy(() -> console.service().delete(caller, config.id(), false, null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining("recovery key");
        assertThat(console.service().all(caller)).hasSize(1);
        assertThat(console.service().recoveryText(caller, config.id())).isNotBlank();
        console.service().delete(caller, config.id(), false, null);
        assertThat(console.service().all(caller)).isEmpty();
    }

    @Test
    void plainBackupsAreKeptWithoutAKey() {
        BackupConfig config = console.begun(console.draft(console.draft().dest(), false));
        console.service().delete(caller, config.id(), false, null);
        assertThat(console.service().all(caller)).isEmpty();
    }

    @Test
    void oldBasesAndTheirWalGoButNotThoseThatAreKept() {
        BackupConfig config = console.begun(console.draft(1, 2));
        BackupRun first = console.runsOf(config).getFirst();
        console.pass(Duration.ofDays(1));
        BackupRun second = console.awaitRuns(config, 2).getFirst();
        console.runs().setKeep(caller, config.id(), second.id(), true);
        console.pass(Duration.ofDays(5));
        Awaiting.until(() ->
                console.runsOf(config).stream().noneMatch(each -> each.id().equals(first.id())));
        assertThat(console.runsOf(config)).extracting(BackupRun::id).contains(second.id());
        Awaiting.until(() -> !Files.exists(console.store().resolve("7/base/" + first.id())));
        Awaiting.until(() -> !Files.exists(console.store().resolve("7/wal/00000001/000000010000000000000002.zst")));
        assertThat(window(config).earliest()).isEqualTo(Objects.requireNonNull(second.finishedAt()));
        console.awaitRuns(config, 2);
        assertThat(expired(config, null)).isEmpty();
        assertThat(expired(config, second.id())).containsExactly(second.id());
    }

    private List<String> expired(BackupConfig config, @Nullable String released) {
        return console.runs().expired(caller, config.id(), config.policy().retention(), released).stream()
                .map(BackupRun::id)
                .toList();
    }

    private Path volume(BackupRun run) throws IOException {
        try (Stream<Path> files = Files.list(console.store().resolve("7/base/" + run.id()))) {
            return files.filter(each -> each.toString().endsWith(".0001"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private BackupRun verified(BackupConfig config, BackupRun run) {
        Job job = console.runs().verify(caller, config.id(), run.id());
        Awaiting.until(() -> console.jobs().running(caller).stream()
                .noneMatch(each -> each.id().equals(job.id())));
        return console.runs().get(caller, config.id(), run.id());
    }

    @Test
    void allOfABaseIsReadAndWhatIsNotAsItWasTakesANewOne() throws IOException {
        BackupConfig config = console.begun();
        BackupRun run = console.runsOf(config).getFirst();
        assertThat(verified(config, run).verification()).isEqualTo(Verification.PASSED);
        assertThat(console.eventsOf("backup.verified")).hasSize(1);
        Path volume = volume(run);
        byte[] bytes = Files.readAllBytes(volume);
        bytes[bytes.length / 2] ^= 1;
        Files.write(volume, bytes);
        BackupRun damaged = verified(config, run);
        assertThat(damaged.verification()).isEqualTo(Verification.FAILED);
        assertThat(damaged.error()).contains(run.id() + "/" + volume.getFileName());
        assertThat(console.eventsOf("backup.failed")).hasSize(1);
        assertThat(console.awaitRuns(config, 2).getFirst().trigger()).isEqualTo(RunTrigger.GAP);
    }

    @Test
    void theWalOfABaseIsReadToo() throws IOException {
        BackupConfig config = console.begun();
        BackupRun run = console.runsOf(config).getFirst();
        Path wal = console.store().resolve("7/wal/00000001");
        try (Stream<Path> files = Files.list(wal)) {
            for (Path each : files.toList()) {
                Files.write(each, new byte[] {1, 2, 3});
            }
        }
        BackupRun damaged = verified(config, run);
        assertThat(damaged.verification()).isEqualTo(Verification.FAILED);
        assertThat(damaged.error()).contains("7/wal/00000001/");
    }

    @ParameterizedTest
    @EnumSource(StoreTrouble.class)
    void onlyDamageIsALoss(StoreTrouble trouble) {
        boolean isLoss = trouble == StoreTrouble.DAMAGED || trouble == StoreTrouble.NOT_FOUND;
        assertThat(VerifyRun.loss(new StoreException(trouble, "why", null))).isEqualTo(isLoss ? "why" : null);
        assertThat(VerifyRun.loss(new SocketTimeoutException("Read timed out"))).isNull();
        assertThat(VerifyRun.loss(new EOFException())).isNull();
    }

    @Test
    void aDestinationThatIsAwayProvesNothing() throws IOException {
        BackupConfig config = console.begun();
        BackupRun run = console.runsOf(config).getFirst();
        Path away = console.store().resolveSibling("away");
        Files.move(console.store(), away);
        Files.createFile(console.store());
        BackupRun asked = verified(config, run);
        Files.delete(console.store());
        Files.move(away, console.store());
        assertThat(asked.verification()).isEqualTo(Verification.NONE);
        assertThat(console.eventsOf("backup.failed")).isEmpty();
        assertThat(verified(config, run).verification()).isEqualTo(Verification.PASSED);
    }

    @Test
    void aRehearsalBeginsWhenItIsDueAndSaysWhyItFails() {
        BackupConfig config = console.begun();
        BackupPatch daily = new BackupPatch(null, null, null, null, null, null, null, null, "0 6 * * *", null, null);
        console.service().update(caller, config.id(), daily, null);
        console.pass(Duration.ofHours(19));
        Awaiting.until(() -> {
            List<Rehearsal> found = rehearsals(config);
            return found.size() == 1 && found.getFirst().status().isFinal();
        });
        Rehearsal rehearsal = rehearsals(config).getFirst();
        assertThat(rehearsal.trigger()).isEqualTo(RunTrigger.SCHEDULE);
        // Of the made-up cluster there are no programs here.
        assertThat(rehearsal.status()).isEqualTo(RunStatus.FAILED);
        assertThat(rehearsal.error()).isNotEmpty();
        assertThat(console.eventsOf("restore.failed")).hasSize(1);
        BackupPatch never = new BackupPatch(null, null, null, null, null, null, null, null, "", null, null);
        console.service().update(caller, config.id(), never, null);
        console.pass(Duration.ofDays(2));
        assertThat(rehearsals(config)).hasSize(1);
    }

    private List<Rehearsal> rehearsals(BackupConfig config) {
        return console.rehearsals()
                .list(caller, config.id(), new PageRequest(10, null))
                .items();
    }

    @Test
    void badSettingsOfARehearsalAreRefused() {
        BackupConfig config = console.begun();
        for (BackupPatch each : List.of(
                new BackupPatch(null, null, null, null, null, null, null, null, "now and then", null, null),
                new BackupPatch(null, null, null, null, null, null, null, null, null, "\\! true", null),
                new BackupPatch(null, null, null, null, null, null, null, null, null, "x".repeat(20_001), null))) {
            assertThatThrownBy(() -> console.service().update(caller, config.id(), each, null))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
        }
    }

    @Test
    void uploadsThatAKilledConsoleLeftAreSwept() throws IOException {
        BackupConfig config = console.begun();
        Path left = Files.write(console.store().resolve(".unfinished/left"), new byte[9]);
        Files.setLastModifiedTime(
                left, FileTime.from(console.state.clock().instant().minus(Duration.ofDays(3))));
        console.runs().startBase(caller, config.id());
        console.awaitRuns(config, 2);
        Awaiting.until(() -> !Files.exists(left));
    }

    @Test
    void aRunThatIsRemovedTakesItsBaseAlong() {
        BackupConfig config = console.begun();
        console.runs().startBase(caller, config.id());
        BackupRun second = console.awaitRuns(config, 2).getFirst();
        console.runs().delete(caller, config.id(), second.id());
        assertThat(console.runsOf(config)).hasSize(1);
        Awaiting.until(() -> !Files.exists(console.store().resolve("7/base/" + second.id())));
        assertThatThrownBy(() -> console.restores().plan(caller, config.id(), second.id(), RestoreRequest.LATEST))
                .isInstanceOf(AppException.class);
    }

    @Test
    void aRunIsRemovedWhileBackupsArePausedToo() {
        BackupConfig config = console.begun();
        console.runs().startBase(caller, config.id());
        BackupRun second = console.awaitRuns(config, 2).getFirst();
        console.service().update(caller, config.id(), BackupPatch.enabled(false), null);
        console.awaitState(config, BackupState.PAUSED);
        console.runs().delete(caller, config.id(), second.id());
        Awaiting.until(() -> !Files.exists(console.store().resolve("7/base/" + second.id())));
        assertThat(console.progress(config).state()).isEqualTo(BackupState.PAUSED);
        assertThat(console.runsOf(config)).hasSize(1);
    }

    @Test
    void whatAKeySetUpCanBePausedWithItAndKeepsWhatIsStored() {
        BackupConfig config = console.service().create(withKey(), console.draft());
        console.awaitRuns(config, 1);
        console.cluster.holdsWal = true;
        console.runs().startBase(caller, config.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().status() == RunStatus.RUNNING);

        List<NewEvent> told = console.state
                .store()
                .write(tx -> console.backups().stopWorkOf(tx, caller.organizationId(), List.of("key_1", "key_2")));

        assertThat(told).extracting(NewEvent::subjectId).containsExactly(config.id());
        assertThat(console.service().get(caller, config.id()).config().policy())
                .isEqualTo(config.policy().paused());
        console.awaitState(config, BackupState.PAUSED);
        assertThat(console.awaitRuns(config, 2))
                .extracting(BackupRun::status)
                .containsExactly(RunStatus.CANCELLED, RunStatus.SUCCEEDED);
        assertThat(console.cluster.slots).isEmpty();
        assertThat(console.state
                        .store()
                        .<List<NewEvent>>write(
                                tx -> console.backups().stopWorkOf(tx, caller.organizationId(), List.of("key_1"))))
                .isEmpty();
        console.cluster.holdsWal = false;
    }

    @Test
    void aRunThatIsUnderWayIsCancelled() {
        BackupConfig config = console.begun();
        console.cluster.holdsWal = true;
        console.runs().startBase(caller, config.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().status() == RunStatus.RUNNING
                && Files.exists(console.store()
                        .resolve("7/base/" + console.runsOf(config).getFirst().id() + "/cluster.json")));
        String second = console.runsOf(config).getFirst().id();
        console.runs().delete(caller, config.id(), second);
        BackupRun ended = console.awaitRuns(config, 2).getFirst();
        assertThat(ended.id()).isEqualTo(second);
        assertThat(ended.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(console.eventsOf("backup.cancelled")).hasSize(1);
        Awaiting.until(() -> !Files.exists(console.store().resolve("7/base/" + second)));
        console.cluster.holdsWal = false;
        console.runs().startBase(caller, config.id());
        assertThat(console.awaitRuns(config, 3).getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void whatIsDeletedIsRemovedOnceNothingIsWrittenToItAnyMore() {
        BackupConfig config = console.begun();
        CountDownLatch gate = new CountDownLatch(2);
        console.cluster.gate.set(gate);
        console.cluster.cut();
        Awaiting.until(() -> gate.getCount() == 1);
        console.service().delete(caller, config.id(), true, null);
        console.removeLeftovers();
        assertThat(console.store().resolve("7/owner")).exists();
        gate.countDown();
        Awaiting.until(() -> objects() == 0);
    }

    @Test
    void whatIsDeletedLeavesNoSlotHoweverLongTheClusterIsAway() {
        BackupConfig config = console.begun();
        console.cluster.refusal = ReplicationState.LOST;
        console.cluster.cut();
        console.service().delete(caller, config.id(), true, null);
        assertThat(console.service().all(caller)).isEmpty();
        Awaiting.until(() -> objects() == 0);
        assertThat(console.cluster.slots).isNotEmpty();
        assertThatThrownBy(console::deleteConnection)
                .isInstanceOf(AppException.class)
                .hasMessageContaining("pg_drop_replication_slot('" + config.slot() + "')");
        console.cluster.refusal = null;
        Awaiting.until(() -> {
            console.removeLeftovers();
            return console.cluster.slots.isEmpty();
        });
        assertThat(console.service().create(caller, console.draft()).id()).isNotEqualTo(config.id());
    }
}
