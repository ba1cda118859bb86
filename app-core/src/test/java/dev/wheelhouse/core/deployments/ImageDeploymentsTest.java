package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
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
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Releases that are images, with an engine in memory; a real one is in {@link ContainerDeploymentsTest}. */
@DisabledOnOs(OS.WINDOWS)
class ImageDeploymentsTest {

    private static final String NAMED = "ghcr.io/team/shop:1.4";

    @TempDir
    private Path folder;

    private final ScriptedContainers containers = new ScriptedContainers();
    private DeployingConsole console;

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, containers);
        console.start();
    }

    @AfterEach
    void close() {
        console.close();
    }

    private App app(@Nullable List<String> adopted) {
        return console.apps().service().create(console.caller(), draft(adopted));
    }

    private static AppDraft draft(@Nullable List<String> adopted) {
        return new AppDraft(
                "shop",
                DeployingConsole.HOME,
                RuntimeKind.CONTAINER,
                RestartPolicy.NEVER,
                null,
                null,
                adopted == null ? Map.of("API_KEY", "open-sesame-42") : null,
                null,
                NAMED,
                null,
                null,
                null,
                null,
                null,
                adopted);
    }

    private App built(String... switchCommand) {
        App app = app(null);
        put(app, ContainerSources.source(null, List.of(), List.of(), switchCommand));
        console.repository().commit(Map.of("Dockerfile", "FROM scratch"));
        return app;
    }

    private void put(App app, SourceDraft source) {
        console.sources().put(console.caller(), app.id(), source, null);
    }

    private Deployment succeeded(App app) throws Exception {
        Deployment done = console.deploy(app);
        assertThat(done.status()).as(done.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        return done;
    }

    private String image(App app) {
        App now = console.apps().service().get(console.caller(), app.id());
        return ((AppSpec.Container) now.spec()).image();
    }

    @Test
    void buildsFromAStreamAndKeepsTheImageWithTheEnd() throws Exception {
        App app = built();

        Deployment done = succeeded(app);

        assertThat(console.log(done))
                .contains("built Dockerfile of files with ***")
                .doesNotContain("open-sesame");
        assertThat(image(app)).isEqualTo(ReleaseImages.name(app, done.id()));
        assertThat(containers.serving()).isEqualTo(image(app));
        assertThat(containers.calls()).containsExactly("build", "startNext", "takeOver");
    }

    @Test
    void takesBackTheSwitchCommandWhereItFails() throws Exception {
        Path told = folder.resolve("told");
        App app = built(
                "sh",
                "-c",
                "echo $WHEELHOUSE_OLD_ADDRESS-$WHEELHOUSE_NEW_ADDRESS >> " + told + "; ! [ -e " + folder
                        + "/bad ] || { rm " + folder + "/bad; exit 9; }");
        Deployment good = succeeded(app);
        Files.createFile(folder.resolve("bad"));

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("The switch command failed with exit code 9");
        assertThat(bad.restored()).isTrue();
        assertThat(told).content().isEqualTo("-run1\nrun1-run2\nrun2-run1\n");
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, good.id()));
        assertThat(containers.hasNext()).isFalse();
        assertThat(containers.kept()).containsExactly(ReleaseImages.name(app, good.id()));
    }

    @Test
    void startsTheOldContainerAgainWhereItHadToStop() throws Exception {
        containers.hasFixedPort();
        App app = built();
        Deployment good = succeeded(app);
        containers.fail("startNext", "The engine refuses: port is already allocated.");

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("port is already allocated");
        assertThat(bad.restored()).isTrue();
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, good.id()));
        assertThat(containers.calls()).endsWith("startNext", "start");
        containers.fail("startNext", null);
        assertThat(succeeded(app).gapMillis()).isNotNegative();
    }

    @Test
    void goesBackAlsoWhenTheNewContainerHasTakenItsPlace() throws Exception {
        App app = built();
        Deployment good = succeeded(app);
        containers.fail("takeOver", "The engine refuses.");

        Deployment bad = console.deploy(app);

        assertThat(bad.restored()).isTrue();
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, good.id()));
        assertThat(image(app)).isEqualTo(ReleaseImages.name(app, good.id()));
    }

    @Test
    void leavesNothingOfTheNewOnesWhereTheOldOnesNeverPassedTheCheck() throws Exception {
        App app = built();
        Deployment good = succeeded(app);
        put(app, ContainerSources.source(new HealthCheck(null, List.of("new"), "more", 1, 1), List.of(), List.of()));

        Deployment bad = console.deploy(app);

        assertThat(bad.restored()).isFalse();
        assertThat(bad.error()).contains("has not got the text", "could not be put back");
        assertThat(containers.hasNext()).isFalse();
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, good.id()));
    }

    @Test
    void whatSomebodyStopsMeanwhileStaysStopped() throws Exception {
        containers.hasFixedPort();
        App app = built();
        succeeded(app);
        put(app, ContainerSources.source(new HealthCheck(null, List.of("new"), "more", 60, 1), List.of(), List.of()));
        Deployment begun = console.service().deploy(console.caller(), app.id(), null);
        console.await(begun, StepName.HEALTH_CHECK);

        console.apps().service().stop(console.caller(), app.id());

        assertThat(console.ended(begun).status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(containers.serving()).startsWith("-");
        assertThat(console.log(begun)).contains("Somebody stopped it.");
    }

    @Test
    void goesBackOnceTheEngineIsThereAgain() throws Exception {
        containers.hasFixedPort();
        App app = built();
        Deployment good = succeeded(app);
        containers.fail("startNext", "The engine refuses.");
        containers.fail("servedBefore", "No container engine answers on this server.");

        Deployment bad = console.deploy(app);

        assertThat(bad.unfinished()).isTrue();
        assertThat(containers.serving()).startsWith("-");
        containers.fail("servedBefore", null);
        Awaiting.until(() -> {
            console.state().clock().advance(Duration.ofSeconds(1));
            return !console.service().get(console.caller(), bad.id()).unfinished();
        });
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, good.id()));
    }

    @Test
    void anImageGivenByHandIsNoReleaseThatServes() throws Exception {
        App app = built();
        Deployment one = succeeded(app);
        assertThatThrownBy(() -> console.service().rollback(console.caller(), one.id()))
                .hasMessageContaining("serves already");
        console.apps().service().update(console.caller(), app.id(), draft(null), null);

        assertThat(image(app)).isEqualTo(NAMED);
        Deployment back = console.ended(console.service().rollback(console.caller(), one.id()));

        assertThat(back.status()).as(back.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(containers.serving()).isEqualTo(ReleaseImages.name(app, one.id()));
    }

    @Test
    void leavesAnAppStoppedThatDidNotRun() throws Exception {
        App app = built();
        containers.fail("takeOver", "The engine refuses.");

        Deployment bad = console.deploy(app);

        assertThat(bad.restored()).isNull();
        assertThat(containers.serving()).startsWith("-");
        assertThat(image(app)).isEqualTo(NAMED);
        assertThat(containers.kept()).isEmpty();
    }

    @Test
    void changesNothingWhereTheBuildFails() throws Exception {
        App app = built();
        succeeded(app);
        int before = containers.calls().size();
        containers.fail("build", "The image could not be built: no space left on device.");

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("no space left on device");
        assertThat(bad.restored()).isNull();
        assertThat(containers.calls().subList(before, containers.calls().size()))
                .containsExactly("build");
    }

    @Test
    void pullsTheImageOfAnAppThatHasNoSource() throws Exception {
        App app = app(null);

        Deployment first = succeeded(app);

        assertThat(containers.calls()).startsWith("pull", NAMED);
        assertThat(first.subject()).isEqualTo(NAMED);
        Deployment newer = console.ended(console.service().deploy(console.caller(), app.id(), "1.5"));
        assertThat(newer.subject()).isEqualTo("ghcr.io/team/shop:1.5");
        Deployment again = succeeded(app);
        assertThat(again.subject()).as("the tag it has now").isEqualTo("ghcr.io/team/shop:1.5");
        Deployment back = console.ended(console.service().rollback(console.caller(), first.id()));
        assertThat(back.commitId()).isEqualTo(first.commitId());
        assertThat(succeeded(app).subject()).isEqualTo(NAMED);
        assertThatThrownBy(() -> console.service().deploy(console.caller(), app.id(), "sha256:12"))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
    }

    @Test
    void refusesToPullWhatWasBuilt() throws Exception {
        App app = built();
        succeeded(app);
        console.sources().delete(console.caller(), app.id(), null);

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("Set a source, or the app's image");
    }

    @Test
    void refusesContainersThatWereThereBefore() {
        App app = app(List.of("shop-1"));

        assertThatThrownBy(() -> put(app, ContainerSources.source(null, List.of(), List.of())))
                .hasMessageContaining("the console makes none");
        assertThatThrownBy(() -> console.service().deploy(console.caller(), app.id(), null))
                .hasMessageContaining("has no source");
    }

    @Test
    void refusesWhatOnlyFilesHave() {
        App app = app(null);
        SourceDraft files = console.source(List.of("make"), List.of(), List.of(), null);

        assertThatThrownBy(() -> put(app, files))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(((FieldProblems) e.details()).errors())
                                .extracting(FieldProblem::path)
                                .containsExactlyInAnyOrder("build.command", "sharedPaths", "deployDirectory"));
    }
}
