package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two consoles over one state on PostgreSQL, for a server that either reaches. */
class TwoConsolesTest {

    private OpenState state;
    private Caller caller;
    private HandConsole one;
    private HandConsole other;
    private Server server;

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(StateKind.POSTGRESQL, directory);
        state.clock().set(Instant.parse("2026-01-02T03:00:30Z"));
        caller = state.organizations().newOrganization();
        one = new HandConsole(state, caller, "srv_one");
        other = new HandConsole(state, caller, "srv_other");
        server = one.servers()
                .service()
                .create(
                        caller,
                        new ServerDraft(
                                "web-1",
                                ServerKind.SSH,
                                "127.0.0.1",
                                22,
                                "root",
                                new ServerDraft.Auth(
                                        ServerAuthType.AGENT,
                                        SecretChange.keep(),
                                        SecretChange.keep(),
                                        SecretChange.keep())));
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
        state.close();
    }

    private Schedule create(String name, String serverId, String command, Overlap overlap) {
        return one.service()
                .create(
                        caller,
                        new ScheduleDraft(name, serverId, command, "* * * * *", null, null, null, overlap, null));
    }

    private ScheduleRun onlyRun(Schedule schedule) {
        return one.runsOf(caller, schedule).getFirst();
    }

    /** Has a run under way on the first console. */
    private Schedule running() {
        Schedule schedule = create("long", server.id(), "wait", Overlap.SKIP);
        state.clock().advance(Duration.ofMinutes(1));
        one.wake();
        Awaiting.until(() -> one.host.started.size() == 1);
        assertThat(onlyRun(schedule).homeId()).isEqualTo("srv_one");
        one.beat();
        return schedule;
    }

    @Test
    void runEachDueTimeOnceOnEither() throws InterruptedException {
        List<Schedule> schedules = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            schedules.add(create("s-" + i, server.id(), "x", Overlap.QUEUE));
        }
        for (int minute = 0; minute < 20; minute++) {
            state.clock().advance(Duration.ofMinutes(1));
            AtOnce.run(2, number -> () -> {
                (number == 0 ? one : other).wake();
                return true;
            });
        }
        one.finishAll();
        other.finishAll();

        for (Schedule each : schedules) {
            assertThat(one.runsOf(caller, each))
                    .hasSize(20)
                    .allMatch(run -> run.status() == RunStatus.SUCCEEDED)
                    .extracting(ScheduleRun::dueAt)
                    .doesNotHaveDuplicates();
        }
        assertThat(one.host.started.size() + other.host.started.size()).isEqualTo(6 * 20);
    }

    @Test
    void ownMachinesAreWorkedByTheirOwnConsole() {
        create("s-other", "srv_other", "x", Overlap.SKIP);
        Schedule schedule = create("s-one", "srv_one", "x", Overlap.SKIP);
        state.clock().advance(Duration.ofMinutes(1));
        other.wakeAndFinish();
        assertThat(one.runsOf(caller, schedule)).isEmpty();
        one.wakeAndFinish();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(one.host.started).hasSize(1);
        assertThat(other.host.started).hasSize(1);
    }

    private Schedule rare(String serverId, String command) {
        return one.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "rare", serverId, command, "0 0 29 2 *", null, null, null, Overlap.QUEUE, null));
    }

    private void move(Schedule schedule, String serverId) {
        one.service()
                .update(
                        caller,
                        schedule.id(),
                        new ScheduleDraft(
                                schedule.name(),
                                serverId,
                                schedule.command(),
                                schedule.cron().text(),
                                null,
                                null,
                                null,
                                schedule.overlap(),
                                null),
                        null);
    }

    @Test
    void whatWaitedForAConsoleThatWasAwayTooLongIsMissed() {
        Schedule schedule = create("by-hand", "srv_other", "x", Overlap.SKIP);
        one.service().pauseAll(caller);
        other.close();
        one.runs().start(caller, schedule.id());
        state.clock().advance(Duration.ofDays(3));
        one.close();
        one = new HandConsole(state, caller, "srv_one");
        assertThat(onlyRun(schedule).status()).as("not for this one to judge").isEqualTo(RunStatus.QUEUED);

        other = new HandConsole(state, caller, "srv_other");

        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.MISSED);
        assertThat(onlyRun(schedule).error()).contains("was not there");
        other.wakeAndFinish();
        assertThat(other.host.started).isEmpty();
    }

    @Test
    void whatWaitsGoesWithItsScheduleToAServerOfAll() {
        Schedule schedule = rare("srv_other", "x");
        one.runs().start(caller, schedule.id());
        one.wakeAndFinish();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.QUEUED);

        move(schedule, server.id());
        one.wakeAndFinish();

        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(one.host.started).hasSize(1);
    }

    @Test
    void whatWaitsGoesWithItsScheduleToAnotherConsolesOwnMachine() {
        Schedule schedule = rare(server.id(), "wait");
        one.runs().start(caller, schedule.id());
        Awaiting.until(() -> one.host.started.size() == 1);
        one.runs().start(caller, schedule.id());

        move(schedule, "srv_other");
        one.host.release();
        one.finishAll();

        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.QUEUED);
        other.wake();
        Awaiting.until(() -> other.host.started.size() == 1);
        other.host.release();
        other.awaitIdle();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(onlyRun(schedule).homeId()).isEqualTo("srv_other");
    }

    @Test
    void aDeadConsolesRunFailsAfterSomeLooksWhateverTheClocksSay() {
        Schedule schedule = running();
        state.clock().advance(Duration.ofDays(1));
        for (int looks = 0; looks < 4; looks++) {
            other.beat();
            assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.RUNNING);
        }

        other.beat();

        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.FAILED);
        assertThat(onlyRun(schedule).error()).contains("stopped or lost the state");
        assertThat(one.eventsOf(caller, "schedule.failed")).hasSize(1);
        // It comes back: what goes on there is stopped, as the next run may be on its way, and what is final stays.
        one.beat();
        one.awaitIdle();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.FAILED);
        assertThat(one.jobs()
                        .get(caller, String.valueOf(onlyRun(schedule).jobId()))
                        .error())
                .contains("stopped or lost the state");
    }

    @Test
    void aLivingConsolesRunGoesOnThroughJumpsOfTheClock() {
        Schedule schedule = running();
        for (int beats = 0; beats < 12; beats++) {
            state.clock()
                    .advance(
                            beats % 2 == 0
                                    ? Duration.ofDays(2)
                                    : Duration.ofDays(-2).plusSeconds(1));
            one.beat();
            other.beat();
        }
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.RUNNING);
        one.host.release();
        one.awaitIdle();
        assertThat(one.runs().get(caller, schedule.id(), onlyRun(schedule).id()).status())
                .isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void eitherCancelsWhatTheOtherRuns() {
        Schedule schedule = running();
        other.runs().cancel(caller, schedule.id(), onlyRun(schedule).id());
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.RUNNING);
        one.look();
        one.awaitIdle();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.CANCELLED);
    }

    /** Begins work on another thread and waits until it waits for a row or a lock that this transaction holds. */
    private CompletableFuture<Void> blocked(Runnable work) {
        CompletableFuture<Void> done = CompletableFuture.runAsync(work);
        Awaiting.until(() -> state.store()
                        .read(tx -> tx.handle()
                                .createQuery("SELECT count(*) FROM pg_stat_activity"
                                        + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                                .mapTo(Integer.class)
                                .one())
                > 0);
        return done;
    }

    @Test
    void aRunThatEndsWhileItIsTakenForDeadEndsOnce() {
        Schedule schedule = running();
        ScheduleRun run = onlyRun(schedule);
        List<CompletableFuture<Void>> settling = new ArrayList<>();
        state.store().change(tx -> {
            // As where a job ends: its row, then the run's.
            tx.handle().execute("UPDATE job SET status = 'succeeded' WHERE id = ?", run.jobId());
            settling.add(blocked(() -> one.settleLost()));
            tx.handle().execute("UPDATE schedule_run SET status = 'succeeded' WHERE id = ?", run.id());
        });
        settling.getFirst().join();
        assertThat(onlyRun(schedule).status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(one.eventsOf(caller, "schedule.failed")).isEmpty();
        one.host.release();
        one.awaitIdle();
    }

    @Test
    void resumingWaitsForRunsThatAreBeingClaimed() {
        Schedule first = create("first", server.id(), "x", Overlap.SKIP);
        Schedule second = create("second", server.id(), "x", Overlap.SKIP);
        one.service().pauseAll(caller);
        state.clock().advance(Duration.ofMinutes(5));
        List<CompletableFuture<Void>> resuming = new ArrayList<>();
        state.store().writeAlone(tx -> {
            // As a claim does, in the order in which the runs came.
            for (Schedule each : List.of(second, first)) {
                tx.handle().execute("SELECT 1 FROM schedule WHERE id = ? FOR UPDATE", each.id());
                if (resuming.isEmpty()) {
                    resuming.add(blocked(() -> one.service().resumeAll(caller)));
                }
            }
            return true;
        });
        resuming.getFirst().join();
        assertThat(one.service().pausedSince(caller)).isEmpty();
    }

    @Test
    void ofManyWhoStartItAtOnceOneDoes() throws InterruptedException {
        Schedule schedule = create("once", server.id(), "wait", Overlap.SKIP);
        List<Boolean> began = AtOnce.run(6, number -> () -> {
            try {
                (number % 2 == 0 ? one : other).runs().start(caller, schedule.id());
                return true;
            } catch (AppException e) {
                assertThat(e.errorCode()).isEqualTo(PlatformError.ALREADY_RUNNING);
                return false;
            }
        });
        assertThat(began).containsOnlyOnce(true);
        one.host.release();
        other.host.release();
    }
}
