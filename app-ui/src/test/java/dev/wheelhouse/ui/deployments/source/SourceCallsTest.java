package dev.wheelhouse.ui.deployments.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.BuildPlan;
import dev.wheelhouse.core.deployments.HealthCheck;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.vcs.git.TestGit;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class SourceCallsTest {

    @Test
    void everyLineOfSourcesIsAnswered(@TempDir Path folder) throws Exception {
        Path repository = folder.resolve("it's a shop.git");
        try (TestGit git = new TestGit(repository);
                Console console = CopiedLines.console(folder.resolve("home"))) {
            git.commitTexts("One", Map.of("go.mod", "module shop", "main.go", "package main"));
            CopiedLines lines = new CopiedLines(console);
            SourceDraft draft = draft(repository);
            JsonNode guessed = lines.answered(SourceCalls.suggest(draft, null));
            assertThat(guessed.at("/build/command/0").asText()).isEqualTo("go");
            assertThat(lines.answered(SourceCalls.suggest(draft, RuntimeKind.CONTAINER))
                            .has("build"))
                    .isFalse();
            String id =
                    lines.answered(SourceCalls.create(app(), draft)).path("id").asText();
            JsonNode stored = lines.answered(SourceCalls.get(id));
            assertThat(stored.at("/build/command/2").asText()).isEqualTo("echo \"$HOME\" 'it''s'");
            assertThat(stored.at("/healthCheck/expect").asText()).isEqualTo("ok");
            assertThat(stored.path("pollSeconds").asInt()).isEqualTo(90);
            lines.answered(SourceCalls.put(
                    id, SourceDraft.ofRepository(null, null, null, repository.toString(), "main", null)));
            assertThat(lines.answered(SourceCalls.get(id)).has("build")).isFalse();
            lines.answered(SourceCalls.delete(id));
        }
    }

    private static SourceDraft draft(Path repository) {
        return new SourceDraft(
                null,
                null,
                null,
                repository.toString(),
                "main",
                null,
                List.of("src/**"),
                false,
                new BuildPlan(List.of("sh", "-c", "echo \"$HOME\" 'it''s'"), null, null),
                List.of("./migrate"),
                List.of(),
                new HealthCheck("http://127.0.0.1:8080/health", null, "ok", 30, 2),
                3,
                List.of("data"),
                "/srv/shop",
                List.of(),
                90);
    }

    private static AppDraft app() {
        return new AppDraft(
                "shop",
                "local",
                RuntimeKind.PROCESS,
                RestartPolicy.ON_FAILURE,
                List.of("./app"),
                null,
                Map.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
