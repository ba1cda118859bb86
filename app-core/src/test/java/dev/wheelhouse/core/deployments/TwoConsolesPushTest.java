package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pushes that reach two consoles over one state at once. Nothing is deployed in these: what is queued is enough. */
class TwoConsolesPushTest {

    private static final int ROUNDS = 20;
    private static final PageRequest ALL = new PageRequest(200, null);

    private final SettableClock clock = new SettableClock();
    private DeployingConsole one;
    private DeployingConsole other;
    private App app;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        StateStoreConfig state = StateKind.POSTGRESQL.newState(folder);
        one = console(state, null, "srv_one", Files.createDirectory(folder.resolve("one")), 1);
        String organization = one.caller().organizationId();
        other = console(state, organization, "srv_other", Files.createDirectory(folder.resolve("other")), 2);
        app = one.deployedFromConnection("shop");
    }

    private DeployingConsole console(
            StateStoreConfig state, @Nullable String organization, String home, Path folder, long seed) {
        return new DeployingConsole(
                OpenState.open(state, folder.resolve("home"), clock, seed),
                organization,
                home,
                folder,
                new ScriptedRuntime());
    }

    @AfterEach
    void close() {
        other.close();
        one.close();
    }

    private void push(int console, String before, String after) {
        (console == 0 ? one : other).push(one.hook(app, "team"), PushesTest.moved("main", before, after, "More"));
    }

    private List<Deployment> deployments() {
        return one.service().list(one.caller(), app.id(), ALL).items();
    }

    private static String commit(int number) {
        return "%040x".formatted(number + 1L);
    }

    @Test
    void oneThatBothAreToldOfIsDeployedOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String before = commit(round);
            String after = commit(round + 1);
            AtOnce.run(2, console -> () -> {
                push(console, before, after);
                return true;
            });
        }

        assertThat(deployments())
                .hasSize(ROUNDS)
                .extracting(Deployment::commitId)
                .doesNotHaveDuplicates();
    }

    @Test
    void ofTwoWithinASecondTheNewestIsLeft() throws Exception {
        push(0, commit(0), commit(1));
        for (int round = 0; round < ROUNDS; round++) {
            String first = one.repository().commit(Map.of("version", "" + round));
            String newest = one.repository().commit(Map.of("version", round + " again"));
            String before = deployments().getFirst().commitId();
            AtOnce.run(2, console -> () -> {
                push(console, console == 0 ? String.valueOf(before) : first, console == 0 ? first : newest);
                return true;
            });
            one.look(Duration.ofSeconds(1));

            assertThat(deployments().stream().filter(each -> each.status() == DeploymentStatus.QUEUED))
                    .singleElement()
                    .satisfies(each -> assertThat(each.commitId()).isEqualTo(newest));
            assertThat(deployments()).extracting(Deployment::commitId).contains(first);
        }
    }

    @Test
    void eitherTellsWhyALookOfTheOtherFailed() throws Exception {
        one.repository().fail(new AppException(PlatformError.UPSTREAM_FAILED, "It is away."));
        one.look(Duration.ofMinutes(2));

        assertThat(other.sources().get(other.caller(), app.id()).trouble()).isEqualTo("It is away.");
    }

    @Test
    void whatALookFindsWhileAProviderTellsOfItIsDeployedOnce() throws Exception {
        String before = one.repository().commit(Map.of("version", "begin"));
        push(0, commit(0), before);
        for (int round = 0; round < ROUNDS; round++) {
            String was = before;
            String now = one.repository().commit(Map.of("version", "" + round));
            AtOnce.run(2, console -> () -> {
                if (console == 0) {
                    one.look(Duration.ofMinutes(2));
                } else {
                    push(console, was, now);
                }
                return true;
            });
            before = now;
        }

        assertThat(deployments())
                .hasSize(ROUNDS + 1)
                .extracting(Deployment::commitId)
                .doesNotHaveDuplicates();
    }
}
