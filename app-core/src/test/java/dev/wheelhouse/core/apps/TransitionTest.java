package dev.wheelhouse.core.apps;

import static dev.wheelhouse.core.apps.AppSnapshots.ended;
import static dev.wheelhouse.core.apps.AppSnapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.ObservedEvent.Kind;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionTest {

    private AppState state = AppState.NEW;

    private List<Kind> see(boolean well, Instance... instances) {
        Transition transition = Transition.between(state, AppSnapshots.of(Duration.ofSeconds(1), instances), well);
        state = transition.after();
        return transition.observed().stream().map(ObservedEvent::kind).toList();
    }

    private List<Kind> see(Instance... instances) {
        return see(false, instances);
    }

    private void startedByAPerson(Instance instance) {
        state = state.settled(Wanted.RUNNING, AppSnapshots.of(Duration.ofSeconds(1), instance));
    }

    @Test
    void theFirstLookTellsNothingAndTakesWhatItFindsForWanted() {
        assertThat(see(running("a", "1", 5))).isEmpty();
        assertThat(state.wanted()).isEqualTo(Wanted.RUNNING);
        assertThat(state.restartsIn(AppSnapshots.of(Duration.ZERO, running("a", "1", 5))))
                .isZero();
        state = AppState.NEW;
        assertThat(see(ended("a", "", null))).isEmpty();
        assertThat(state.wanted()).isEqualTo(Wanted.STOPPED);
    }

    @Test
    void changesNothingWhileNothingHappens() {
        startedByAPerson(running("a", "1", 0));
        AppState before = state;
        assertThat(see(true, running("a", "1", 0))).isEmpty();
        assertThat(state).isEqualTo(before);
    }

    @Test
    void tellsACrashOnceUntilItIsWellAgain() {
        startedByAPerson(running("a", "1", 0));
        assertThat(see(ended("a", "1", 137))).containsExactly(Kind.CRASHED);
        assertThat(see(ended("a", "1", 137))).isEmpty();
        assertThat(see(running("a", "2", 1))).isEmpty();
        assertThat(see(ended("a", "2", 1))).containsExactly(Kind.CRASHED_AGAIN);
        assertThat(see(running("a", "3", 2))).isEmpty();
        assertThat(see(true, running("a", "3", 2))).containsExactly(Kind.RECOVERED);
        assertThat(see(true, running("a", "3", 2))).isEmpty();
        assertThat(state.restartsIn(AppSnapshots.of(Duration.ZERO, running("a", "3", 2))))
                .isEqualTo(2);
        assertThat(see(ended("a", "3", 1))).containsExactly(Kind.CRASHED);
    }

    @Test
    void tellsARestartThatHappenedWhileNobodyLooked() {
        startedByAPerson(running("a", "1", 0));
        assertThat(see(running("a", "7", 3))).containsExactly(Kind.CRASHED);
        assertThat(see(true, running("a", "7", 3))).containsExactly(Kind.RECOVERED);
    }

    @Test
    void tellsARunThatBeganAndEndedWhileNobodyLooked() {
        startedByAPerson(running("a", "1", 0));
        assertThat(see(ended("a", "1", 0))).containsExactly(Kind.STOPPED);
        assertThat(see(ended("a", "2", 3))).containsExactly(Kind.CRASHED);
    }

    @Test
    void anEndThatNobodySawIsACrashUnlessItShouldHaveEnded() {
        startedByAPerson(running("a", "1", 0));
        assertThat(see(ended("a", "1", null))).containsExactly(Kind.CRASHED);
        startedByAPerson(running("a", "2", 0));
        state = state.wanting(Wanted.STOPPED);
        assertThat(see(ended("a", "2", null))).containsExactly(Kind.STOPPED);
    }

    @Test
    void whatAPersonStoppedHasNotCrashedWhateverItsCode() {
        startedByAPerson(running("a", "1", 0));
        state = state.wanting(Wanted.STOPPED);
        assertThat(see(ended("a", "1", 143))).containsExactly(Kind.STOPPED);
        startedByAPerson(running("a", "2", 0));
        state = state.wanting(Wanted.STOPPED);
        assertThat(see(running("a", "3", 1))).containsExactly(Kind.STARTED);
    }

    @Test
    void whatIsStartedElsewhereIsToldAndWanted() {
        assertThat(see(ended("a", "", null))).isEmpty();
        assertThat(see(running("a", "1", 0))).containsExactly(Kind.STARTED);
        assertThat(state.wanted()).isEqualTo(Wanted.RUNNING);
        assertThat(see(running("a", "2", 0))).containsExactly(Kind.STARTED);
    }

    @Test
    void aCopyThatIsGoneHasCrashed() {
        state = state.settled(
                Wanted.RUNNING, AppSnapshots.of(Duration.ZERO, running("a-1", "1", 0), running("a-2", "2", 0)));
        assertThat(see(running("a-1", "1", 0))).containsExactly(Kind.CRASHED);
        assertThat(see(true, running("a-1", "1", 0), running("a-2", "3", 0))).containsExactly(Kind.RECOVERED);
    }

    /** States of earlier versions have the app's name, which may be another one by now. */
    @Test
    void aProcessIsTheSameUnderWhateverNameItWasSeen() {
        startedByAPerson(running("old-name", "1", 2));
        assertThat(see(running(Instance.PROCESS, "1", 2))).isEmpty();
        assertThat(state.restartsIn(AppSnapshots.of(Duration.ZERO, running(Instance.PROCESS, "1", 2))))
                .isZero();
        startedByAPerson(running("old-name", "1", 0));
        assertThat(see(ended(Instance.PROCESS, "1", 0))).containsExactly(Kind.STOPPED);
        assertThat(see(running(Instance.PROCESS, "2", 0))).containsExactly(Kind.STARTED);
    }
}
