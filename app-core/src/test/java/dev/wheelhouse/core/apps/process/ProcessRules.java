package dev.wheelhouse.core.apps.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What apps as processes must do on any host, as far as the way to it counts. The host's machine is the test's own. */
abstract class ProcessRules {

    private static final Pattern STAMPED =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z (stdout|stderr) F .*");

    private static final ProcessRuntime.Pace PACE = new ProcessRuntime.Pace(Duration.ofSeconds(1), 3);

    @TempDir
    Path state;

    private final List<App> made = new ArrayList<>();
    ProcessRuntime runtime;
    private int next;

    abstract Host host();

    abstract Workers workers();

    /** Closes the host, as when the console ends, and opens it anew. */
    abstract void reopen();

    @BeforeEach
    void makeRuntime() {
        runtime = with(ProcessRuntime.LOG_FILE_BYTES, Map.of());
    }

    ProcessRuntime with(long logFileBytes, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_STATE_HOME", state.toString());
        ProcessLog.Reading reading =
                new ProcessLog.Reading(workers(), new LineTimes(ZoneOffset.UTC, Clock.systemUTC()));
        return new ProcessRuntime(reading, logFileBytes, PACE, environment);
    }

    @AfterEach
    void removeApps() {
        made.forEach(each -> runtime.remove(host(), each));
    }

    App app(RestartPolicy restart, String... command) {
        return app(restart, null, Map.of(), command);
    }

    App app(RestartPolicy restart, @Nullable String directory, Map<String, String> environment, String... command) {
        String id = "app_test%d%s".formatted(next++, Long.toString(System.nanoTime(), 36));
        AppSpec spec = new AppSpec.Process(List.of(command), directory, environment);
        App app = new App(id, "org_1", "worker", "srv_1", spec, restart, Instant.EPOCH, 1);
        made.add(app);
        return app;
    }

    App sh(RestartPolicy restart, String script) {
        return app(restart, "sh", "-c", script);
    }

    Instance look(App app) {
        return requireNonNull(runtime.look(host(), List.of(app)).get(app.id()))
                .instances()
                .getFirst();
    }

    Path directory(App app) {
        return state.resolve("wheelhouse/apps").resolve(app.id());
    }

