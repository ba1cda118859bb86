package dev.wheelhouse.core.platform.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class LocalHostTest extends HostRules {

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);

    @AfterEach
    void closeHost() {
        host.close();
        workers.close();
    }

    @Override
    protected Host host() {
        return host;
    }

    @Test
    void endsWhatRunsWhenItIsClosed() {
        HostProcess shell = host.start(HostCommand.of("sh"));

        host.close();

        assertThat(shell.waitFor(Duration.ofSeconds(30))).isPresent();
        assertThat(catchThrowableOfType(AppException.class, () -> host.run(HostCommand.of("true")))
                        .errorCode())
                .isEqualTo(PlatformError.UPSTREAM_FAILED);
    }

    @Test
    void doesNotReadForEverWhatACommandLeftBehindWrites() {
        ProcessRun runs = new ProcessRun(workers, Duration.ofMillis(200));
        HostCommand command = HostCommand.of("sh", "-c", "(while :; do echo more; sleep 0.1; done) & echo done");
        CommandResult result = runs.gather(host.start(command), command);
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdoutText()).contains("done\n");
    }

    @Test
    void refusesACommandThatCannotBePassedOn() {
        assertThat(catchThrowableOfType(AppException.class, () -> HostCommand.of(List.of())))
                .hasMessageStartingWith("command:");
        assertThat(catchThrowableOfType(AppException.class, () -> HostCommand.of("echo", "a\0b")))
                .hasMessageStartingWith("command:");
        HostCommand command = HostCommand.of("true");
        assertThat(catchThrowableOfType(AppException.class, () -> command.withEnvironment(Map.of("A=B", "x"))))
                .hasMessageStartingWith("environment.A=B:");
    }
}
