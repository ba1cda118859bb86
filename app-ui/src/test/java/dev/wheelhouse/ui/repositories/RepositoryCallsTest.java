package dev.wheelhouse.ui.repositories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryCallsTest {

    @Test
    void everyLineOfConnectionsIsAnswered(@TempDir Path home) throws Exception {
        try (VcsStandIn provider = VcsStandIn.of(VcsKind.GITEA);
                Console console = CopiedLines.console(home)) {
            provider.add("acme", "shop");
            console.core().settings().allowPrivateHost(console.core().access().windowCaller("req_test"), "127.0.0.1");
            CopiedLines lines = new CopiedLines(console);
            VcsConnectionDraft draft = new VcsConnectionDraft(
                    VcsKind.GITEA, "acme", provider.base().toString(), "what the variable stands for");
            assertThat(lines.text(RepositoryCalls.create(draft))).doesNotContain("stands for");
            assertThat(lines.answered(RepositoryCalls.test(draft)).path("ok").asBoolean())
                    .isTrue();
            assertThat(lines.answered(RepositoryCalls.list())).isEmpty();
            String id = lines.answered(RepositoryCalls.create(draft)).path("id").asText();
            assertThat(lines.answered(RepositoryCalls.test(id)).path("user").asText())
                    .isEqualTo("gitea-user");
            assertThat(lines.answered(RepositoryCalls.repositories(id))).hasSize(1);
            VcsConnectionDraft renamed = new VcsConnectionDraft(
                    VcsKind.GITEA, "renamed", provider.base().toString(), null);
            lines.answered(RepositoryCalls.update(id, renamed));
            assertThat(lines.answered(RepositoryCalls.get(id)).path("name").asText())
                    .isEqualTo("renamed");
            lines.answered(RepositoryCalls.delete(id));
            assertThat(lines.answered(RepositoryCalls.list())).isEmpty();
        }
    }
}
