package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Pushes that a look at the branch finds. Nothing is deployed in these: what is queued is enough. */
@DisabledOnOs(OS.WINDOWS)
class BranchWatchTest {

    @TempDir
    private Path folder;

    private DeployingConsole console;
    private App app;
    private final AtomicInteger looks = new AtomicInteger();

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime());
        console.repository().duringTip(looks::incrementAndGet);
        commit("1");
        app = console.deployed("shop", console.source(), "node");
    }

    @AfterEach
    void close() {
        console.close();
    }

    private String commit(String version, String... more) {
        return console.repository()
                .commit(
                        more.length == 0
                                ? Map.of("version", version, "behaviour", "runs")
                                : Map.of("version", version, more[0], "yes"));
    }

    private List<Deployment> deployments() {
        return console.service()
                .list(console.caller(), app.id(), new PageRequest(50, null))
                .items();
    }

    private void look() throws Exception {
        console.look(Duration.ofMinutes(2));
    }

    @Test
    void theFirstLookOnlyNotesWhereTheBranchIs() throws Exception {
        look();
        look();

        assertThat(deployments()).isEmpty();
    }

    @Test
    void whatIsPushedIsDeployedOnce() throws Exception {
        look();
        look();
        String pushed = commit("2");
        look();
        assertThat(deployments()).hasSize(1);
        look();
        look();

        assertThat(deployments()).singleElement().satisfies(each -> {
            assertThat(each.trigger()).isEqualTo(DeploymentTrigger.POLL);
            assertThat(each.commitId()).isEqualTo(pushed);
            assertThat(each.ref()).isEqualTo("main");
            assertThat(each.status()).isEqualTo(DeploymentStatus.QUEUED);
        });
    }

    @Test
    void aNewerOneTakesThePlaceOfOneThatWaits() throws Exception {
        look();
        look();
        commit("2");
        look();
        assertThat(deployments()).hasSize(1);
        String newest = commit("3");
        look();
        assertThat(deployments())
                .extracting(Deployment::status)
                .containsExactly(DeploymentStatus.QUEUED, DeploymentStatus.CANCELLED);
        assertThat(deployments().getFirst().commitId()).isEqualTo(newest);
        assertThat(deployments().getLast().error()).contains("A newer one took its place");
    }

    @Test
    void whatAsksToBeSkippedIsNotDeployedLaterEither() throws Exception {
        look();
        look();
        commit("2", "skip");
        look();
        look();
        look();

        assertThat(deployments()).isEmpty();
    }

    @Test
    void aRepositoryThatIsAwayChangesNothing() throws Exception {
        look();
        look();
        commit("2");
        console.repository().fail(new AppException(PlatformError.UPSTREAM_FAILED, "It is away."));
        look();
        console.repository().fail(null);
        look();
        assertThat(deployments()).hasSize(1);
    }

    private @Nullable String trouble() {
        return console.sources().get(console.caller(), app.id()).trouble();
    }

    @Test
    void tellsWhyTheLastLookFailedUntilOneSucceeds() throws Exception {
        long revision = console.sources().get(console.caller(), app.id()).revision();
        console.repository().fail(new AppException(PlatformError.UPSTREAM_FAILED, "It is away."));
        look();
        assertThat(trouble()).isEqualTo("It is away.");
        console.repository().fail(new AppException(PlatformError.UPSTREAM_FAILED, "It refuses the token."));
        look();
        assertThat(trouble()).isEqualTo("It refuses the token.");
        console.repository().fail(null);
        look();
        assertThat(trouble()).isNull();
        console.repository().forgetBranch();
        look();
        assertThat(trouble()).isEqualTo("The repository has no branch yet.");
        // It is no change of the source, so that an edit under way is not refused.
        assertThat(console.sources().get(console.caller(), app.id()).revision()).isEqualTo(revision);
        console.sources().put(console.caller(), app.id(), console.source(), revision);
        assertThat(trouble()).isNull();
    }

    @Test
    void anAddressInAnotherCaseIsAnotherRepository() throws Exception {
        look();
        look();
        console.readFrom(Path.of("/srv/git/Shop.git"));
        console.sources().put(console.caller(), app.id(), console.source(), null);
        commit("of the other");
        look();
        assertThat(deployments()).isEmpty();
        commit("newer");
        look();
        assertThat(deployments()).hasSize(1);
    }

    @Test
    void oneThatDeploysByHandIsNotLookedAt() throws Exception {
        look();
        SourceDraft source = console.source();
        console.sources()
                .put(
                        console.caller(),
                        app.id(),
                        new SourceDraft(
                                null,
                                null,
                                null,
                                source.cloneUrl(),
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
                                source.deployDirectory(),
                                null,
                                null),
                        null);
        int before = looks.get();
        console.look(Duration.ofHours(3));

        assertThat(looks.get()).isEqualTo(before);
    }
}
