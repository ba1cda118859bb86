package dev.wheelhouse.core.apps.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Awaiting;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What apps as processes must do on any host. The host's machine is the test's own. */
abstract class ProcessRules {

    private static final Pattern STAMPED =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z (stdout|stderr) F .*");

    @TempDir
    private Path state;

    private final List<App> made = new ArrayList<>();
    private ProcessRuntime runtime;
    private int next;

    abstract Host host();

    abstract Workers workers();

    /** Closes the host, as when the console ends, and opens it anew. */
    abstract void reopen();

    @BeforeEach
    void makeRuntime() {
        runtime = with(ProcessRuntime.LOG_FILE_BYTES, Map.of());
    }

    private ProcessRuntime with(long logFileBytes, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_STATE_HOME", state.toString());
        ProcessLog.Reading reading =
                new ProcessLog.Reading(workers(), new LineTimes(ZoneOffset.UTC, Clock.systemUTC()));
        return new ProcessRuntime(reading, logFileBytes, Duration.ofSeconds(1), environment);
    }

    @AfterEach
    void removeApps() {
        made.forEach(each -> runtime.remove(host(), each));
    }

    private App app(RestartPolicy restart, String... command) {
        return app(restart, null, Map.of(), command);
    }

    private App app(
            RestartPolicy restart, @Nullable String directory, Map<String, String> environment, String... command) {
        String id = "app_test%d%s".formatted(next++, Long.toString(System.nanoTime(), 36));
        AppSpec spec = new AppSpec.Process(List.of(command), directory, environment);
        App app = new App(id, "org_1", "worker", "srv_1", spec, restart, Instant.EPOCH, 1);
        made.add(app);
        return app;
    }

    private App sh(RestartPolicy restart, String script) {
        return app(restart, "sh", "-c", script);
    }

    private Instance look(App app) {
        return requireNonNull(runtime.look(host(), List.of(app)).get(app.id()))
                .instances()
                .getFirst();
    }

    private Path directory(App app) {
        return state.resolve("wheelhouse/apps").resolve(app.id());
    }

