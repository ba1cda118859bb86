package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.LeftProcess;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands on the machine itself that go on although the console that began them is no more. */
@DisabledOnOs(OS.WINDOWS)
class LeftCommandsTest {

    private OpenState state;
    private Caller caller;
    private Host host;
    private HostProcess process;
    private JobService before;

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(StateKind.SQLITE, directory);
        caller = state.organizations().newOrganization();
        host = new LocalHost(state.workers());
        process = host.start(HostCommand.of("/bin/sh", "-c", "sleep 300 & sleep 300; true"));
        before = state.jobs("srv_own");
    }

    @AfterEach
    void close() {
        process.close();
        before.close();
        host.close();
        state.close();
    }

    /** A job of a console that is then as dead as one that was killed: its end is never written. */
    private Job left() {
        CountDownLatch never = new CountDownLatch(1);
        Job job = before.start(caller, "script", "srv_own", Scope.SERVERS_READ, progress -> {
            progress.command("srv_own", process.mark().orElseThrow());
            never.await();
            return "";
        });
        awaitCommand(job);
        new JobCare(state.store(), state.jobs("srv_own"), new Consoles(state.store(), state.clock(), "srv_own"))
                .settleOwn();
        return job;
    }

    private void awaitCommand(Job job) {
        Awaiting.until(
                "the command is kept",
                () -> state.store()
                        .read(tx -> tx.select(
                                        Long.class,
                                        "SELECT count(*) FROM job WHERE id = ? AND process_id IS NOT NULL",
                                        job.id())
                                .one())
                        .equals(1L));
    }

    private LeftCommands commands() {
        return new LeftCommands(state.store(), "srv_own", (_, _, mark) -> Optional.of(new LeftProcess(host, mark)));
    }

    private JobService after() {
        return new JobService(
                state.store(),
                state.workers(),
                state.ids(),
                state.clock(),
                "srv_own",
                new JobLogs(state.home().file("job-logs")),
                commands());
    }

    @Test
    void isShownWhileItRunsAndStoppedWithWhatItStarted() {
        long pid = process.mark().orElseThrow().pid();
        Job job = left();
        JobService jobs = after();
        commands().look();

        Job failed = jobs.get(caller, job.id());
        assertThat(failed.status()).isEqualTo(JobStatus.FAILED);
        assertThat(failed.error()).contains("may still run, pid " + pid);
        assertThat(failed.leftProcessId()).isEqualTo(pid);
        ProcessHandle child =
                ProcessHandle.of(pid).orElseThrow().descendants().findFirst().orElseThrow();

        jobs.cancel(caller, job.id());

        assertThat(process.waitFor(Duration.ofSeconds(20))).isPresent();
        child.onExit().join();
        assertThat(jobs.get(caller, job.id()).leftProcessId()).isNull();
        assertThat(jobs.get(caller, job.id()).status()).isEqualTo(JobStatus.FAILED);
        assertThatThrownBy(() -> jobs.cancel(caller, job.id()))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("already failed");
    }

    @Test
    void isForgottenOnceItHasEnded() {
        Job job = left();
        process.close();
        process.waitFor(Duration.ofSeconds(20));
        commands().look();
        assertThat(after().get(caller, job.id()).leftProcessId()).isNull();
    }

    @Test
    void isForgottenWithItsServer() {
        Job job = left();
        new LeftCommands(state.store(), "srv_own", (_, _, _) -> Optional.empty()).look();
        assertThat(after().get(caller, job.id()).leftProcessId()).isNull();
    }

    @Test
    void anotherProcessWithItsNumberIsLeftAlone() {
        ProcessMark mark = process.mark().orElseThrow();
        LeftProcess stranger = new LeftProcess(host, new ProcessMark(mark.pid(), mark.mark() + "1"));
        assertThat(stranger.isRunning()).isFalse();
        stranger.stop(Duration.ofSeconds(1));
        assertThat(process.isRunning()).isTrue();
        assertThat(new LeftProcess(host, mark).isRunning()).isTrue();
    }
}
