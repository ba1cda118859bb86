package dev.wheelhouse.core.apps;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AppWatchTest {

    @TempDir
    private Path directory;

    private final FakeRuntime processes = new FakeRuntime(RuntimeKind.PROCESS);
    private final FakeRuntime units = new FakeRuntime(RuntimeKind.SYSTEMD);

    private static AppDraft unit(String name, RestartPolicy restart) {
        return new AppDraft(
                name,
                OpenApps.SERVER,
                RuntimeKind.SYSTEMD,
                restart,
                null,
                null,
                null,
                name + ".service",
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static AppStatus status(OpenApps open, App app) {
        return requireNonNull(open.service().statuses(open.caller()).get(app.id()));
    }

    private static AppStatus.State state(OpenApps open, App app) {
        return status(open, app).state();
    }

    @ParameterizedTest
    @EnumSource
    void tellsACrashWithTheLastLinesAndARecovery(StateKind kind) throws Exception {
        try (OpenApps open = new OpenApps(kind, directory, processes)) {
            Caller caller = open.caller();
            App app = open.service()
                    .create(caller, OpenApps.process("api", RestartPolicy.ALWAYS, Map.of("TOKEN", "open-sesame")));
            assertThat(state(open, app)).isEqualTo(AppStatus.State.UNKNOWN);
            open.apps().start();
            open.service().start(caller, app.id());
            processes.set(app.id(), processes.ended("run1", 137, 0));
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            Awaiting.until(() -> state(open, app) == AppStatus.State.RESTARTING);
            Event crash = open.events(app.id()).getLast();
            assertThat(crash.data())
                    .containsEntry("exitCode", 137)
                    .containsEntry("instance", "one")
                    .containsEntry("lines", List.of("token=***", "out of memory"));

            processes.set(app.id(), processes.running("run2", 1, 0));
            Awaiting.until(() -> status(open, app).running());
            assertThat(state(open, app)).isEqualTo(AppStatus.State.RESTARTING);
            assertThat(open.kinds(app.id())).doesNotContain("app.recovered");
            processes.says(new LogLine(null, LogStream.STDERR, null, "out of patience"));
            processes.set(app.id(), processes.ended("run2", 3, 1));
            Awaiting.until(() -> !status(open, app).running());
            assertThat(requireNonNull(status(open, app).lastCrash()).exitCode()).isEqualTo(3);
            assertThat(requireNonNull(status(open, app).lastCrash()).lines()).endsWith("out of patience");
            processes.set(app.id(), processes.running("run3", 2, 0));
            Awaiting.until(() -> status(open, app).running());
            processes.passTime(Duration.ofSeconds(31).toNanos());
            Awaiting.until(() -> open.kinds(app.id()).contains("app.recovered"));
            // The event is kept before the state is shown.
            Awaiting.until(() -> state(open, app) == AppStatus.State.RUNNING);
            assertThat(status(open, app).restarts()).isEqualTo(2);
            assertThat(status(open, app).lastCrash()).isNull();
            assertThat(open.kinds(app.id()))
                    .containsExactly("app.created", "app.started", "app.crashed", "app.recovered");
            assertThat(processes.calls()).containsExactly("start api");
        }
    }

    /** An engine or a supervisor is quicker than a look, and the new run may say much at once. */
    @Test
    void tellsTheLastLinesOfTheRunThatCrashedNotOfTheNextOne() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, processes)) {
            App app = open.service().create(open.caller(), OpenApps.process("api", RestartPolicy.ALWAYS, null));
            processes.says(
                    new LogLine(Instant.EPOCH.minusMillis(200), LogStream.STDERR, null, "out of cheese"),
                    new LogLine(Instant.EPOCH, LogStream.STDOUT, null, "here we are again"));
            open.apps().start();
            open.service().start(open.caller(), app.id());
            processes.set(app.id(), processes.running("run2", 1, 0));
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            assertThat(open.events(app.id()).getLast().data()).containsEntry("lines", List.of("out of cheese"));
        }
    }

    @Test
    void tellsThemHoweverMuchTheNextRunHasSaid() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, processes)) {
            App app = open.service().create(open.caller(), OpenApps.process("api", RestartPolicy.ALWAYS, null));
            List<LogLine> said = new ArrayList<>();
            for (int i = 0; i < 15_000; i++) {
                said.add(new LogLine(Instant.EPOCH.minusMillis(1500), LogStream.STDOUT, null, "all is well"));
            }
            said.add(new LogLine(Instant.EPOCH.minusMillis(1200), LogStream.STDERR, null, "out of cheese"));
            for (int i = 0; i < 25_000; i++) {
                said.add(new LogLine(Instant.EPOCH, LogStream.STDOUT, null, "here we are again"));
            }
            processes.says(said.toArray(LogLine[]::new));
            open.apps().start();
            open.service().start(open.caller(), app.id());
            processes.set(app.id(), processes.running("run2", 1, 0));
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            assertThat(open.events(app.id()).getLast().data().get("lines"))
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .hasSize(20)
                    .endsWith("all is well", "out of cheese");
        }
    }

    @Test
    void tellsTheLastLineHoweverLongItIs() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, processes)) {
            App app = open.service().create(open.caller(), OpenApps.process("api", RestartPolicy.NEVER, null));
            processes.says(
                    new LogLine(null, LogStream.STDOUT, null, "before"),
                    new LogLine(null, LogStream.STDERR, null, "panic: " + "x".repeat(10_000)));
            open.apps().start();
            open.service().start(open.caller(), app.id());
            processes.set(app.id(), processes.ended("run1", 2, 0));
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            assertThat(open.events(app.id()).getLast().data().get("lines"))
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .last()
                    .asString()
                    .startsWith("panic: xxx")
                    .hasSize(501);
        }
    }

    @Test
    void tellsTheLinesOfTheCopyThatCrashedThoughOthersSayMuch() throws Exception {
        FakeRuntime containers = new FakeRuntime(RuntimeKind.CONTAINER);
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, containers)) {
            AppDraft draft = new AppDraft(
                    "shop",
                    OpenApps.SERVER,
                    RuntimeKind.CONTAINER,
                    null,
                    null,
                    null,
                    null,
                    null,
                    "team/shop:3",
                    null,
                    null,
                    null,
                    null,
                    2,
                    null);
            App app = open.service().create(open.caller(), draft);
            List<LogLine> said = new ArrayList<>();
            said.add(new LogLine(null, LogStream.STDERR, "one", "out of cheese"));
            for (int i = 0; i < 100; i++) {
                said.add(new LogLine(null, LogStream.STDOUT, "two", "all is well"));
            }
            containers.says(said.toArray(LogLine[]::new));
            open.apps().start();
            open.service().start(open.caller(), app.id());
            containers.set(app.id(), containers.ended("run1", 2, 0));
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            assertThat(open.events(app.id()).getLast().data()).containsEntry("lines", List.of("out of cheese"));
        }
    }

    @Test
    void tellsOnceWhatHappenedWhileTheConsoleWasAway() throws Exception {
        App app;
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, processes)) {
            app = open.service().create(open.caller(), OpenApps.process("api", null));
            open.service().start(open.caller(), app.id());
            processes.set(app.id(), processes.ended("run1", 1, 0));
            open.apps().start();
            Awaiting.until(() -> open.kinds(app.id()).contains("app.crashed"));
            int looks = processes.looks();
            Awaiting.until(() -> processes.looks() > looks + 3);
            assertThat(open.kinds(app.id())).containsExactly("app.created", "app.started", "app.crashed");
        }
    }

    @Test
    void startsAUnitAgainByTheAppsPolicyAndOnlyWhileItIsWanted() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, units)) {
            Caller caller = open.caller();
            App app = open.service().create(caller, unit("nginx", RestartPolicy.ON_FAILURE));
            open.apps().start();
            open.service().start(caller, app.id());
            units.set(app.id(), units.ended("run1", 1, 0));
            Awaiting.until(() -> units.calls().size() == 2);
            // It is counted once the start has returned, and may be seen running before.
            Awaiting.until(
                    () -> status(open, app).running() && status(open, app).restarts() == 1);
            assertThat(state(open, app)).isEqualTo(AppStatus.State.RESTARTING);
            units.set(app.id(), units.ended("run2", 0, 0));
            Awaiting.until(() -> state(open, app) == AppStatus.State.EXITED);
            open.service().stop(caller, app.id());
            units.set(app.id(), units.ended("run3", 1, 0));
            int looks = units.looks();
            Awaiting.until(() -> units.looks() > looks + 3);
            assertThat(units.calls()).containsExactly("start nginx", "start nginx", "stop nginx");
            assertThat(state(open, app)).isEqualTo(AppStatus.State.STOPPED);
        }
    }

    @Test
    void tellsNothingOfAnAppThatIsAnotherUnitFromNowOn() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, units)) {
            Caller caller = open.caller();
            App app = open.service().create(caller, unit("nginx", RestartPolicy.NEVER));
            open.service().start(caller, app.id());
            Awaiting.until(() -> state(open, app) == AppStatus.State.RUNNING);
            units.set(app.id(), AppSnapshots.ended("caddy.service", "other", 1));
            open.service().update(caller, app.id(), unit("caddy", RestartPolicy.NEVER), null);
            assertThat(open.service().status(caller, app.id()).state()).isEqualTo(AppStatus.State.STOPPED);
            assertThat(open.kinds(app.id())).containsExactly("app.created", "app.started", "app.changed");
        }
    }

    @Test
    void aRuntimeThatDoesNotAnswerHoldsUpNoOther() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, processes, units)) {
            Caller caller = open.caller();
            App good = open.service().create(caller, OpenApps.process("api", null));
            App bad = open.service().create(caller, unit("nginx", RestartPolicy.NEVER));
            units.failLooks(new AppException(PlatformError.UPSTREAM_TIMEOUT, "No answer."));
            open.apps().start();
            open.service().start(caller, good.id());
            Awaiting.until(() -> state(open, good) == AppStatus.State.RUNNING);
            Awaiting.until(() -> "No answer.".equals(status(open, bad).detail()));
            units.failLooks(null);
            Awaiting.until(() -> state(open, bad) == AppStatus.State.STOPPED);
            open.service().delete(caller, bad.id(), null);
            assertThat(open.service().statuses(caller)).containsOnlyKeys(good.id());
        }
    }
}