    private List<String> log(App app, String stream) throws Exception {
        Path file = directory(app).resolve(stream.contains(".") ? stream : stream + ".log");
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).allMatch(line -> STAMPED.matcher(line).matches());
        return lines.stream().map(line -> line.split(" ", 4)[3]).toList();
    }

    private AppException refused(App app) {
        AppException refused = catchThrowableOfType(AppException.class, () -> runtime.start(host(), app));
        assertThat(refused).isNotNull();
        assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
        return refused;
    }

    /** One that ended and that nobody waits for, as in a container whose first process does not, is dead as well. */
    private static boolean isAlive(long pid) throws Exception {
        Path stat = Path.of("/proc/" + pid + "/stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }

    private static void kill(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static long pidOf(Instance instance) {
        return requireNonNull(instance.pid());
    }

    private static long pidIn(Path file) throws Exception {
        Awaiting.until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        return Long.parseLong(Files.readString(file).split(" ", 2)[0].strip());
    }

    @Test
    void aProcessKeepsItsNameWhenItsAppGetsAnother() {
        App app = sh(RestartPolicy.NEVER, "sleep 1000");
        runtime.start(host(), app);
        App renamed = new App(
                app.id(), app.organizationId(), "renamed", "srv_1", app.spec(), app.restart(), app.createdAt(), 2);
        assertThat(look(renamed).name()).isEqualTo(look(app).name());
        assertThat(look(renamed).identity()).isEqualTo(look(app).identity());
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
    void whatAStartThatWasKilledHeldIsNoHindrance() throws Exception {
        App app = sh(RestartPolicy.NEVER, "sleep 600");
        Files.createDirectories(directory(app));
        Files.createSymbolicLink(directory(app).resolve("starting"), Path.of("1 7 another-boot"));
        runtime.start(host(), app);
        assertThat(look(app).running()).isTrue();
        assertThat(Files.isSymbolicLink(directory(app).resolve("starting"))).isFalse();
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
        assertThat(refused(failing)).hasMessageContaining("exit code 3").hasMessageContaining("the port is taken");
        Instance ended = look(failing);
        assertThat(ended.running()).isFalse();
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(directory(failing).resolve("supervisor")).doesNotExist();
    }

    @Test
    @Tag("real")
    void endsAProgramThatPutsItselfIntoTheBackgroundAndSaysSo() throws Exception {
        String[] command = {"sh", "-c", "setsid sleep 600 >/dev/null 2>&1 & echo $! > pid"};
        App app = app(RestartPolicy.ALWAYS, state.toString(), Map.of(), command);
        assertThat(refused(app)).hasMessageContaining("Run it in the foreground");
        assertThat(isAlive(pidIn(state.resolve("pid")))).isFalse();
    }

    @Test
    @Tag("real")
    void killsWhatIgnoresTheSignalAndWhatForkedAway() throws Exception {
        String script = "trap '' TERM; (setsid sh -c 'trap \"\" TERM; echo $$ > away; sleep 600 & wait; sleep 600') &"
                + " while :; do sleep 600; done";
        App app = app(RestartPolicy.ALWAYS, state.toString(), Map.of(), "sh", "-c", script);
        runtime.start(host(), app);
        long away = pidIn(state.resolve("away"));
        long pid = pidOf(look(app));
        assertThat(isAlive(away)).isTrue();
        runtime.stop(host(), app);
        assertThat(isAlive(pid)).isFalse();
        assertThat(isAlive(away)).isFalse();
        assertThat(look(app).exitCode()).isEqualTo(137);
    }

    @Test
    @Tag("real")
    void startsAgainWhatCrashedAndTellsHowOften() throws Exception {
        App app = sh(RestartPolicy.ON_FAILURE, "echo began; sleep 600 & wait");
        runtime.start(host(), app);
        Instance first = look(app);
        kill("KILL", pidOf(first));
        Awaiting.until(() -> look(app).running() && !look(app).identity().equals(first.identity()));
        Instance second = look(app);
        assertThat(second.restarts()).isEqualTo(1);
        assertThat(log(app, "stderr")).anyMatch(line -> line.contains("exit code 137 and is started again in 1 s"));
        assertThat(Files.readString(directory(app).resolve("exits"))).endsWith(" 137\n");
        kill("KILL", pidOf(second));
        Awaiting.until(() -> look(app).exitCode() != null);
        assertThat(look(app).detail()).contains("started again");
        // While it waits, a person may start it at once, or stop it for good.
        runtime.start(host(), app);
        assertThat(look(app).running()).isTrue();
        assertThat(look(app).restarts()).isZero();
        kill("KILL", pidOf(look(app)));
        Awaiting.until(() -> !look(app).running());
        runtime.stop(host(), app);
        assertThat(directory(app).resolve("supervisor")).doesNotExist();
        assertThat(look(app).running()).isFalse();
    }

    @Test
    @Tag("real")
    void leavesWhatEndedWellAndWhatShouldNotStartAgain() throws Exception {
        App well = sh(RestartPolicy.ON_FAILURE, "sleep 1.5; exit 0");
        App never = sh(RestartPolicy.NEVER, "sleep 1.5; exit 7");
        runtime.start(host(), well);
        runtime.start(host(), never);
        Awaiting.until(() -> look(well).exitCode() != null && look(never).exitCode() != null);
        Awaiting.until(() -> !Files.exists(directory(well).resolve("supervisor"))
                && !Files.exists(directory(never).resolve("supervisor")));
        assertThat(look(well).exitCode()).isZero();
        assertThat(look(never).exitCode()).isEqualTo(7);
        assertThat(look(never).running()).isFalse();
    }

    @Test
    void readsAndFollowsBothStreamsInTheOrderOfTheirLines() throws Exception {
        bothStreamsStandInOrder();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("real")
    void tellsTimesWhereNoToolKnowsMicroseconds(boolean dateKnowsParts) throws Exception {
        Path tools = Files.createDirectory(state.resolve("bin"));
        tool(tools, "perl", "exit 1");
        tool(tools, "gawk", "exec /usr/bin/mawk \"$@\"");
        if (!dateKnowsParts) {
            tool(tools, "date", "exec /bin/date +%s.");
            tool(tools, "gawk", "exec /usr/bin/busybox awk \"$@\"");
        }
        runtime = with(ProcessRuntime.LOG_FILE_BYTES, Map.of("PATH", tools + ":" + System.getenv("PATH")));
        bothStreamsStandInOrder();
    }

    private static void tool(Path directory, String name, String script) throws IOException {
        Path tool = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    }

    private void bothStreamsStandInOrder() throws Exception {
        App app = sh(
                RestartPolicy.NEVER,
                "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; sleep 0.06; echo err $i >&2; sleep 0.06; done;"
                        + " sleep 600 & wait");
        List<String> written = IntStream.rangeClosed(1, 9)
                .boxed()
                .flatMap(each -> Stream.of("out " + each, "err " + each))
                .toList();
        LogSource log = runtime.log(this::host, app);
        assertThat(log.tail(10, 10_000).lines()).isEmpty();
        Instant before = Instant.now();
        try (LogFollowing following = log.follow(null)) {
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

    @Test
    void knowsAProcessByItsStartAndNotByItsNumberAlone() throws Exception {
        App app = sh(RestartPolicy.ALWAYS, "sleep 600 & wait");
        runtime.start(host(), app);
        Instance before = look(app);
        long supervisor = pidIn(directory(app).resolve("supervisor"));
        // As when the machine went down: nobody is left to write down the end.
        kill("KILL", supervisor);
        Awaiting.until(() -> look(app).detail().contains("supervisor was killed"));
        assertThat(look(app).running()).isTrue();
        kill("KILL", pidOf(before));
        Awaiting.until(() -> !look(app).running());
        assertThat(look(app).exitCode()).isNull();
        assertThat(look(app).identity()).isEqualTo(before.identity());
        // Its number now belongs to another.
        Path run = directory(app).resolve("run");
        String[] words = Files.readString(run).split(" ", -1);
        words[0] = Long.toString(ProcessHandle.current().pid());
        Files.writeString(run, String.join(" ", words));
        assertThat(look(app).running()).isFalse();
        runtime.stop(host(), app);
        runtime.start(host(), app);
        assertThat(look(app).running()).isTrue();
    }

    @Test
    @Tag("real")
    void countsTheTimeOfChildrenThatWereWaitedFor() throws Exception {
        App app = sh(
                RestartPolicy.NEVER,
                "for i in 1 2 3; do sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; done; sleep 600 & wait");
        runtime.start(host(), app);
        Awaiting.until(() -> requireNonNull(look(app).use()).cpuNanos()
                > Duration.ofMillis(100).toNanos());
        long before = 0;
        for (int i = 0; i < 10; i++) {
            long now = requireNonNull(look(app).use()).cpuNanos();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
    }

    @Test
    @Tag("real")
    void keepsEveryLineOverRotatedFiles() throws Exception {
        runtime = with(100_000, Map.of());
        App app = sh(RestartPolicy.NEVER, "seq 1 10000; echo odd >&2; sleep 600 & wait");
        runtime.start(host(), app);
        Awaiting.until(() -> {
            List<String> lines = log(app, "stdout");
            return !lines.isEmpty() && lines.getLast().equals("10000");
        });
        List<String> all = new ArrayList<>();
        for (int i = 7; i > 0; i--) {
            all.addAll(log(app, "stdout.log." + i));
        }
        all.addAll(log(app, "stdout"));
        assertThat(all).hasSize(10000).startsWith("1", "2").endsWith("9999", "10000");
        assertThat(Files.size(directory(app).resolve("stdout.log.1"))).isLessThanOrEqualTo(100_000);
    }

    @Test
    @Tag("real")
    void aFullDiskNeitherEndsNorHoldsUpAProgram() throws Exception {
        App app = app(
                RestartPolicy.NEVER,
                state.toString(),
                Map.of(),
                "sh",
                "-c",
                "i=0; while :; do i=$((i+1)); echo line $i; echo $i > count; sleep 0.01; done");
        Files.createDirectories(directory(app));
        Files.createSymbolicLink(directory(app).resolve("stdout.log"), Path.of("/dev/full"));
        runtime.start(host(), app);
        Awaiting.until(() -> count() > 500);
        Files.delete(directory(app).resolve("stdout.log"));
        Awaiting.until(() -> !log(app, "stdout").isEmpty());
        assertThat(log(app, "stdout").getFirst()).contains("were not kept: there was no room");
        long before = count();
        Awaiting.until(() -> count() > before + 100);
    }

    private long count() throws Exception {
        Path count = state.resolve("count");
        String text = Files.exists(count) ? Files.readString(count).strip() : "";
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    @Test
    @Tag("real")
    void worksWithWhatASmallServerHas() throws Exception {
        Path tools = Files.createDirectory(state.resolve("bin"));
        for (String tool : List.of(
                "sh", "sleep", "date", "tail", "mv", "rm", "mkfifo", "mkdir", "cat", "grep", "wc", "dd", "seq")) {
            Path found = Path.of("/usr/bin/" + tool);
            Files.createSymbolicLink(tools.resolve(tool), Files.exists(found) ? found : Path.of("/bin/" + tool));
        }
        runtime = with(20_000, Map.of("PATH", tools.toString()));
        App app = sh(RestartPolicy.ON_FAILURE, "seq 1 10000; printf end; sleep 600 & wait");
        runtime.start(host(), app);
        Awaiting.until(
                () -> Files.readString(directory(app).resolve("stdout.log")).endsWith("end"));
        StringBuilder all = new StringBuilder();
        for (int i = 7; i > 0; i--) {
            Path file = directory(app).resolve("stdout.log." + i);
            all.append(Files.exists(file) ? Files.readString(file) : "");
        }
        all.append(Files.readString(directory(app).resolve("stdout.log")));
        assertThat(all.toString().lines())
                .startsWith("1", "2")
                .endsWith("9999", "10000", "end")
                .hasSize(10001);
        assertThat(look(app).running()).isTrue();
        long pid = pidOf(look(app));
        runtime.stop(host(), app);
        assertThat(isAlive(pid)).isFalse();
    }
}
