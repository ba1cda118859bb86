package dev.wheelhouse.core.apps;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AppServiceTest {

    @TempDir
    private Path directory;

    private final FakeRuntime runtime = new FakeRuntime(RuntimeKind.PROCESS);

    private static ErrorCode refused(ThrowingCallable call) {
        AppException refused = catchThrowableOfType(AppException.class, call);
        assertThat(refused).as("it was not refused").isNotNull();
        return refused.errorCode();
    }

    private static Map<String, @Nullable String> environment(@Nullable String... namesAndValues) {
        Map<String, @Nullable String> environment = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            environment.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return environment;
    }

    @ParameterizedTest
    @EnumSource
    void keepsAppsAndSealsTheirEnvironment(StateKind kind) {
        try (OpenApps open = new OpenApps(kind, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App made = apps.create(
                    caller, OpenApps.process("api", environment("TOKEN", "open-sesame", "MODE", "production")));
            App read = apps.get(caller, made.id());
            assertThat(read).isEqualTo(made);
            assertThat(apps.environmentNames(read)).containsExactly("MODE", "TOKEN");
            assertThat(read.toString()).doesNotContain("sesame");
            assertThat(read.spec()).isInstanceOf(AppSpec.Process.class);

            App changed = apps.update(
                    caller, made.id(), OpenApps.process("api-2", environment("TOKEN", null, "PORT", "8080")), 1L);
            assertThat(changed.revision()).isEqualTo(2);
            assertThat(apps.environmentNames(changed)).containsExactly("PORT", "TOKEN");
            apps.update(caller, made.id(), OpenApps.process("api-2", RestartPolicy.ALWAYS, null), null);
            apps.start(caller, made.id());
            assertThat(AppEnvironment.of(runtime.started().getFirst().spec()))
                    .isEqualTo(Map.of("TOKEN", "open-sesame", "PORT", "8080"));

            assertThat(open.events(made.id()).toString())
                    .doesNotContain("sesame")
                    .contains("TOKEN");
            assertThat(open.kinds(made.id()))
                    .containsExactly("app.created", "app.changed", "app.changed", "app.started");
            assertThat(refused(() -> apps.delete(caller, made.id(), 1L))).isEqualTo(PlatformError.PRECONDITION_FAILED);
            apps.delete(caller, made.id(), 3L);
            assertThat(runtime.calls()).endsWith("remove api-2");
            assertThat(apps.all(caller)).isEmpty();
            assertThat(open.kinds(made.id())).endsWith("app.deleted");
            assertThat(open.state()
                            .store()
                            .<Long>read(tx -> tx.handle()
                                    .createQuery("SELECT count(*) FROM secret")
                                    .mapTo(Long.class)
                                    .one()))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesATakenNameAndAnOldRevision(StateKind kind) {
        try (OpenApps open = new OpenApps(kind, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App one = apps.create(caller, OpenApps.process("one", null));
            App two = apps.create(caller, OpenApps.process("two", null));
            assertThat(refused(() -> apps.create(caller, OpenApps.process("one", null))))
                    .isEqualTo(PlatformError.ALREADY_EXISTS);
            assertThat(refused(() -> apps.update(caller, two.id(), OpenApps.process("one", null), null)))
                    .isEqualTo(PlatformError.ALREADY_EXISTS);
            assertThat(refused(() -> apps.update(caller, two.id(), OpenApps.process("three", null), 9L)))
                    .isEqualTo(PlatformError.PRECONDITION_FAILED);
            assertThat(apps.list(caller, new PageRequest(1, null)).items()).containsExactly(two);
            assertThat(apps.list(caller, new PageRequest(1, two.id())).items()).containsExactly(one);
            Caller stranger = open.state().organizations().newOrganization();
            assertThat(refused(() -> apps.get(stranger, one.id()))).isEqualTo(PlatformError.NOT_FOUND);
            assertThat(refused(() -> apps.start(stranger, one.id()))).isEqualTo(PlatformError.NOT_FOUND);
            assertThat(apps.statuses(stranger)).isEmpty();
            assertThat(refused(() -> apps.create(stranger, OpenApps.process("later", null))))
                    .isEqualTo(PlatformError.VALIDATION_FAILED);
        }
    }

    @Test
    void asksForTheScopeOfEachCall() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            App app = apps.create(open.caller(), OpenApps.process("api", null));
            Map<ThrowingCallable, Set<Scope>> calls = new HashMap<>();
            Caller[] caller = {open.caller()};
            Set<Scope> write = Set.of(Scope.APPS_WRITE, Scope.SERVERS_EXEC);
            calls.put(() -> apps.create(caller[0], OpenApps.process("more", null)), write);
            calls.put(() -> apps.update(caller[0], app.id(), OpenApps.process("api", null), null), write);
            calls.put(() -> apps.delete(caller[0], app.id(), null), write);
            calls.put(() -> apps.forget(caller[0], app.id(), null), write);
            calls.put(() -> apps.start(caller[0], app.id()), Set.of(Scope.APPS_CONTROL));
            calls.put(() -> apps.stop(caller[0], app.id()), Set.of(Scope.APPS_CONTROL));
            calls.put(() -> apps.restart(caller[0], app.id()), Set.of(Scope.APPS_CONTROL));
            calls.put(() -> apps.status(caller[0], app.id()), Set.of(Scope.APPS_READ));
            calls.put(() -> apps.statuses(caller[0]), Set.of(Scope.APPS_READ));
            calls.put(() -> apps.log(caller[0], app.id()), Set.of(Scope.LOGS_READ));
            calls.put(
                    () -> apps.series(caller[0], app.id(), Metric.CPU, MetricRange.HOURS_1),
                    Set.of(Scope.METRICS_READ));
            calls.put(() -> apps.discover(caller[0], OpenApps.SERVER, RuntimeKind.PROCESS), Set.of(Scope.SERVERS_EXEC));
            calls.forEach((call, needed) -> needed.forEach(each -> {
                Set<Scope> others = EnumSet.allOf(Scope.class);
                others.remove(each);
                caller[0] = TestOrganizations.with(open.caller(), others);
                assertThat(refused(call)).isEqualTo(PlatformError.INSUFFICIENT_SCOPE);
            }));
        }
    }

    @Test
    void keepsAServerThatHasApps() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            open.service().create(open.caller(), OpenApps.process("api", null));
            List<String> users = open.state().store().read(tx -> new JdbcAppStore().namesOn(tx, OpenApps.SERVER));
            assertThat(users).containsExactly("api");
        }
    }

    @Test
    void startsOnceAndStopsForGood() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App app = apps.create(caller, OpenApps.process("api", RestartPolicy.ALWAYS, null));
            AppStatus started = apps.start(caller, app.id());
            assertThat(started.running()).isTrue();
            assertThat(started.state()).isEqualTo(AppStatus.State.RUNNING);
            assertThat(started.cpuPercent()).isNull();
            assertThat(started.memUsage()).isEqualTo("12.3MiB / 1.9GiB");
            assertThat(apps.start(caller, app.id()).running()).isTrue();
            assertThat(apps.restart(caller, app.id()).running()).isTrue();
            AppStatus stopped = apps.stop(caller, app.id());
            assertThat(stopped.running()).isFalse();
            assertThat(stopped.state()).isEqualTo(AppStatus.State.STOPPED);
            assertThat(stopped.memUsage()).isNull();
            assertThat(apps.stop(caller, app.id()).state()).isEqualTo(AppStatus.State.STOPPED);
            assertThat(runtime.calls()).containsExactly("start api", "stop api", "start api", "stop api", "stop api");
            assertThat(open.kinds(app.id()))
                    .containsExactly("app.created", "app.started", "app.started", "app.stopped");
        }
    }

    @Test
    void tellsWhyAnAppDidNotStart() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App app = apps.create(caller, OpenApps.process("api", environment("TOKEN", "open-sesame")));
            runtime.refuseStarts(new AppException(PlatformError.STATE_INVALID, "It ended at once. open-sesame is bad"));
            assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(open.kinds(app.id())).containsExactly("app.created", "app.crashed");
            assertThat(open.events(app.id()).getLast().data())
                    .hasEntrySatisfying(
                            "detail",
                            detail -> assertThat((String) detail)
                                    .contains("It ended at once")
                                    .doesNotContain("sesame"));
            assertThat(apps.status(caller, app.id()).state()).isEqualTo(AppStatus.State.STOPPED);
        }
    }

    @Test
    void theSecondOfTwoStartsSeesWhatTheFirstDid() throws Exception {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App app = apps.create(caller, OpenApps.process("api", null));
            CountDownLatch latch = new CountDownLatch(1);
            runtime.hold(latch);
            List<FutureTask<AppStatus>> starts = List.of(
                    new FutureTask<>(() -> apps.start(caller, app.id())),
                    new FutureTask<>(() -> apps.start(caller, app.id())));
            starts.forEach(each -> open.state().workers().start(each));
            latch.countDown();
            for (FutureTask<AppStatus> each : starts) {
                assertThat(each.get(30, TimeUnit.SECONDS).running()).isTrue();
            }
            assertThat(runtime.calls()).containsExactly("start api");
            assertThat(open.kinds(app.id())).containsExactly("app.created", "app.started");
        }
    }

    @Test
    void aServerThatDoesNotAnswerMakesItsAppsUnknown() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App app = apps.create(caller, OpenApps.process("api", null));
            runtime.failLooks(new AppException(PlatformError.UPSTREAM_FAILED, "The server here does not answer."));
            AppStatus status = apps.status(caller, app.id());
            assertThat(status.state()).isEqualTo(AppStatus.State.UNKNOWN);
            assertThat(status.detail()).isEqualTo("The server here does not answer.");
            assertThat(requireNonNull(apps.statuses(caller).get(app.id())).state())
                    .isEqualTo(AppStatus.State.UNKNOWN);
            assertThat(refused(() -> apps.start(caller, app.id()))).isEqualTo(PlatformError.UPSTREAM_FAILED);
        }
    }

    @Test
    void measuresAppsUnderTheirIds() {
        try (OpenApps open = new OpenApps(StateKind.SQLITE, directory, runtime)) {
            AppService apps = open.service();
            Caller caller = open.caller();
            App app = apps.create(caller, OpenApps.process("api", null));
            apps.start(caller, app.id());
            runtime.passTime(Duration.ofSeconds(2).toNanos());
            runtime.set(
                    app.id(), runtime.running("run1", 0, Duration.ofSeconds(3).toNanos()));
            assertThat(apps.status(caller, app.id()).cpuPercent()).isEqualTo(150.0);
            var cpu = apps.series(caller, app.id(), Metric.CPU, MetricRange.MINUTES_15);
            assertThat(cpu.points()).hasSize(1);
            assertThat(cpu.points().getFirst().max()).isEqualTo(150);
            var memory = apps.series(caller, app.id(), Metric.MEMORY, MetricRange.MINUTES_15);
            assertThat(memory.limitBytes()).isEqualTo(2_040_109_465L);
            assertThat(refused(() -> apps.series(caller, app.id(), Metric.SWAP, MetricRange.MINUTES_15)))
                    .isEqualTo(PlatformError.VALIDATION_FAILED);
        }
    }
}