    List<String> log(App app, String stream) throws Exception {
        Path file = directory(app).resolve(stream.contains(".") ? stream : stream + ".log");
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).allMatch(line -> STAMPED.matcher(line).matches());
        return lines.stream().map(line -> line.split(" ", 4)[3]).toList();
    }

    AppException refused(App app) {
        AppException refused = catchThrowableOfType(AppException.class, () -> runtime.start(host(), app));
        assertThat(refused).isNotNull();
        assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        return refused;
    }

    /** One that ended and that nobody waits for, as in a container whose first process does not, is dead as well. */
    static boolean isAlive(long pid) throws Exception {
        Path stat = Path.of("/proc/" + pid + "/stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }

    static void kill(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    static long pidOf(Instance instance) {
        return requireNonNull(instance.pid());
    }

    static long pidIn(Path file) throws Exception {
        Awaiting.until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        return Long.parseLong(Files.readString(file).split(" ", 2)[0].strip());
    }

    @Test
    void twoConsolesThatStartItAtOnceStartItOnce() throws Exception {
        App app = sh(RestartPolicy.NEVER, "echo started; sleep 600 & wait");
        List<FutureTask<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(new FutureTask<>(() -> {
                runtime.start(host(), app);
                return true;
            }));
        }
        starts.forEach(each -> workers().start(each));
        for (FutureTask<Boolean> each : starts) {
            assertThat(each.get()).isTrue();
        }
        assertThat(log(app, "stdout")).containsExactly("started");
        assertThat(directory(app).resolve("starting")).doesNotExist();
    }

    @Test
    void itsEnvironmentMayHaveAnyNames() throws Exception {
        App app = app(
                RestartPolicy.NEVER,
                "/usr",
                Map.of("place", "/nowhere", "setsid", "/bin/false", "id", "none", "environment", "x=y", "base", "/"),
                "sh",
                "-c",
                "echo \"$PWD $place $setsid $id\"; sleep 600 & wait");
        runtime.start(host(), app);
        assertThat(log(app, "stdout")).containsExactly("/usr /nowhere /bin/false none");
        runtime.stop(host(), app);
        assertThat(look(app).running()).isFalse();
    }

    @Test
    void runsWithItsArgumentsEnvironmentAndDirectoryAsTheyAre() throws Exception {
        String nasty = "it's \"$HOME\" `id` \\ ; & | * ü\nsecond";
        App app = app(
                RestartPolicy.NEVER,
                "/usr",
                Map.of("GREETING", nasty, "PATH", "/bin:/usr/bin"),
                "sh",
                "-c",
                "printf '%s|%s|%s\\n"
                        + "' \"$1\" \"$GREETING\" \"$PWD\"; echo careful >&2; printf unfinished; sleep 600 & wait",
                "sh",
                nasty);
        runtime.start(host(), app);
        Instance running = look(app);
        assertThat(running.running()).isTrue();
        assertThat(running.pid()).isPositive();
        assertThat(running.identity()).isNotEmpty();
        Instance.Use use = requireNonNull(running.use());
        assertThat(use.memoryBytes()).isBetween(100_000L, use.memoryLimitBytes());
        assertThat(log(app, "stdout")).isNotEmpty();
        runtime.start(host(), app);
        assertThat(look(app).identity()).isEqualTo(running.identity());

        runtime.stop(host(), app);
        Instance stopped = look(app);
        assertThat(stopped.running()).isFalse();
        assertThat(stopped.identity()).isEqualTo(running.identity());
        assertThat(stopped.exitCode()).isEqualTo(143);
        assertThat(stopped.endedAt()).isNotNull();
        assertThat(isAlive(pidOf(running))).isFalse();
        String first = nasty.substring(0, nasty.indexOf('\n'));
        assertThat(log(app, "stdout")).containsExactly(first, "second|" + first, "second|/usr", "unfinished");
        assertThat(log(app, "stderr")).contains("careful");
        runtime.stop(host(), app);
        runtime.remove(host(), app);
        assertThat(directory(app)).doesNotExist();
    }

    @Test
    void saysWhyAProgramDidNotStart() throws Exception {
        Path notRunnable = Files.writeString(state.resolve("readme"), "not a program");
        assertThat(refused(app(RestartPolicy.ALWAYS, "no-such-program")))
                .hasMessageContaining("There is no program no-such-program");
        assertThat(refused(app(RestartPolicy.NEVER, notRunnable.toString())))
                .hasMessageContaining("may not be run (exit code 126)");
        assertThat(refused(app(RestartPolicy.NEVER, "/no/such/place", Map.of(), "true")))
                .hasMessageContaining("There is no directory /no/such/place");
        App failing = sh(RestartPolicy.ON_FAILURE, "echo 'the port is taken' >&2; exit 3");
        assertThat(refused(failing))
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("Its last lines:\nthe port is taken\n");
        Instance ended = look(failing);
        assertThat(ended.running()).isFalse();
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.endedAt()).isAfterOrEqualTo(ended.startedAt());
        assertThat(directory(failing).resolve("supervisor")).doesNotExist();
    }

    @Test
    void aFailedStartShowsLinesOfThisRunAlone() throws Exception {
        Path mark = state.resolve("ran." + System.nanoTime());
        App app = sh(
                RestartPolicy.NEVER,
                "[ -e " + mark + " ] && { echo 'the port is taken' >&2; exit 3; }; : >" + mark
                        + "; echo early; echo early >&2; sleep 600");
        runtime.start(host(), app);
        Awaiting.until(() -> log(app, "stderr").contains("early"));
        runtime.stop(host(), app);
        assertThat(refused(app).details())
                .isInstanceOfSatisfying(
                        StartFailure.class,
                        failure -> assertThat(failure.lines())
                                .contains("the port is taken")
                                .doesNotContain("early"));
    }

    @Test
    void readsAndFollowsBothStreamsInTheOrderOfTheirLines() throws Exception {
        bothStreamsStandInOrder();
    }

    void bothStreamsStandInOrder() throws Exception {
        App app = sh(
                RestartPolicy.NEVER,
                "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; sleep 0.15; echo err $i >&2; sleep 0.15; done;"
                        + " sleep 600 & wait");
        List<String> written = IntStream.rangeClosed(1, 9)
                .boxed()
                .flatMap(each -> Stream.of("out " + each, "err " + each))
                .toList();
        LogSource log = runtime.log(this::host, app);
        LogPage nothing = log.tail(10, 10_000);
        assertThat(nothing.lines()).isEmpty();
        Instant before = Instant.now();
        try (LogFollowing following = log.follow(nothing.end())) {
            runtime.start(host(), app);
            List<String> followed = new ArrayList<>();
            Awaiting.until(() -> {
                following
                        .next(Duration.ofMillis(100))
                        .forEach(each -> followed.add(each.line().text()));
                return followed.size() >= written.size();
            });
            assertThat(followed).containsExactlyElementsOf(written);
        }
        List<PlacedLine> lines = log.tail(30, 10_000).lines();
        assertThat(lines).extracting(each -> each.line().text()).containsExactlyElementsOf(written);
        assertThat(lines)
                .extracting(each -> each.line().stream())
                .startsWith(LogStream.STDOUT, LogStream.STDERR, LogStream.STDOUT);
        assertThat(lines)
                .allSatisfy(each -> assertThat(each.line().time())
                        .isBetween(before.minusMillis(20), Instant.now().plusMillis(20)));
        assertThat(lines).extracting(each -> each.line().time()).isSorted().doesNotHaveDuplicates();
        assertThat(lines).allMatch(each -> each.line().instance() == null);
    }

    @Test
    void outlivesTheConsole() throws Exception {
        App app = sh(RestartPolicy.ALWAYS, "while :; do echo tick; sleep 0.2; done");
        runtime.start(host(), app);
        Instance before = look(app);
        reopen();
        int lines = log(app, "stdout").size();
        Awaiting.until(() -> log(app, "stdout").size() > lines + 1);
        assertThat(look(app).identity()).isEqualTo(before.identity());
        assertThat(look(app).running()).isTrue();
    }
}
