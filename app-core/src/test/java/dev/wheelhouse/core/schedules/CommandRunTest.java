package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands on the machine of the test. */
@DisabledOnOs(OS.WINDOWS)
class CommandRunTest {

    private static final SchedulePace PACE =
            new SchedulePace(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMillis(500), 4);

    private OpenState state;
    private Caller caller;
    private LocalHost host;
    private HandConsole console;

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(StateKind.SQLITE, directory);
        caller = state.organizations().newOrganization();
        host = new LocalHost(state.workers());
        console = new HandConsole(state, caller, "srv_own", PACE, _ -> host);
    }

    @AfterEach
    void close() {
        console.close();
        host.close();
        state.close();
    }

    private Schedule schedule(String command, long timeoutSeconds) {
        return console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "s", "srv_own", command, "0 0 29 2 *", null, null, timeoutSeconds, null, null));
    }

    private ScheduleRun run(String command, long timeoutSeconds) {
        Schedule schedule = schedule(command, timeoutSeconds);
        ScheduleRun run = console.runs().start(caller, schedule.id());
        console.finishAll();
        return console.runs().get(caller, schedule.id(), run.id());
    }

    @Test
    void takesALineOfTheShellInTheHomeOfTheAccount() {
        ScheduleRun run =
                run("echo \"$WHEELHOUSE_SCHEDULE $WHEELHOUSE_RUN_ID\" | tr a-z A-Z; pwd; echo 'it'\"'\"'s'", 60);
        assertThat(run.outputTail())
                .isEqualTo(
                        "S " + run.id().toUpperCase(Locale.ROOT) + "\n" + System.getProperty("user.home") + "\nit's\n");
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void killsWhatIgnoresTheRequestToEnd() {
        ScheduleRun run = run("trap '' TERM; echo begun; while :; do sleep 0.1; done", 1);
        assertThat(run.status()).isEqualTo(RunStatus.TIMED_OUT);
        assertThat(run.exitCode()).isNull();
        assertThat(run.outputTail()).isEqualTo("begun\n");
        assertThat(run.error()).contains("did not end within 1 s");
        assertThat(console.eventsOf(caller, "schedule.timed_out")).hasSize(1);
        assertThat(console.jobs()
                        .list(caller, new PageRequest(5, null))
                        .items()
                        .getFirst()
                        .status())
                .isEqualTo(JobStatus.FAILED);
    }

    @Test
    void keepsTheBeginningAndTheEndOfWhatIsLong() throws Exception {
        ScheduleRun run = run("echo first; head -c 60000000 /dev/zero | tr '\\0' 'x'; printf '\\nÖlast'", 60);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(run.outputTail())
                .hasSizeLessThanOrEqualTo(OutputTail.LIMIT_BYTES)
                .endsWith("x\nÖlast");
        try (InputStream log = console.runs().log(caller, run.scheduleId(), run.id())) {
            String text = new String(log.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text.length()).isLessThan(5 << 20);
            assertThat(text)
                    .startsWith("first\nxxx")
                    .contains("MiB of output left out here")
                    .endsWith("x\nÖlast");
        }
    }

    @Test
    void endsThoughSomethingHoldsItsOutput() {
        ScheduleRun run = run("sleep 20 & echo done", 60);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(run.outputTail()).isEqualTo("done\n");
    }

    @Test
    void endsThoughSomethingWritesForEver() throws Exception {
        ScheduleRun run = run("(i=0; while [ $i -lt 100 ]; do echo x; sleep 0.1; i=$((i+1)); done) & echo done", 60);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(run.outputTail()).contains("done\n");
        try (InputStream log = console.runs().log(caller, run.scheduleId(), run.id())) {
            assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8)).contains("done\n");
        }
    }

    /** As the program that shows it wrote it; of a gigabyte no more is kept in memory than of a kilobyte. */
    @Test
    @Real
    void aGigabyteCostsNeitherMemoryNorDisk() throws Exception {
        ScheduleRun run = run("echo first; head -c 1073741824 /dev/zero | tr '\\0' 'x'; echo last", 300);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        assertThat(runtime.totalMemory() - runtime.freeMemory()).isLessThan(128L << 20);
        assertThat(run.outputTail()).hasSize(OutputTail.LIMIT_BYTES).endsWith("xlast\n");
        try (InputStream log = console.runs().log(caller, run.scheduleId(), run.id())) {
            assertThat(log.readAllBytes().length).isLessThan((5 << 20) + 100);
        }
    }

    @Test
    void killsWhatIgnoresTheWishToCancelIt() {
        Schedule schedule = schedule("trap '' TERM; echo begun; while :; do sleep 0.1; done", 60);
        ScheduleRun run = console.runs().start(caller, schedule.id());
        Awaiting.until(() -> String.valueOf(
                        console.runs().get(caller, schedule.id(), run.id()).outputTail())
                .contains("begun"));
        console.runs().cancel(caller, schedule.id(), run.id());
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void isCancelledAsAJobToo() {
        Schedule schedule = schedule("sleep 60", 60);
        ScheduleRun run = console.runs().start(caller, schedule.id());
        Awaiting.until(() -> console.runs().get(caller, schedule.id(), run.id()).status() == RunStatus.RUNNING);
        console.jobs().running(caller).forEach(each -> console.jobs().cancel(caller, each.id()));
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.CANCELLED);
    }

    /** A child that never heeds, under a shell that ends at once when it is asked to. */
    static final String DEAF_CHILD = "sh -c 'trap \"\" TERM; echo child=$$; i=0;"
            + " while [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done'; echo ok";

    private static ProcessHandle child(ScheduleRun run) {
        Matcher line = Pattern.compile("child=(\\d+)\n").matcher(String.valueOf(run.outputTail()));
        assertThat(line.find()).as(run.toString()).isTrue();
        return ProcessHandle.of(Long.parseLong(line.group(1))).orElseThrow();
    }

    private ScheduleRun begun(Schedule schedule) {
        ScheduleRun run = console.runs().start(caller, schedule.id());
        Awaiting.until(() -> String.valueOf(
                        console.runs().get(caller, schedule.id(), run.id()).outputTail())
                .contains("child="));
        return console.runs().get(caller, schedule.id(), run.id());
    }

    @Test
    void killsWhatAShellLeavesWhenItsTimeIsOver() {
        Schedule schedule = schedule(DEAF_CHILD, 1);
        ScheduleRun run = begun(schedule);
        ProcessHandle child = child(run);
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.TIMED_OUT);
        Awaiting.until(() -> !child.isAlive());
    }

    @Test
    void killsWhatAShellLeavesWhenItIsCancelled() {
        Schedule schedule = schedule(DEAF_CHILD, 60);
        ScheduleRun run = begun(schedule);
        ProcessHandle child = child(run);
        console.runs().cancel(caller, schedule.id(), run.id());
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).status()).isEqualTo(RunStatus.CANCELLED);
        Awaiting.until(() -> !child.isAlive());
    }

    @Test
    void isNotOverBeforeWhatAStoppedShellLeftIsDone() {
        console.close();
        console = new HandConsole(state, caller, "srv_own", SchedulePace.STANDARD, _ -> host);
        Schedule schedule = schedule(
                "sh -c 'trap \"sleep 1; echo tidied; exit\" TERM; echo child=$$; while :; do sleep 0.1; done'; echo ok",
                60);
        ScheduleRun run = begun(schedule);
        console.runs().cancel(caller, schedule.id(), run.id());
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), run.id()).outputTail())
                .endsWith("tidied\n");
    }
}
