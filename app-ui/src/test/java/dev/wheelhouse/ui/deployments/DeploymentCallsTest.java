package dev.wheelhouse.ui.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentCallsTest {

    @Test
    void everyLineOfTheseScreensIsAnswered(@TempDir Path home) throws Exception {
        try (Console console = CopiedLines.console(home)) {
            CopiedLines lines = new CopiedLines(console);
            String server = lines.answered(CurlCommand.get("/servers"))
                    .path(0)
                    .path("id")
                    .asText();
            String app = app(console, server, home);
            lines.answered(DeploymentCalls.source(app));
            JsonNode made = lines.answered(DeploymentCalls.deploy(app, null));
            String id = made.path("id").asText();
            assertThat(lines.answered(DeploymentCalls.list(null))).hasSize(1);
            assertThat(lines.answered(DeploymentCalls.list(app))).hasSize(1);
            assertThat(lines.answered(DeploymentCalls.steps(id))).isNotEmpty();
            lines.answered(DeploymentCalls.log(id));
            // There is nothing to cancel and nothing to go back to any more: that they lead somewhere has to do.
            assertThat(lines.takenApart(DeploymentCalls.cancel(id)).url()).endsWith("/deployments/" + id + "/cancel");
            CopiedLines.Sent back = lines.takenApart(DeploymentCalls.rollback(id));
            assertThat(back.method()).isEqualTo("POST");
            assertThat(back.url()).endsWith("/deployments/" + id + "/rollback");
            assertThat(lines.takenApart(DeploymentCalls.deploy(app, "it's v2")).body())
                    .isEqualTo("{\"ref\":\"it's v2\"}");
        }
    }

    private static String app(Console console, String server, Path home) {
        Caller caller = console.core().access().windowCaller("req_test");
        AppDraft app = new AppDraft(
                "sleeper",
                server,
                RuntimeKind.PROCESS,
                RestartPolicy.NEVER,
                List.of("/bin/sleep", "600"),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        SourceDraft source = new SourceDraft(
                null,
                null,
                null,
                home.resolve("shop.git").toString(),
                null,
                null,
                null,
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return console.core()
                .deployments()
                .sources()
                .createApp(caller, app, source)
                .id();
    }
}
