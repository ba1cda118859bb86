package dev.wheelhouse.core.apps.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.CommandsOnlyHost;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On this machine: the rules of every host, and those of the supervisor, which is the same wherever it runs. */
class ProcessRuntimeTest extends ProcessRules {

    private static Workers workers;
    private static Host host;

    @BeforeAll
    static void open() {
        workers = new Workers();
        host = new LocalHost(workers);
    }

    @AfterAll
    static void close() {
        host.close();
        workers.close();
    }

    @Override
    Host host() {
        return host;
    }

    @Override
    Workers workers() {
        return workers;
    }

    @Override
    void reopen() {
        host.close();
        host = new LocalHost(workers);
    }

    /** By seconds, what a program said last, if it is written late, would pass for a line of the next run. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void knowsWhenARunBeganMoreExactlyThanBySeconds() throws Exception {
        App app = sh(RestartPolicy.NEVER, "sleep 600");
        runtime.start(host(), app);
        Instant began = requireNonNull(look(app).startedAt());
        assertThat(began).isNotEqualTo(began.truncatedTo(ChronoUnit.SECONDS));
    }

    @Test
    void aStartIsOneCommandThatAlsoTellsHowTheAppIsThen() {
        App app = sh(RestartPolicy.NEVER, "sleep 600");
        AtomicInteger commands = new AtomicInteger();
        Host counting = new CommandsOnlyHost() {
            @Override
            public HostProcess start(HostCommand command) {
                throw new UnsupportedOperationException();
            }

            @Override
            public CommandResult run(HostCommand command) {
                commands.incrementAndGet();
                return host().run(command);
            }
        };
        assertThat(runtime.start(counting, app).isRunning()).isTrue();
        assertThat(commands).hasValue(1);
        assertThat(look(app).running()).isTrue();
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
    void whatAStartThatWasKilledHeldIsNoHindrance() throws Exception {
        App app = sh(RestartPolicy.NEVER, "sleep 600");
        Files.createDirectories(directory(app));
        Files.createSymbolicLink(directory(app).resolve("starting"), Path.of("1 7 another-boot"));
        runtime.start(host(), app);
        assertThat(look(app).running()).isTrue();
        assertThat(Files.isSymbolicLink(directory(app).resolve("starting"))).isFalse();
    }

    @Test
    @Real
    void endsAProgramThatPutsItselfIntoTheBackgroundAndSaysSo() throws Exception {
        String[] command = {"sh", "-c", "setsid sleep 600 >/dev/null 2>&1 & echo $! > pid"};
        App app = app(RestartPolicy.ALWAYS, state.toString(), Map.of(), command);
        assertThat(refused(app)).hasMessageContaining("Run it in the foreground");
        assertThat(isAlive(pidIn(state.resolve("pid")))).isFalse();
    }

    @Test
    @Real
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
    @Real
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
    @Real
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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Real
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
    @Real
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
    @Real
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
    @Real
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

    @Test
    @Real
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
        // Its lines have no times, and yet those of the run before are not shown.
        AppSpec failing = new AppSpec.Process(List.of("sh", "-c", "echo 'the port is taken'; exit 3"), null, Map.of());
        App again = new App(app.id(), "org_1", "worker", "srv_1", failing, RestartPolicy.NEVER, Instant.EPOCH, 2);
        assertThat(refused(again).details())
                .isInstanceOfSatisfying(
                        StartFailure.class,
                        failure -> assertThat(failure.lines())
                                .contains("the port is taken")
                                .doesNotContain("10000", "end"));
    }

    private static void tool(Path directory, String name, String script) throws IOException {
        Path tool = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    }

    private long count() throws Exception {
        Path count = state.resolve("count");
        String text = Files.exists(count) ? Files.readString(count).strip() : "";
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }
}
