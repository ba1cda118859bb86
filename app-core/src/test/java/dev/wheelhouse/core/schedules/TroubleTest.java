package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.timer.DueTime;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What schedules meet: consoles that were away, clocks that are wrong or changed, servers that are gone, crowds. */
class TroubleTest {

    private OpenState state;
    private Caller caller;
    private HandConsole console;

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(StateKind.SQLITE, directory);
        state.clock().set(Instant.parse("2026-01-02T03:00:30Z"));
        caller = state.organizations().newOrganization();
        console = new HandConsole(state, caller, "srv_own");
    }

    @AfterEach
    void close() {
        console.close();
        state.close();
    }

    private Schedule create(String name, String cron, String zone, MissedPolicy missed) {
        return console.service()
                .create(caller, new ScheduleDraft(name, "srv_own", "x", cron, zone, null, null, Overlap.QUEUE, missed));
    }

    private void closedFor(Duration time) {
        console.close();
        state.clock().advance(time);
        console = new HandConsole(state, caller, "srv_own");
    }

    private List<String> due(Schedule schedule) {
        return console.runsOf(caller, schedule).reversed().stream()
                .map(each -> String.valueOf(each.dueAt()))
                .toList();
    }

    @Test
    void aConsoleThatWasClosedOverOneDueTimeTellsItAndRunsItWhereWished() {
        Schedule skips = create("skips", "0 4 * * *", "UTC", MissedPolicy.SKIP);
        Schedule runs = create("runs", "0 4 * * *", "UTC", MissedPolicy.RUN_ONCE);

        closedFor(Duration.ofHours(3));
        console.wakeAndFinish();

        assertThat(console.runsOf(caller, skips))
                .singleElement()
                .satisfies(run -> assertThat(run.status()).isEqualTo(RunStatus.MISSED));
        assertThat(console.runsOf(caller, runs))
                .extracting(ScheduleRun::status)
                .containsExactly(RunStatus.SUCCEEDED, RunStatus.MISSED);
        assertThat(console.eventsOf(caller, "schedule.missed")).hasSize(2);
        assertThat(console.host.started).hasSize(1);
        closedFor(Duration.ofHours(3));
        console.wakeAndFinish();
        assertThat(console.runsOf(caller, runs)).as("not again").hasSize(2);
    }

    @Test
    void aRunWhoseServerNeedsTheVaultWaitsForItAndSaysSo() {
        Schedule schedule = create("waits", "0 4 * * *", "UTC", MissedPolicy.SKIP);
        console.waitsForVault = true;
        state.clock().advance(Duration.ofHours(1));
        console.wake();
        assertThat(console.runsOf(caller, schedule)).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(RunStatus.QUEUED);
            assertThat(run.error()).contains("vault is unlocked");
        });
        assertThat(console.host.started).isEmpty();

        console.waitsForVault = false;
        console.wakeAndFinish();
        assertThat(console.runsOf(caller, schedule)).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
            assertThat(run.error()).isNull();
        });
    }

    @Test
    void aConsoleThatWasClosedOverTenThousandDueTimesTellsThemInAHundredAndOneRows() {
        Schedule schedule = create("minutes", "* * * * *", "UTC", MissedPolicy.RUN_ONCE);

        // The last due time but one is missed by ten seconds.
        closedFor(Duration.ofMinutes(10_000).plusSeconds(80));
        console.wakeAndFinish();

        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs).filteredOn(run -> run.status() == RunStatus.MISSED).hasSize(101);
        assertThat(runs).filteredOn(run -> run.status() == RunStatus.SUCCEEDED).hasSize(1);
        assertThat(console.eventsOf(caller, "schedule.missed"))
                .singleElement()
                .satisfies(event -> assertThat(event.data()).containsEntry("count", 10_000));
    }

    @Test
    void aClockThatJumpsForwardTellsWhatItLeftOutAndLeavesWhatRunsAlone() {
        Schedule schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "long", "srv_own", "wait", "0 * * * *", null, null, null, Overlap.SKIP, null));
        ScheduleRun run = console.runs().start(caller, schedule.id());
        console.schedules().fill();
        Awaiting.until(() -> console.host.started.size() == 1);

        state.clock().advance(Duration.ofDays(1));
        console.wake();
        console.beat();

        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(console.runsOf(caller, schedule))
                .filteredOn(each -> each.status() == RunStatus.MISSED)
                .as("the last is late by less than a minute, so skipped")
                .hasSize(23);
        console.host.release();
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void aTimeInTheGapRunsAtItsEndAndOneThatComesTwiceRunsOnce() {
        Schedule daily = create("daily", "30 2 * * *", "Europe/Berlin", MissedPolicy.SKIP);
        Schedule pace = create("pace", "30 * * * *", "Europe/Berlin", MissedPolicy.SKIP);
        state.clock().set(Instant.parse("2026-03-28T23:59:00Z"));
        console.service().pauseAll(caller);
        console.wakeAndFinish();
        console.service().resumeAll(caller);
        passQuarters(12);
        assertThat(due(daily)).containsExactly("2026-03-29T01:00:00Z");
        assertThat(due(pace)).containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");

        console.service().pauseAll(caller);
        state.clock().set(Instant.parse("2026-10-24T23:59:00Z"));
        console.wakeAndFinish();
        console.service().resumeAll(caller);
        passQuarters(12);
        assertThat(due(daily)).containsExactly("2026-03-29T01:00:00Z", "2026-10-25T00:30:00Z");
        assertThat(due(pace))
                .hasSize(6)
                .endsWith("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z");
        assertThat(console.host.started).hasSize(8);
    }

    private void passQuarters(int count) {
        for (int i = 0; i < count; i++) {
            state.clock().advance(Duration.ofMinutes(15));
            // On the quarter itself.
            state.clock().set(Instant.ofEpochSecond(state.clock().instant().getEpochSecond() / 900 * 900));
            console.wakeAndFinish();
        }
    }

    @Test
    void aServerThatIsGoneAtTheDueTimeFailsTheRunOnceAndSaysWhy() throws IOException {
        AtomicReference<HandConsole> real = new AtomicReference<>();
        try (HandConsole over =
                new HandConsole(state, caller, "srv_own", SchedulePace.STANDARD, server -> host(real, server))) {
            real.set(over);
            Server gone = over.servers()
                    .service()
                    .create(
                            caller,
                            new ServerDraft(
                                    "gone",
                                    ServerKind.SSH,
                                    "127.0.0.1",
                                    FreePort.next(),
                                    "root",
                                    new ServerDraft.Auth(
                                            ServerAuthType.PASSWORD,
                                            SecretChange.keep(),
                                            SecretChange.keep(),
                                            new SecretChange.Replace("secret"))));
            Schedule schedule = over.service()
                    .create(
                            caller,
                            new ScheduleDraft("away", gone.id(), "true", "* * * * *", null, null, null, null, null));
            state.clock().advance(Duration.ofMinutes(1));
            over.wakeAndFinish();
            over.wakeAndFinish();
            assertThat(over.runsOf(caller, schedule)).singleElement().satisfies(run -> {
                assertThat(run.status()).isEqualTo(RunStatus.FAILED);
                assertThat(run.exitCode()).isNull();
                assertThat(run.error()).contains("refuses connections");
            });
            assertThat(over.eventsOf(caller, "schedule.failed")).hasSize(1);
        }
    }

    private static Host host(AtomicReference<HandConsole> console, Server server) {
        return Objects.requireNonNull(console.get()).servers().hosts().of(server);
    }

    @Test
    void manyThatAreDueInOneSecondRunOnceEach() {
        int many = 250;
        List<Schedule> schedules = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            schedules.add(create("s-" + i, "0 4 * * *", "UTC", MissedPolicy.SKIP));
        }
        state.clock().set(Instant.parse("2026-01-02T04:00:00.500Z"));
        Awaiting.until(() -> {
            // The library takes some at a time.
            console.wakeDue();
            console.schedules().fill();
            return console.service().lastRuns(caller).size() == many;
        });
        console.finishAll();
        assertThat(console.host.started).hasSize(many);
        assertThat(console.service().lastRuns(caller)).hasSize(many);
        schedules.forEach(each -> assertThat(console.runsOf(caller, each))
                .singleElement()
                .satisfies(run -> assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED)));
    }

    @Test
    void whatIsSaidToRunHereAndDoesNotIsEnded() {
        Schedule schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "lost", "srv_own", "wait", "0 4 * * *", null, null, null, Overlap.SKIP, null));
        ScheduleRun run = console.runs().start(caller, schedule.id());
        console.schedules().fill();
        Awaiting.until(() -> console.host.started.size() == 1);
        console.beat();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.RUNNING);

        console.settleLost();

        ScheduleRun ended = console.runs().get(caller, schedule.id(), run.id());
        assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
        assertThat(ended.error()).contains("not known");
        console.host.release();
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id())).isEqualTo(ended);
    }

    @Test
    void aStateThatFailsInTheMidstOfAClaimLeavesNoJobBehind() {
        Schedule schedule = create("claimed", "0 4 * * *", "UTC", MissedPolicy.SKIP);
        for (String table : List.of("schedule_run", "job")) {
            String refusal = table.equals("job") ? "INSERT ON job" : "UPDATE ON schedule_run";
            state.store()
                    .change(tx -> tx.handle()
                            .execute("CREATE TRIGGER broken BEFORE " + refusal
                                    + " BEGIN SELECT RAISE(ABORT, 'broken'); END"));
            ScheduleRun run = console.runs().start(caller, schedule.id());
            console.schedules().fill();
            assertThat(console.runs().get(caller, schedule.id(), run.id()).status())
                    .isEqualTo(RunStatus.QUEUED);
            // A look that the start of the run woke may be in the midst of a claim of its own.
            Awaiting.until(() -> console.jobs().running(caller).isEmpty());

            state.store().change(tx -> tx.handle().execute("DROP TRIGGER broken"));
            console.finishAll();
            assertThat(console.runs().get(caller, schedule.id(), run.id()).status())
                    .isEqualTo(RunStatus.SUCCEEDED);
        }
    }

    @Test
    void aWakeUpOfThePlaceWhereItWasBeforeBringsNothing() {
        Schedule schedule = create("moved", "* * * * *", "UTC", MissedPolicy.SKIP);
        state.store()
                .change(tx -> console.timers()
                        .set(
                                tx,
                                new DueTime(
                                        "schedule",
                                        schedule.id(),
                                        null,
                                        state.clock().instant())));

        console.passMinutes(2);

        assertThat(console.runsOf(caller, schedule)).hasSize(2).allMatch(run -> "srv_own".equals(run.onlyHome()));
    }
}
