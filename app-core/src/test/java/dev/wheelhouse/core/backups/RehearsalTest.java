package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A stored cluster that is read and restored on trial. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class RehearsalTest {

    private StoredCluster stored;
    private Rehearsals rehearsals;

    @BeforeAll
    void backUpAClusterAndEndIt(@TempDir Path folder) throws Exception {
        stored = new StoredCluster(folder);
        rehearsals = stored.open.core().backups().rehearsals();
    }

    @AfterAll
    void removeAll() throws Exception {
        stored.close();
    }

    private void checkWith(@Nullable String sql) {
        BackupPatch patch =
                new BackupPatch(null, null, null, null, null, null, null, null, null, sql == null ? "" : sql, null);
        stored.open.core().backups().service().update(stored.caller, stored.configId(), patch, null);
    }

    private Rehearsal newest() {
        return rehearsals
                .list(stored.caller, stored.configId(), new PageRequest(1, null))
                .items()
                .getFirst();
    }

    /** Its end is kept a moment after the job seems to be over. */
    private Rehearsal ended(Job job) {
        Awaiting.until(
                "the rehearsal's end",
                () -> newest().jobId().equals(job.id()) && newest().status().isFinal());
        return newest();
    }

    private Rehearsal rehearsed() throws Exception {
        Rehearsal ended = ended(rehearsals.rehearse(stored.caller, stored.configId()));
        assertNothingStays();
        return ended;
    }

    private void assertNothingStays() throws Exception {
        Path place = stored.targets.resolve("rehearsals");
        Awaiting.until("the removal", () -> {
            try (Stream<Path> left = Files.list(place)) {
                return left.findAny().isEmpty();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            assertThat(processes.flatMap(each -> each.info().commandLine().stream()))
                    .noneMatch(each -> each.contains(place.toString()));
        }
    }

    private BackupRun run() {
        return stored.runs().get(stored.caller, stored.configId(), stored.runId());
    }

    private Event newestEvent() {
        EventFilter filter = new EventFilter(List.of(), stored.configId(), null, null);
        return stored.open
                .core()
                .events()
                .list(stored.caller, filter, new PageRequest(1, null))
                .items()
                .getFirst();
    }

    private String log(Rehearsal rehearsal) throws Exception {
        return new String(stored.open.core().jobs().logOf(rehearsal.jobId()).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void restoresTheNewestAndLeavesNothing() throws Exception {
        checkWith("SELECT count(*) = 7 FROM step");
        Rehearsal rehearsal = rehearsed();
        assertThat(rehearsal.error()).isNull();
        assertThat(rehearsal.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(rehearsal.runId()).isEqualTo(stored.runId());
        assertThat(rehearsal.recoveryMillis()).isPositive();
        assertThat(rehearsal.lagMillis()).isNotNegative();
        assertThat(rehearsal.tables()).isEqualTo(1);
        assertThat(rehearsal.rows()).isEqualTo(7);
        assertThat(log(rehearsal)).contains("pg_amcheck finds no fault.", "tables 1, rows 7.");
        assertThat(run().verification()).isEqualTo(Verification.PASSED);
        Event event = newestEvent();
        assertThat(event.kind()).isEqualTo("backup.verified");
        assertThat(event.data()).containsEntry("runId", stored.runId()).containsKey("recoveryMillis");
        BackupOverview overview = stored.open.core().backups().service().get(stored.caller, stored.configId());
        assertThat(Objects.requireNonNull(overview.lastRehearsal()).id()).isEqualTo(rehearsal.id());
    }

    @Test
    void failsWhereItsOwnSqlDoesAndShowsIt() throws Exception {
        checkWith("SELECT count(*) = 8 FROM step");
        Rehearsal isFalse = rehearsed();
        assertThat(isFalse.status()).isEqualTo(RunStatus.FAILED);
        assertThat(isFalse.error()).contains("own SQL answers false");
        assertThat(isFalse.recoveryMillis()).isPositive();
        assertThat(newestEvent().kind()).isEqualTo("restore.failed");
        checkWith("SELECT 1 FROM step; SELECT 1 / 0");
        assertThat(rehearsed().error()).contains("division by zero");
        assertThat(run().verification()).isNotEqualTo(Verification.FAILED);
    }

    @Test
    void runsNoProgramForABackslash() throws Exception {
        assertThatThrownBy(() -> checkWith(" \\! touch /tmp/x")).isInstanceOf(AppException.class);
        Path made = stored.targets.resolve("made");
        checkWith("SELECT 1;\n\\! touch " + made);
        assertThat(rehearsed().error()).contains("syntax error");
        assertThat(made).doesNotExist();
    }

    @Test
    void ownSqlTakesTheRightToRunProgramsOnServers() {
        Caller lesser = stored.callerWithout(Scope.SERVERS_EXEC);
        BackupPatch patch = new BackupPatch(null, null, null, null, null, null, null, null, null, "SELECT true", null);
        assertThatThrownBy(() -> stored.open.core().backups().service().update(lesser, stored.configId(), patch, null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE));
        checkWith("SELECT true");
        // What is there already is not set again.
        stored.open.core().backups().service().update(lesser, stored.configId(), patch, null);
    }

    private void awaitOwnSql(Job job) {
        Awaiting.until(
                "the SQL",
                () -> String.valueOf(stored.open
                                .core()
                                .jobs()
                                .get(stored.caller, job.id())
                                .message())
                        .contains("own SQL"));
    }

    @Test
    void aNightAsleepIsNeitherItsEndNorItsTime() throws Exception {
        checkWith("SELECT pg_sleep(2); SELECT true");
        int before = rehearsals
                .list(stored.caller, stored.configId(), new PageRequest(100, null))
                .items()
                .size();
        Job job = rehearsals.rehearse(stored.caller, stored.configId());
        awaitOwnSql(job);
        stored.clock.advance(Duration.ofHours(9));
        Rehearsal rehearsal = ended(job);
        assertThat(rehearsal.error()).isNull();
        assertThat(rehearsal.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(rehearsal.recoveryMillis())
                .isPositive()
                .isLessThan(Duration.ofHours(1).toMillis());
        assertNothingStays();
        assertThat(rehearsals
                        .list(stored.caller, stored.configId(), new PageRequest(100, null))
                        .items())
                .hasSize(before + 1);
    }

    @Test
    void aCancelledOneLeavesNothingAndSecondsAreRefused() throws Exception {
        checkWith("SELECT pg_sleep(100)");
        Job job = rehearsals.rehearse(stored.caller, stored.configId());
        for (Runnable each : List.<Runnable>of(
                () -> rehearsals.rehearse(stored.caller, stored.configId()),
                () -> stored.runs().verify(stored.caller, stored.configId(), stored.runId()))) {
            assertThatThrownBy(each::run)
                    .isInstanceOfSatisfying(
                            AppException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(PlatformError.ALREADY_RUNNING));
        }
        awaitOwnSql(job);
        stored.open.core().jobs().cancel(stored.caller, job.id());
        assertThat(ended(job).status()).isEqualTo(RunStatus.CANCELLED);
        assertNothingStays();
        checkWith(null);
    }
}
