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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose server goes away in the midst of it, over the distribution's own sshd. */
@Real
class RunOverCutLinkTest {

    /** Quick to notice a cable that carries nothing, and patient with a machine that is busy. */
    private static final SshTimeouts TIMEOUTS = new SshTimeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            Duration.ofMillis(25),
            Duration.ofMillis(1500));

    private OpenState state;
    private Caller caller;
    private CuttableHost machine;
    private HandConsole console;
    private Schedule schedule;

    @BeforeEach
    void open(@TempDir Path directory, @TempDir Path server) throws Exception {
        state = OpenState.create(StateKind.SQLITE, directory);
        caller = state.organizations().newOrganization();
        machine = CuttableHost.start(server, state.workers(), TIMEOUTS);
        console = new HandConsole(state, caller, "srv_own", SchedulePace.STANDARD, _ -> machine.host());
        schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                "s", "srv_own", "echo begun; sleep 600", "0 0 29 2 *", null, null, null, null, null));
    }

    @AfterEach
    void close() {
        if (console != null) {
            console.close();
            machine.close();
        }
        state.close();
    }

    private ScheduleRun begun() {
        ScheduleRun run = console.runs().start(caller, schedule.id());
        Awaiting.until(() -> "begun\n"
                .equals(console.runs().get(caller, schedule.id(), run.id()).outputTail()));
        return run;
    }

    private void failsAfter(Runnable cut) {
        ScheduleRun run = begun();
        cut.run();
        console.awaitIdle();
        ScheduleRun ended = console.runs().get(caller, schedule.id(), run.id());
        assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
        assertThat(ended.exitCode()).isNull();
        assertThat(ended.outputTail()).isEqualTo("begun\n");
        assertThat(ended.error()).contains("connection to");
        assertThat(console.eventsOf(caller, "schedule.failed")).hasSize(1);
    }

    @Test
    void failsWhenTheConnectionIsEnded() {
        failsAfter(machine.cable()::cut);
    }

    @Test
    void failsWhenNothingIsCarriedAnyMore() {
        failsAfter(machine.cable()::swallow);
    }

    @Test
    void runsAgainOnceTheServerIsBack() {
        failsAfter(machine.cable()::cut);
        machine.cable().heal();
        ScheduleRun again = begun();
        console.runs().cancel(caller, schedule.id(), again.id());
        console.awaitIdle();
        assertThat(console.runs().get(caller, schedule.id(), again.id()).status())
                .isEqualTo(RunStatus.CANCELLED);
    }
}
