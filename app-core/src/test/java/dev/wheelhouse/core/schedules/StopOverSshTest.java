package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.host.ssh.CuttableHost;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shell started and leaves when it is asked to end, over the distribution's own sshd on this machine. */
@Real
class StopOverSshTest {

    private static final SchedulePace PACE =
            new SchedulePace(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(1), 4);

    private OpenState state;
    private Caller caller;
    private CuttableHost machine;
    private HandConsole console;

    @BeforeEach
    void open(@TempDir Path directory, @TempDir Path server) throws Exception {
        state = OpenState.create(StateKind.SQLITE, directory);
        caller = state.organizations().newOrganization();
        machine = CuttableHost.start(server, state.workers(), SshTimeouts.DEFAULT);
        console = new HandConsole(state, caller, "srv_own", PACE, _ -> machine.host());
    }

    @AfterEach
    void close() {
        if (console != null) {
            console.close();
            machine.close();
        }
        state.close();
    }

    private ScheduleRun begun(long timeoutSeconds) {
        Schedule schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "s",
                                "srv_own",
                                CommandRunTest.DEAF_CHILD,
                                "0 0 29 2 *",
                                null,
                                null,
                                timeoutSeconds,
                                null,
                                null));
        ScheduleRun run = console.runs().start(caller, schedule.id());
        Awaiting.until(() -> String.valueOf(
                        console.runs().get(caller, schedule.id(), run.id()).outputTail())
                .contains("child="));
        return console.runs().get(caller, schedule.id(), run.id());
    }

    private void endsWithItsChild(ScheduleRun run, RunStatus status) {
        Matcher line = Pattern.compile("child=(\\d+)\n").matcher(String.valueOf(run.outputTail()));
        assertThat(line.find()).isTrue();
        ProcessHandle child = ProcessHandle.of(Long.parseLong(line.group(1))).orElseThrow();
        console.awaitIdle();
        assertThat(console.runs().get(caller, run.scheduleId(), run.id()).status())
                .isEqualTo(status);
        Awaiting.until(() -> !child.isAlive());
    }

    @Test
    void isKilledWhenTheTimeIsOver() {
        endsWithItsChild(begun(2), RunStatus.TIMED_OUT);
    }

    @Test
    void isKilledWhenTheRunIsCancelled() {
        ScheduleRun run = begun(60);
        console.runs().cancel(caller, run.scheduleId(), run.id());
        endsWithItsChild(run, RunStatus.CANCELLED);
    }
}
