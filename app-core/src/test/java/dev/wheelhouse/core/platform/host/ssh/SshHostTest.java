package dev.wheelhouse.core.platform.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostRules;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class SshHostTest extends HostRules {

    private static Workers workers;
    private static TestSshServer server;
    private static SshConnections connections;
    private static Host host;

    @BeforeAll
    static void openHost() {
        workers = new Workers();
        server = new TestSshServer();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
        host = connections.open(server.target(), server.trust());
    }

    @AfterAll
    static void closeHost() {
        host.close();
        connections.close();
        server.close();
        workers.close();
    }

    @Override
    protected Host host() {
        return host;
    }

    @Test
    void killsACommandWhoseCallerWasCancelledAsItBegan() throws Exception {
        host.run(HostCommand.of("true"));
        int begun = server.begun();
        CompletableFuture<AppException> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            outcome.complete(catchThrowableOfType(AppException.class, () -> host.run(HostCommand.of("sleep", "600"))));
        });

        assertThat(outcome.get(30, TimeUnit.SECONDS).errorCode()).isEqualTo(PlatformError.CANCELLED);
        Awaiting.until(() -> server.begun() > begun && server.running() == 0);
    }

    @Test
    void sharesOneSessionAmongEverything() {
        host.run(HostCommand.of("true"));
        host.files().find("/");
        host.run(HostCommand.of("true"));

        assertThat(server.sessions()).isOne();
        assertThat(host.isLocal()).isFalse();
    }
}
