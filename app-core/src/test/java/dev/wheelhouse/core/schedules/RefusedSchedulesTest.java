package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A due time, during which one change of the state fails: the first, the second and so on. */
@Timeout(120) // A console for each commit that fails.
class RefusedSchedulesTest {

    private static final String HOME = "srv_own";
    private static final Instant START = Instant.parse("2026-01-02T03:00:30Z");

    @TempDir
    private Path directory;

    private static Stream<Arguments> troubles() {
        return Stream.of(StateKind.values())
                .limit(LongRun.of(1, 2))
                .flatMap(kind -> Stream.of(Trouble.values()).map(trouble -> Arguments.of(kind, trouble)));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void eachDueTimeHasItsRunAfterwards(StateKind kind, Trouble trouble) {
        boolean met = true;
        for (int nth = 1; met; nth++) {
            try (OpenState state = open(kind, nth)) {
                Caller caller = state.organizations().newOrganization();
                try (HandConsole console = new HandConsole(state, caller, HOME)) {
                    Schedule schedule = everyMinute(console, caller);
                    met = isMet(state, console, trouble, nth);
                    Awaiting.until(() -> isBeat(console) && isOver(state, console, caller));
                    assertGoesOn(state, console, caller, schedule, firstEnds(trouble));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void eachDueTimeHasItsRunAfterARestart(StateKind kind, Trouble trouble) {
        boolean met = true;
        for (int nth = 1; met; nth++) {
            OpenState state = open(kind, nth);
            Caller caller = state.organizations().newOrganization();
            Schedule schedule;
            try (HandConsole console = new HandConsole(state, caller, HOME)) {
                schedule = everyMinute(console, caller);
                met = isMet(state, console, trouble, nth);
            }
            try (OpenState again = state.restarted(nth + 1);
                    HandConsole console = new HandConsole(again, caller, HOME)) {
                assertGoesOn(again, console, caller, schedule, firstEnds(trouble));
            }
        }
    }

    private OpenState open(StateKind kind, int nth) {
        OpenState state = OpenState.create(kind, directory.resolve("home" + nth));
        state.clock().set(START);
        return state;
    }

    private static Schedule everyMinute(HandConsole console, Caller caller) {
        return console.service()
                .create(caller, new ScheduleDraft("s", HOME, "x", "* * * * *", null, null, null, Overlap.QUEUE, null));
    }

    /** Comes to the first due time. @return whether the trouble was met */
    private static boolean isMet(OpenState state, HandConsole console, Trouble trouble, int nth) {
        state.clock().advance(Duration.ofMinutes(1));
        state.commits().fail(trouble, nth);
        try {
            console.wake();
        } catch (AppException _) {
            // Those that look every second try again.
        }
        console.awaitIdle();
        return state.commits().end();
    }

    /** While the state is taken for away one asks it at a time, and that may be another. */
    private static boolean isBeat(HandConsole console) {
        try {
            console.beat();
            return true;
        } catch (AppException _) {
            return false;
        }
    }

    /**
     * An end that the state did not take is written again half a second later, and what a sign of life settles may begin
     * the next run.
     */
    private static boolean isOver(OpenState state, HandConsole console, Caller caller) {
        return console.schedules().isIdle()
                && console.jobs().running(caller).isEmpty()
                && state.unfinishedJobs(HOME).isEmpty();
    }

    private static Set<RunStatus> firstEnds(Trouble trouble) {
        // Where nobody knows whether it began, it is not begun again.
        return trouble == Trouble.ANSWER_LOST
                ? EnumSet.of(RunStatus.SUCCEEDED, RunStatus.FAILED)
                : EnumSet.of(RunStatus.SUCCEEDED);
    }

    private static void assertGoesOn(
            OpenState state, HandConsole console, Caller caller, Schedule schedule, Set<RunStatus> firstEnds) {
        assertThat(console.jobs().running(caller)).extracting(Job::id).isEmpty();
        assertThat(state.unfinishedJobs(HOME)).isEmpty();
        assertThat(console.runsOf(caller, schedule)).noneMatch(each -> each.status() == RunStatus.RUNNING);
        // What could not be handled is due again after 10 s.
        state.clock().advance(Duration.ofSeconds(15));
        console.wakeAndFinish();
        state.clock().advance(Duration.ofSeconds(45));
        console.wakeAndFinish();
        List<ScheduleRun> runs = console.runsOf(caller, schedule);
        assertThat(runs).extracting(ScheduleRun::dueAt).containsExactly(START.plusSeconds(90), START.plusSeconds(30));
        assertThat(runs.getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(runs.getLast().status()).isIn(firstEnds);
    }
}
