package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Due times, their runs and their rows, by a clock that the test moves. */
@ParameterizedClass
@EnumSource
class SchedulesTest {

    private static final Instant START = Instant.parse("2026-01-02T03:00:30Z");

    private final StateKind kind;
    private OpenState state;
    private Caller caller;
    private HandConsole console;

    SchedulesTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        state.clock().set(START);
        caller = state.organizations().newOrganization();
        console = new HandConsole(state, caller, "srv_own");
    }

    @AfterEach
    void close() {
        console.close();
        state.close();
    }

    private ScheduleDraft draft(
            String name, String command, String cron, @Nullable Overlap overlap, @Nullable MissedPolicy missed) {
        return new ScheduleDraft(name, "srv_own", command, cron, null, null, null, overlap, missed);
    }

    private Schedule create(String command, String cron) {
        return create(command, cron, Overlap.SKIP);
    }

    private Schedule create(String command, String cron, Overlap overlap) {
        return console.service().create(caller, draft("every", command, cron, overlap, null));
    }

    private List<RunStatus> statuses(Schedule schedule) {
        return console.runsOf(caller, schedule).stream()
                .map(ScheduleRun::status)
                .toList();
    }

    private static void refused(ErrorCode code, @Nullable String path, ThrowingCallable work) {
        AppException refused = catchThrowableOfType(AppException.class, work);
        assertThat(refused).isNotNull();
        assertThat(refused.errorCode()).isEqualTo(code);
        if (path != null) {
            assertThat(refused).hasMessageStartingWith(path + ": ");
        }
    }

    @Test
    void runsAtItsTimeAndKeepsWhatCameOfIt() {
        Schedule schedule = create("it is done", "*/2 * * * *");

        console.passMinutes(4);

        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs)
                .extracting(ScheduleRun::dueAt)
                .containsExactly(Instant.parse("2026-01-02T03:04:00Z"), Instant.parse("2026-01-02T03:02:00Z"));
        ScheduleRun run = runs.getFirst();
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(run.exitCode()).isZero();
        assertThat(run.outputTail()).isEqualTo("it is done");
        assertThat(run.error()).isNull();
        assertThat(run.finishedAt()).isNotNull();
        assertThat(console.eventsOf(caller, "schedule.succeeded")).hasSize(2);
        assertThat(console.host.started.peek().argv()).containsExactly("/bin/sh", "-c", "it is done");
    }

    @Test
    void isAJobWithItsLogAndResult() throws Exception {
        Schedule schedule = create("it is done", "* * * * *");
        console.passMinutes(1);

        Job job = console.jobs().list(caller, new PageRequest(50, null)).items().getFirst();
        assertThat(job.kind()).isEqualTo("schedule_run");
        assertThat(job.subjectId()).isEqualTo(schedule.id());
        assertThat(job.status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(job.result())
                .containsEntry(
                        "runId", console.runsOf(caller, schedule).getFirst().id());
        try (var log = console.jobs().log(caller, job.id())) {
            assertThat(log).hasContent("it is done");
        }
    }

    @Test
    void tellsWhyACommandOrAServerFailed() {
        Schedule exits = create("exit 7", "* * * * *");
        Schedule gone = console.service().create(caller, draft("gone", "gone", "* * * * *", null, null));

        console.passMinutes(1);

        ScheduleRun failed = console.runsOf(caller, exits).getFirst();
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.exitCode()).isEqualTo(7);
        assertThat(failed.error()).contains("exit code 7");
        ScheduleRun unreachable = console.runsOf(caller, gone).getFirst();
        assertThat(unreachable.status()).isEqualTo(RunStatus.FAILED);
        assertThat(unreachable.exitCode()).isNull();
        assertThat(unreachable.error()).isEqualTo("The server web-1 does not answer.");
        assertThat(console.eventsOf(caller, "schedule.failed")).hasSize(2);
    }

    @Test
    void skipsADueTimeWhileTheRunBeforeIsNotOver() {
        Schedule schedule = create("wait", "* * * * *");

        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        Awaiting.until(() -> console.host.started.size() == 1);
        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        console.host.release();
        console.awaitIdle();

        assertThat(statuses(schedule)).containsExactly(RunStatus.SKIPPED, RunStatus.SUCCEEDED);
        assertThat(console.runsOf(caller, schedule).getFirst().error()).contains("was not over");
    }

    @Test
    void queuesDueTimesAndRunsThemOneAfterAnother() {
        Schedule schedule = create("wait", "* * * * *", Overlap.QUEUE);

        for (int i = 0; i < 3; i++) {
            state.clock().advance(Duration.ofMinutes(1));
            console.wake();
        }
        Awaiting.until(() -> console.host.started.size() == 1);
        assertThat(statuses(schedule)).containsExactly(RunStatus.QUEUED, RunStatus.QUEUED, RunStatus.RUNNING);
        for (int begun = 1; begun <= 3; begun++) {
            int now = begun;
            Awaiting.until(() -> console.host.started.size() == now);
            // Once: a second time could let the next one end as well.
            console.host.release();
            Awaiting.until(() -> console.runsOf(caller, schedule).stream()
                            .filter(each -> each.status() == RunStatus.SUCCEEDED)
                            .count()
                    == now);
        }
    }

    @Test
    void killsWhatRunsForTheNextDueTime() {
        Schedule schedule = create("wait", "* * * * *", Overlap.KILL_PREVIOUS);

        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        Awaiting.until(() -> console.host.started.size() == 1);
        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        Awaiting.until(() -> console.host.started.size() == 2);
        console.host.release();
        console.awaitIdle();

        assertThat(statuses(schedule)).containsExactly(RunStatus.SUCCEEDED, RunStatus.CANCELLED);
        ScheduleRun killed = console.runsOf(caller, schedule).getLast();
        assertThat(killed.error()).isEqualTo("Stopped because the next run was due.");
        assertThat(killed.exitCode()).isNull();
    }

    @Test
    void tellsEachDueTimeThatNobodyWasThereForAndOneEvent() {
        Schedule schedule = create("x", "* * * * *");

        state.clock().advance(Duration.ofMinutes(7));
        console.wakeAndFinish();

        assertThat(statuses(schedule))
                .containsExactly(
                        RunStatus.SUCCEEDED,
                        RunStatus.MISSED,
                        RunStatus.MISSED,
                        RunStatus.MISSED,
                        RunStatus.MISSED,
                        RunStatus.MISSED,
                        RunStatus.MISSED);
        assertThat(console.eventsOf(caller, "schedule.missed"))
                .singleElement()
                .satisfies(event -> assertThat(event.data())
                        .containsEntry("count", 6)
                        .containsEntry("from", "2026-01-02T03:01:00Z")
                        .containsEntry("to", "2026-01-02T03:06:00Z"));
    }

    @Test
    void putsTenThousandMissedDueTimesIntoAHundredAndOneRows() {
        Schedule schedule = create("x", "* * * * *");

        state.clock().advance(Duration.ofMinutes(10_000));
        console.wakeAndFinish();

        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs).hasSize(102);
        assertThat(runs.getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(runs.getLast().status()).isEqualTo(RunStatus.MISSED);
        assertThat(runs.getLast().error()).startsWith("9899 due times since 2026-01-02T03:01:00Z were missed");
        assertThat(console.eventsOf(caller, "schedule.missed").getFirst().data())
                .containsEntry("count", 9999);
    }

    @Test
    void catchesUpOnceWhereThatIsWished() {
        Schedule schedule =
                console.service().create(caller, draft("daily", "x", "0 4 * * *", null, MissedPolicy.RUN_ONCE));

        state.clock().advance(Duration.ofDays(3));
        console.wakeAndFinish();

        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs).hasSize(4);
        assertThat(runs.getFirst().trigger()).isEqualTo(RunTrigger.CATCH_UP);
        assertThat(runs.getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(runs.subList(1, 4)).allMatch(each -> each.status() == RunStatus.MISSED);
        console.wakeAndFinish();
        assertThat(console.runsOf(caller, schedule)).hasSize(4);
    }

    @Test
    void runsNoDueTimeTwiceWhenTheClockIsSetBack() {
        Schedule schedule = create("x", "* * * * *");
        console.passMinutes(5);

        state.clock().advance(Duration.ofMinutes(-4));
        console.look();
        console.passMinutes(6);

        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs).extracting(ScheduleRun::dueAt).doesNotHaveDuplicates();
        assertThat(runs).hasSize(7).allMatch(each -> each.status() == RunStatus.SUCCEEDED);
    }

    @Test
    void goesOnAtOnceAfterAClockThatWasAYearAhead() {
        Schedule schedule = create("x", "0 * * * *");
        state.clock().advance(Duration.ofDays(365));
        console.wakeAndFinish();
        assertThat(console.runsOf(caller, schedule)).hasSize(102);

        state.clock().set(START);
        console.look();
        console.passMinutes(60);

        assertThat(console.runsOf(caller, schedule))
                .hasSize(2)
                .allMatch(run -> run.status() == RunStatus.SUCCEEDED)
                .extracting(ScheduleRun::dueAt)
                .contains(Instant.parse("2026-01-02T04:00:00Z"));
    }

    @Test
    void restsWhilePausedAndMissesNothing() {
        Schedule schedule = create("x", "* * * * *");
        console.service().pauseAll(caller);
        assertThat(console.service().pausedSince(caller)).contains(START);
        console.passMinutes(3);
        assertThat(console.runsOf(caller, schedule)).isEmpty();

        state.clock().advance(Duration.ofMinutes(30));
        console.service().resumeAll(caller);
        console.passMinutes(2);

        assertThat(statuses(schedule)).containsExactly(RunStatus.SUCCEEDED, RunStatus.SUCCEEDED);
        assertThat(console.eventsOf(caller, "schedule.missed")).isEmpty();
    }

    @Test
    void runsNowEvenWhenItIsOffAndOnlyOnceAtATime() {
        Schedule schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft("off", "srv_own", "wait", "0 4 * * *", null, false, null, null, null));
        ScheduleRun run = console.runs().start(caller, schedule.id());
        assertThat(run.status()).isEqualTo(RunStatus.QUEUED);
        refused(PlatformError.ALREADY_RUNNING, null, () -> console.runs().start(caller, schedule.id()));
        Awaiting.until(() -> console.host.started.size() == 1);
        refused(PlatformError.IN_USE, null, () -> console.service().delete(caller, schedule.id(), null));

        console.runs().cancel(caller, schedule.id(), run.id());
        console.awaitIdle();

        ScheduleRun ended = console.runs().get(caller, schedule.id(), run.id());
        assertThat(ended.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(ended.error()).isEqualTo("Cancelled.");
        refused(PlatformError.STATE_INVALID, null, () -> console.runs().cancel(caller, schedule.id(), run.id()));
        assertThat(console.service().nextDue(schedule)).isEmpty();
    }

    @Test
    void changesWithARevisionAndForgetsWithItsRuns() {
        Schedule schedule = create("x", "* * * * *");
        console.passMinutes(1);
        ScheduleDraft other = draft("every", "x", "0 5 * * *", null, null);

        Schedule changed = console.service().update(caller, schedule.id(), other, 1L);
        refused(
                PlatformError.PRECONDITION_FAILED,
                null,
                () -> console.service().update(caller, schedule.id(), other, 1L));
        console.passMinutes(3);

        assertThat(changed.revision()).isEqualTo(2);
        assertThat(console.runsOf(caller, schedule)).hasSize(1);
        assertThat(console.service().nextDue(changed)).contains(Instant.parse("2026-01-02T05:00:00Z"));
        console.service().delete(caller, schedule.id(), 2L);
        refused(PlatformError.NOT_FOUND, null, () -> console.service().get(caller, schedule.id()));
        assertThat(console.jobs().list(caller, new PageRequest(50, null)).items())
                .isEmpty();
        state.clock().advance(Duration.ofDays(1));
        console.wakeAndFinish();
    }

    @Test
    void namesEveryFieldAtFault() {
        ScheduleService service = console.service();
        refused(
                PlatformError.VALIDATION_FAILED,
                "name",
                () -> service.create(caller, draft("A b", "x", "* * * * *", null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "cron",
                () -> service.create(caller, draft("a", "x", "0 0 30 2 *", null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "cron",
                () -> service.create(caller, draft("a", "x", "every day", null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "command",
                () -> service.create(caller, draft("a", " ", "* * * * *", null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "timeZone",
                () -> service.create(
                        caller, new ScheduleDraft("a", "srv_own", "x", "@daily", "Mars/Base", null, null, null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "timeoutSeconds",
                () -> service.create(
                        caller, new ScheduleDraft("a", "srv_own", "x", "@daily", null, null, 0L, null, null)));
        refused(
                PlatformError.VALIDATION_FAILED,
                "serverId",
                () -> service.create(
                        caller, new ScheduleDraft("a", "srv_none", "x", "@daily", null, null, null, null, null)));
        create("x", "@daily");
        refused(PlatformError.ALREADY_EXISTS, null, () -> create("x", "@daily"));
    }

    @Test
    void takesNamesOfTimeZonesAndNoOffsets() {
        for (String name : List.of("UTC", "Etc/UTC", "Etc/GMT+5", "Europe/Zurich", "GMT")) {
            assertThat(console.service().preview(caller, "@daily", name, 1).next())
                    .hasSize(1);
        }
        for (String offset : List.of("+01:00", "Z", "UTC+01:00", "GMT+5", "UT-3")) {
            AppException refused = catchThrowableOfType(
                    AppException.class, () -> console.service().preview(caller, "@daily", offset, 1));
            assertThat(refused).as(offset).hasMessageStartingWith("timeZone: Name a place");
        }
    }

    @Test
    void belongsToItsOrganization() {
        Schedule schedule = create("x", "* * * * *");
        Caller stranger = state.organizations().newOrganization();
        refused(PlatformError.NOT_FOUND, null, () -> console.service().get(stranger, schedule.id()));
        refused(PlatformError.NOT_FOUND, null, () -> console.runs().start(stranger, schedule.id()));
        refused(
                PlatformError.NOT_FOUND,
                null,
                () -> console.runs().list(stranger, schedule.id(), new PageRequest(5, null)));
        assertThat(console.service().lastRuns(stranger)).isEmpty();
    }

    @Test
    void failsEachDueTimeOfOneWhoMayNoLongerHaveItRunAndTellsItOnce() {
        Schedule schedule = create("x", "* * * * *", Overlap.QUEUE);
        console.passMinutes(1);
        console.allowed = Set.of(Scope.SCHEDULES_WRITE);
        console.passMinutes(3);
        assertThat(statuses(schedule))
                .containsExactly(RunStatus.FAILED, RunStatus.FAILED, RunStatus.FAILED, RunStatus.SUCCEEDED);
        assertThat(console.runsOf(caller, schedule).getFirst().error()).contains("save it again");
        assertThat(console.eventsOf(caller, "schedule.failed")).hasSize(1);
        assertThat(console.host.started).hasSize(1);
        console.allowed = Set.of(Scope.values());
        console.passMinutes(1);
        assertThat(statuses(schedule)).first().isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void whoEditsItHasItRunAndADeletedKeyStopsItOnlyWhereThatIsWished() {
        Schedule schedule = create("x", "* * * * *", Overlap.QUEUE);
        Caller key = new Caller(
                caller.organizationId(),
                caller.memberId(),
                "key_1",
                caller.scopes(),
                Origin.HTTP,
                "req_1",
                "127.0.0.1");
        console.service().setEnabled(key, schedule.id(), false);
        console.service().setEnabled(key, schedule.id(), true);
        assertThat(console.service().get(caller, schedule.id()).actor().keyId()).isEqualTo("key_1");

        List<NewEvent> told = state.store()
                .write(tx -> console.schedules().stopWorkOf(tx, caller.organizationId(), List.of("key_1", "key_2")));

        assertThat(told)
                .singleElement()
                .satisfies(event -> assertThat(event.subjectId()).isEqualTo(schedule.id()));
        assertThat(console.service().get(caller, schedule.id()).enabled()).isFalse();
        console.passMinutes(2);
        assertThat(statuses(schedule)).isEmpty();
    }

    @Test
    void endsWhatADeadConsoleLeftAndSaysWhy() {
        Schedule schedule = create("wait", "* * * * *", Overlap.QUEUE);
        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        state.clock().advance(Duration.ofMinutes(1));
        console.wake();
        Awaiting.until(() -> console.host.started.size() == 1);

        try (HandConsole again = new HandConsole(state, caller, "srv_own")) {
            ScheduleRun killed = again.runsOf(caller, schedule).getLast();
            assertThat(killed.status()).isEqualTo(RunStatus.FAILED);
            assertThat(killed.error()).contains("console stopped while it ran");
            assertThat(again.eventsOf(caller, "schedule.failed")).hasSize(1);
            again.wake();
            // By either: the first may still be about to look for what waits.
            Awaiting.until(() -> console.host.started.size() + again.host.started.size() == 2);
            again.host.release();
            console.host.release();
            again.awaitIdle();
            console.awaitIdle();
            assertThat(statuses(schedule)).containsExactly(RunStatus.SUCCEEDED, RunStatus.FAILED);
        }
        assertThat(statuses(schedule)).containsExactly(RunStatus.SUCCEEDED, RunStatus.FAILED);
    }

    @Test
    void forgetsOtherJobsThatAreAsOld() {
        console.jobs().start(caller, "script", "db_1", Scope.DATABASES_QUERY, progress -> {
            progress.log("long ago".getBytes(StandardCharsets.UTF_8));
            return "done";
        });
        Awaiting.until(() -> console.jobs().running(caller).isEmpty());
        Job old = console.jobs().list(caller, new PageRequest(5, null)).items().getFirst();
        state.clock().advance(Duration.ofDays(90).minusSeconds(1));
        console.schedules().care().forgetOld();
        assertThat(console.jobs().hasLog(old.id())).isTrue();

        state.clock().advance(Duration.ofSeconds(2));
        Job running = console.jobs().start(caller, "script", "db_1", Scope.DATABASES_QUERY, progress -> {
            Awaiting.until(progress::isCancelled);
            return "done";
        });
        console.schedules().care().forgetOld();

        assertThat(console.jobs().hasLog(old.id())).isFalse();
        assertThat(console.jobs().list(caller, new PageRequest(5, null)).items())
                .extracting(Job::id)
                .containsExactly(running.id());
        console.jobs().cancel(caller, running.id());
    }

    @Test
    void forgetsRunsBeyondWhatIsKept() {
        Schedule schedule = create("x", "0 4 * * *");
        for (int i = 0; i < 3; i++) {
            console.passMinutes(1);
            console.runs().start(caller, schedule.id());
            console.schedules().fill();
            console.awaitIdle();
        }
        state.clock().advance(Duration.ofDays(90).minusSeconds(30));
        console.schedules().care().forgetOld();
        assertThat(console.runsOf(caller, schedule)).hasSize(1);
        assertThat(console.jobs().list(caller, new PageRequest(50, null)).items())
                .hasSize(1);
    }
}
