package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.host.ssh.TestSshServer;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class ServerCallsTest {

    @TempDir
    private Path directory;

    @Test
    void everyLineOfTheseScreensIsAnswered() throws Exception {
        try (TestSshServer ssh = new TestSshServer();
                Console console = CopiedLines.console(directory.resolve("home"))) {
            CopiedLines lines = new CopiedLines(console);
            ServerDraft draft = draft(ssh, SecretChange.replace("anything"));
            ServerDraft keeping = draft(ssh, SecretChange.keep());
            String key = ssh.hostKey().fingerprint();

            JsonNode refused = lines.answered(ServerCalls.testDraft(draft, key, null));
            assertThat(refused.path("ok").asBoolean()).isFalse();
            assertThat(refused.path("hostKeyFingerprint").asText()).isEqualTo(key);
            String made = lines.answered(ServerCalls.create(draft)).path("id").asText();
            lines.answered(ServerCalls.trust(made, key));
            assertThat(lines.answered(ServerCalls.test(made)).has("ok")).isTrue();
            lines.answered(ServerCalls.testDraft(keeping, key, made));
            lines.answered(ServerCalls.update(made, keeping));
            assertThat(lines.answered(ServerCalls.update(made, draft))
                            .path("name")
                            .asText())
                    .isEqualTo("web-1");
            lines.answered(ServerCalls.list());
            lines.answered(ServerCalls.get(made));
            lines.answered(ServerCalls.latest(made));
            lines.answered(ServerCalls.series(made, Metric.CPU, MetricRange.DAYS_7));
            lines.answered(ServerCalls.delete(made));
        }
    }

    private static ServerDraft draft(TestSshServer ssh, SecretChange password) {
        return new ServerDraft(
                "web-1",
                ServerKind.SSH,
                "127.0.0.1",
                ssh.port(),
                TestSshServer.USER,
                new ServerDraft.Auth(ServerAuthType.PASSWORD, SecretChange.keep(), SecretChange.keep(), password));
    }
}
