package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.VcsHook;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.push.Push;
import dev.wheelhouse.core.vcs.push.PushedCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push does that a provider tells of. Nothing is deployed in these: what is queued is enough. */
class PushesTest {

    private static final String BEFORE = "b".repeat(40);
    private static final String NOTHING = "0".repeat(40);

    @TempDir
    private Path folder;

    private DeployingConsole console;
    private App app;

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime());
        app = console.deployedFromConnection("shop");
    }

    @AfterEach
    void close() {
        console.close();
    }

    private void set(@Nullable String branch, List<String> watchPaths) {
        console.deployFromConnection(app, branch, watchPaths);
    }

    private VcsHook hook(String owner) {
        return console.hook(app, owner);
    }

    private void push(String branch, String after, String message, String... paths) {
        console.push(hook("team"), pushed(branch, after, message, paths));
    }

    private static Push pushed(String branch, String after, String message, String... paths) {
        return moved(branch, BEFORE, after, message, paths);
    }

    static Push moved(String branch, String before, String after, String message, String... paths) {
        PushedCommit commit = new PushedCommit(after, message, List.of(paths));
        return new Push("team/shop", branch, before, after, "main", false, List.of(commit), true, message, "ada");
    }

    private List<Deployment> deployments() {
        return console.service()
                .list(console.caller(), app.id(), new PageRequest(50, null))
                .items();
    }

    @Test
    void deploysWhatIsPushedToTheDefaultBranchOnce() {
        String commit = "a".repeat(40);
        push("main", commit, "More", "server.js");
        push("main", commit, "More", "server.js");

        assertThat(deployments()).singleElement().satisfies(each -> {
            assertThat(each.trigger()).isEqualTo(DeploymentTrigger.PUSH);
            assertThat(each.commitId()).isEqualTo(commit);
            assertThat(each.ref()).isEqualTo("main");
        });
    }

    @Test
    void aNewerPushTakesThePlaceOfOneThatWaits() {
        push("main", "a".repeat(40), "One");
        push("main", "c".repeat(40), "Two");

        assertThat(deployments())
                .extracting(Deployment::status)
                .containsExactly(DeploymentStatus.QUEUED, DeploymentStatus.CANCELLED);
    }

    @Test
    void theNewestWinsInWhicheverOrderPushesCome() throws Exception {
        String first = console.repository().commit(Map.of("version", "1"));
        push("main", first, "Where it begins");
        String older = console.repository().commit(Map.of("version", "2"));
        String newest = console.repository().commit(Map.of("version", "3"));
        console.push(hook("team"), moved("main", older, newest, "Newest"));
        console.push(hook("team"), moved("main", first, older, "Older"));
        console.look(Duration.ofSeconds(1));

        assertThat(deployments().stream().filter(each -> each.status() == DeploymentStatus.QUEUED))
                .singleElement()
                .satisfies(each -> assertThat(each.commitId()).isEqualTo(newest));
    }

    @Test
    void aCommitThatALookFoundFirstIsNotDeployedAgain() throws Exception {
        console.repository().commit(Map.of("version", "1"));
        console.look(Duration.ofMinutes(2));
        String commit = console.repository().commit(Map.of("version", "2"));
        console.look(Duration.ofMinutes(2));
        push("main", commit, "Told of later");
        console.look(Duration.ofMinutes(2));

        assertThat(deployments())
                .singleElement()
                .satisfies(each -> assertThat(each.trigger()).isEqualTo(DeploymentTrigger.POLL));
    }

    @Test
    void theBranchIsLookedAtAsWellUnlessTheProviderReachesTheConsole() throws Exception {
        console.sources().delete(console.caller(), app.id(), null);
        AtomicInteger looks = new AtomicInteger();
        console.repository().duringTip(looks::incrementAndGet);
        try (VcsStandIn provider = VcsStandIn.of(VcsKind.GITEA)) {
            provider.add("team", "shop");
            App told = console.deployedFromConnection("told", provider.base().toString());
            webhook(told);
            console.look(Duration.ofMinutes(2));
            console.look(Duration.ofMinutes(2));
            assertThat(looks).hasValue(2);
            console.reachedAt("https://console.example");
            webhook(told);
            console.look(Duration.ofMinutes(2));
            console.look(Duration.ofMinutes(2));
            assertThat(looks).as("the one that was due").hasValue(3);
            console.look(Duration.ofMinutes(70));
            assertThat(looks).as("a provider may lose one").hasValue(4);
        }
    }

    private void webhook(App of) {
        console.vcs()
                .hooks()
                .make(console.caller(), console.connectionId(), of.id(), "team", "shop", "http://127.0.0.1:7465");
    }

    @Test
    void deploysNothingThatIsNotMeant() {
        push("feature", "a".repeat(40), "Elsewhere");
        push("main", NOTHING, "Deleted");
        console.push(hook("somebody-else"), pushed("main", "a".repeat(40), "Another repository"));
        set("release", List.of());
        push("main", "a".repeat(40), "Not the branch any more");

        assertThat(deployments()).isEmpty();
    }

    @Test
    void whatAsksToBeSkippedIsNotDeployedByALookEither() throws Exception {
        set(null, List.of("backend"));
        String skipped = console.repository().commit(Map.of("version", "1"));
        push("main", skipped, "Words alone [skip ci]", "backend/a.js");
        console.look(Duration.ofMinutes(2));
        String elsewhere = console.repository().commit(Map.of("version", "2"));
        push("main", elsewhere, "Another folder", "frontend/a.js");
        console.look(Duration.ofMinutes(2));

        assertThat(deployments()).isEmpty();
        push("main", "d".repeat(40), "Here", "backend/a.js");
        assertThat(deployments()).hasSize(1);
    }

    @Test
    void aConnectionThatAnAppNeedsStays() {
        assertThatThrownBy(() -> console.vcs().connections().delete(console.caller(), console.connectionId(), null))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("the source of the app shop");
    }
}
