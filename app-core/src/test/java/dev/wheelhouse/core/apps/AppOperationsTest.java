package dev.wheelhouse.core.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of starts and stops that meet others, or that fail halfway. */
class AppOperationsTest {

    @TempDir
    private Path directory;

    private final FakeRuntime runtime = new FakeRuntime(RuntimeKind.PROCESS);
    private OpenApps open;
    private AppService apps;
    private Caller caller;
    private App app;

    @BeforeEach
    void open() {
        open = new OpenApps(StateKind.SQLITE, directory, runtime);
        apps = open.service();
        caller = open.caller();
        app = apps.create(caller, OpenApps.process("api", RestartPolicy.ALWAYS, null));
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void aStartAsksTheServerTwice() {
        apps.start(caller, app.id());
        assertThat(runtime.looks()).isEqualTo(1);
        assertThat(runtime.calls()).containsExactly("start api");
    }

    private static ErrorCode refused(ThrowingCallable call) {
        AppException refused = catchThrowableOfType(AppException.class, call);
        assertThat(refused).as("it was not refused").isNotNull();
        return refused.errorCode();
    }

    private List<String> kinds() {
        return open.kinds(app.id());
    }

    private AppState stored() {
        return open.state()
                .store()
                .read(tx -> new JdbcAppStateStore().find(tx, app.id()))
                .orElseThrow();
    }

    /** As another console's watch would. */
    private void seenElsewhere(Instance instance) {
        open.state()
                .store()
                .change(tx -> new JdbcAppStateStore()
                        .update(
                                tx,
                                app.id(),
                                Transition.between(stored(), AppSnapshots.of(Duration.ofSeconds(9), instance), false)
                                        .after()));
    }

    private static void isWaiting(Thread thread) {
        try {
            Awaiting.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void startsNoAppThatWasDeletedWhileItWaited() throws Exception {
        FutureTask<AppStatus> start = new FutureTask<>(() -> apps.start(caller, app.id()));
        runtime.whileRemoving(_ -> {
            Thread thread = new Thread(start);
            thread.start();
            isWaiting(thread);
        });
        apps.delete(caller, app.id(), null);
        assertThat(refused(() -> {
                    try {
                        start.get(30, TimeUnit.SECONDS);
                    } catch (ExecutionException e) {
                        throw e.getCause();
                    }
                }))
                .isEqualTo(PlatformError.NOT_FOUND);
        assertThat(runtime.started()).isEmpty();
    }

    @Test
    void startsAnAppAsItIsOnceItsTurnHasCome() throws Exception {
        FutureTask<App> change =
                new FutureTask<>(() -> apps.update(caller, app.id(), OpenApps.process("web", null), null));
        FutureTask<AppStatus> restart = new FutureTask<>(() -> apps.restart(caller, app.id()));
        runtime.whileStarting(_ -> {
            runtime.whileStarting(_ -> {});
            for (FutureTask<?> each : List.of(change, restart)) {
                Thread thread = new Thread(each);
                thread.start();
                isWaiting(thread);
            }
        });
        apps.start(caller, app.id());
        change.get(30, TimeUnit.SECONDS);
        restart.get(30, TimeUnit.SECONDS);
        assertThat(runtime.calls()).containsExactly("start api", "stop web", "start web");
    }

    @Test
    void leavesRunningWhatItKnowsThatItCouldNotStartAgain() {
        apps.start(caller, app.id());
        runtime.refusePreparation(new AppException(AppError.IMAGE_MISSING, "There is no image."));
        assertThat(refused(() -> apps.restart(caller, app.id()))).isEqualTo(AppError.IMAGE_MISSING);
        assertThat(runtime.calls()).containsExactly("start api");
        assertThat(stored().isWantedRunning()).isTrue();
        assertThat(kinds()).containsExactly("app.created", "app.started");
    }

    @Test
    void tellsThatWhatWasStoppedDidNotComeBack() {
        apps.start(caller, app.id());
        runtime.refuseStarts(new AppException(AppError.IMAGE_MISSING, "There is no image."));
        assertThat(refused(() -> apps.restart(caller, app.id()))).isEqualTo(AppError.IMAGE_MISSING);
        assertThat(kinds()).containsExactly("app.created", "app.started", "app.stopped");
        assertThat(open.events(app.id()).getLast().data().get("detail"))
                .asString()
                .contains("did not start")
                .contains("There is no image.");
        assertThat(apps.status(caller, app.id()).state()).isEqualTo(AppStatus.State.STOPPED);
        assertThat(kinds()).hasSize(3);
    }

    @Test
    void theReasonOfAFailedStartIsOneLineBesideItsLines() {
        runtime.refuseStarts(StartFailure.of("It ended at once.", List.of("the port is taken", "bye")));
        assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(open.events(app.id()).getLast().data())
                .containsEntry("detail", "It did not start. It ended at once.")
                .containsEntry("lines", List.of("the port is taken", "bye"));
    }

    @Test
    void anAppThatCouldNotBeStoppedIsWantedAsBefore() {
        apps.start(caller, app.id());
        runtime.whileStopping(_ -> {
            throw new AppException(PlatformError.STATE_INVALID, "It cannot be ended.");
        });
        assertThat(refused(() -> apps.restart(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(stored().isWantedRunning()).isTrue();
        assertThat(kinds()).containsExactly("app.created", "app.started");
    }

    @Test
    void aStartThatIsLateIsNoCrash() {
        runtime.whileStarting(_ -> runtime.set(app.id(), runtime.running("late", 0, 0)));
        runtime.refuseStarts(new AppException(PlatformError.STATE_INVALID, "It is not up after 10 s."));
        assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(stored().isWantedRunning()).isTrue();
        assertThat(apps.status(caller, app.id()).state()).isEqualTo(AppStatus.State.RUNNING);
        assertThat(kinds()).containsExactly("app.created", "app.started");
    }

    @Test
    void aStartThatItsRuntimeTriesAgainIsNoCrash() {
        runtime.whileStarting(_ -> runtime.set(app.id(), runtime.pending("run", 1)));
        runtime.refuseStarts(new AppException(PlatformError.STATE_INVALID, "It did not stay up."));
        assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(stored().isWantedRunning()).isTrue();
        assertThat(apps.status(caller, app.id()).state()).isEqualTo(AppStatus.State.RESTARTING);
        assertThat(kinds()).containsExactly("app.created");
    }

    @Test
    void nothingIsLeftOfAStartThatFailed() {
        runtime.whileStarting(_ -> runtime.set(app.id(), runtime.ended("run", 1, 0)));
        runtime.refuseStarts(new AppException(PlatformError.STATE_INVALID, "It ended again."));
        assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(runtime.calls()).containsExactly("start api", "stop api");
        assertThat(kinds()).containsExactly("app.created", "app.crashed");
    }

    @Test
    void doesNotTellAgainWhatAnotherConsoleHasTold() {
        runtime.whileStarting(_ -> seenElsewhere(runtime.running("run1", 0, 0)));
        apps.start(caller, app.id());
        assertThat(kinds()).as("the other one told the start").containsExactly("app.created");
        runtime.whileStopping(_ -> seenElsewhere(runtime.ended("run1", 143, 0)));
        apps.stop(caller, app.id());
        assertThat(kinds()).as("and the end").containsExactly("app.created");
    }

    @Test
    void startsTheCopiesThatAreMissing() {
        apps.start(caller, app.id());
        runtime.set(app.id(), AppSnapshots.running("api-1", "1", 0), AppSnapshots.ended("api-2", "2", 1));
        assertThat(apps.status(caller, app.id()).state()).isEqualTo(AppStatus.State.DEGRADED);
        assertThat(apps.start(caller, app.id()).state()).isEqualTo(AppStatus.State.RUNNING);
        assertThat(runtime.calls()).containsExactly("start api", "start api");
    }
}
