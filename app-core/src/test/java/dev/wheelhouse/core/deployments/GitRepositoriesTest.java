package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which commits of a real repository a look at its branch has deployed. */
class GitRepositoriesTest {

    @TempDir
    private Path folder;

    /** As a push does, of which the provider tells the whole message. */
    @Test
    void skipWordsCountInAllOfTheMessage() {
        try (TestGit git = new TestGit(folder.resolve("shop.git"));
                DeployingConsole console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime())) {
            console.readFrom(folder.resolve("shop.git"));
            App app = console.deployed("shop", console.source(), "node");
            AppSource source = console.sources().get(console.caller(), app.id());
            OutgoingRequests outgoing =
                    new OutgoingRequests(List::of, console.state().workers());
            GitRepositories repositories = new GitRepositories(
                    console.vcs().connections(),
                    outgoing,
                    console.state().home(),
                    console.state().clock());
            String before = git.commitTexts("First", Map.of("a", "1"));
            for (String skipped : List.of(
                    "Words alone [skip ci]",
                    "Words alone\n\nNothing to see here.\n[skip deploy]\n",
                    "Words alone\n\nMore of it.\n\nskip-checks: true\n")) {
                assertThat(repositories.isWanted(source, before, git.commitTexts(skipped, Map.of("a", skipped))))
                        .as(skipped)
                        .isFalse();
            }
            assertThat(repositories.isWanted(source, before, git.commitTexts("More\n\nskip ci", Map.of("a", "2"))))
                    .isTrue();
        }
    }
}
