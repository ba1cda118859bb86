package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class DeployDirectoriesTest {

    @TempDir
    private Path folder;

    private DeployingConsole console;

    @BeforeEach
    void open() throws IOException {
        console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime());
        console.start();
        console.repository().commit(Map.of("version", "1", "behaviour", "runs"));
    }

    @AfterEach
    void close() {
        console.close();
    }

    private String in(String path) {
        return folder.resolve(path).toString();
    }

    private Path link(String link, String target) throws IOException {
        Path made = folder.resolve(link);
        Files.createDirectories(made.getParent());
        return Files.createSymbolicLink(made, folder.resolve(target));
    }

    private void assertRefused(App app, String directory, String why) {
        SourceDraft source = console.sourceIn(directory);
        assertThatThrownBy(() -> console.sources().put(console.caller(), app.id(), source, null))
                .isInstanceOfSatisfying(AppException.class, e -> {
                    FieldProblem problem =
                            ((FieldProblems) e.details()).errors().getFirst();
                    assertThat(problem.path()).isEqualTo("deployDirectory");
                    assertThat(problem.message()).contains(why);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "place, the place of the app shop",
        "place/sub, the place of the app shop",
        "'', the place of the app shop",
        "link, the place of the app shop",
        "inner/place, the place of the app shop",
        "linked, the place of the app shop",
        "home, outside of the console's own",
        "home/rel, outside of the console's own",
        "link-home/rel, outside of the console's own",
        "around, the console's own directory",
    })
    void refusesADirectoryThatIsTaken(String directory, String why) throws Exception {
        link("link", "place");
        link("inner", ".");
        link("linked/releases", "place/sub");
        link("link-home", "home");
        link("around/releases", "home");
        console.deployed("shop", console.source(), "node");
        App other = console.app("other", "node");

        assertRefused(other, in(directory), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"place2", "other", "home2", "linked"})
    void takesADirectoryThatOnlyLooksAlike(String directory) throws Exception {
        link("linked", "elsewhere");
        Files.createDirectory(folder.resolve("elsewhere"));
        console.deployed("shop", console.source(), "node");

        App other = console.deployed("other", console.sourceIn(in(directory)), "node");

        Deployment ended = console.deploy(other);
        assertThat(ended.status()).as(ended.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
    }

    @Test
    void takesTheDirectoryThatItHas() {
        App app = console.deployed("shop", console.source(), "node");

        console.sources().put(console.caller(), app.id(), console.source(), null);

        assertThat(console.sources().get(console.caller(), app.id()).revision()).isEqualTo(2);
    }

    @Test
    void comparesOnEachServerWithItsOwn() {
        console.deployed("shop", console.source(), "node");
        console.addUnreachedServer("other");

        console.deployed("there", console.source(), "node");

        App second = console.app("second", "node");
        assertRefused(second, in("place/sub"), "the place of the app there");
        // A path of another machine is not the home of this one.
        console.sources().put(console.caller(), second.id(), console.sourceIn(in("home")), null);
    }

    @ParameterizedTest
    @CsvSource({
        "later, place, the place of the app shop",
        "later, place/shared, the place of the app shop",
        "later/releases, place/releases, the place of the app shop",
        "later, home, the console's own directory",
        "later/releases, home, the console's own directory",
    })
    void makesNoReleaseWhereALinkLeadsToWhatIsTaken(String link, String target, String use) throws Exception {
        App shop = console.deployed("shop", console.source(), "node");
        Deployment serving = console.deploy(shop);
        App other = console.deployed("other", console.sourceIn(in("later")), "node");
        link(link, target);

        Deployment refused = console.deploy(other);

        assertThat(refused.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(refused.error()).contains("overlaps with").contains(use);
        assertThat(console.serving()).isEqualTo(serving.id());
        assertThat(console.home().resolve("releases")).doesNotExist();
        try (var releases = Files.list(console.place().resolve("releases"))) {
            assertThat(releases).hasSize(1);
        }
    }

    @Test
    void makesNoReleaseInTheStandardPlaceOfAnotherApp() throws Exception {
        App standard = console.deployed("standard", console.sourceIn(null), "node");
        String state = System.getenv("XDG_STATE_HOME");
        String place = (state == null ? System.getenv("HOME") + "/.local/state" : state) + "/wheelhouse/deployments/"
                + standard.id();
        App other = console.deployed("other", console.sourceIn(place), "node");

        Deployment refused = console.deploy(other);

        assertThat(refused.error()).contains("the place of the app standard");
        assertThat(Path.of(place)).doesNotExist();
    }
}
