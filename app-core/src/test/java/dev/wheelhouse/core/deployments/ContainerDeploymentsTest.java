package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.container.Podman;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Releases of containers of a real engine: images built from a repository, and such that are pulled. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
@Timeout(180)
class ContainerDeploymentsTest {

    private static final String SERVES = ContainerSources.SERVES;
    private static final HealthCheck BY_URL = new HealthCheck("http://shop.internal:8080/version", null, null, 20, 1);

    private static RunningPodman podman;

    @TempDir
    private Path folder;

    private DeployingConsole console;

    @BeforeAll
    static void start() throws Exception {
        podman = RunningPodman.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (podman != null) {
            podman.close();
        }
    }

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, podman.runtime());
        console.start();
    }

    @AfterEach
    void close() throws Exception {
        console.close();
        podman.removeContainers();
    }

    private App app(String image, List<String> command, List<String> ports) {
        return ContainerSources.app(console, podman.podman(), image, command, ports);
    }

    private static SourceDraft source(@Nullable HealthCheck check, String... switchCommand) {
        return ContainerSources.source(check, List.of(), List.of(), switchCommand);
    }

    private App built(SourceDraft source, String... ports) {
        App made = app("nothing-yet:1", List.of(), List.of(ports));
        console.sources().put(console.caller(), made.id(), source, null);
        return made;
    }

    private void commit(String version, String serves) {
        console.repository().commit(ContainerSources.files(version, serves));
    }

    private Deployment succeeded(App of) throws Exception {
        Deployment done = console.deploy(of);
        assertThat(done.status()).as(done.error() + "\n" + console.log(done)).isEqualTo(DeploymentStatus.SUCCEEDED);
        return done;
    }

    private App now(App of) {
        return console.apps().service().get(console.caller(), of.id());
    }

    private static String image(App of) {
        return ((AppSpec.Container) of.spec()).image();
    }

    /** Names of the app's containers that run. */
    private static List<String> running() throws Exception {
        return podman.run("ps", "--format", "{{.Names}}").lines().sorted().toList();
    }

    private static long imagesOf(App of) throws Exception {
        return podman.run("images", "--format", "{{.Repository}}")
                .lines()
                .filter(each -> each.equals(ReleaseImages.repository(of)))
                .count();
    }

    @Test
    void buildsAnImageAndReplacesTheContainerSideBySide() throws Exception {
        Path switches = folder.resolve("switches");
        App shop = built(source(
                BY_URL,
                "sh",
                "-c",
                "echo \"$WHEELHOUSE_RELEASE from $WHEELHOUSE_OLD_ADDRESS to $WHEELHOUSE_NEW_ADDRESS\" >> " + switches));
        commit("1", SERVES);

        Deployment first = succeeded(shop);

        assertThat(console.steps(first))
                .containsExactly(
                        "prepare succeeded",
                        "clone succeeded",
                        "build succeeded",
                        "release succeeded",
                        "health_check succeeded",
                        "cleanup succeeded");
        assertThat(image(now(shop))).isEqualTo(ReleaseImages.name(shop, first.id()));
        assertThat(podman.containers()).containsExactly("shop");
        assertThat(podman.version()).isEqualTo("1");
        assertThat(console.log(first)).contains("STEP 1/").doesNotContain("open-sesame");
        commit("2", SERVES);

        Deployment second = succeeded(shop);

        assertThat(second.replaced()).isEqualTo(first.id());
        assertThat(second.gapMillis()).isNull();
        assertThat(podman.containers()).containsExactly("shop");
        assertThat(podman.version()).isEqualTo("2");
        List<String> switched = Files.readAllLines(switches);
        String address = "10\\.\\d+\\.\\d+\\.\\d+";
        assertThat(switched.getFirst()).matches(first.id() + " from  to " + address);
        assertThat(switched.getLast()).matches(second.id() + " from " + address + " to " + address);
        assertThat(switched.getLast()).contains(" from " + switched.getFirst().replaceAll(".* ", "") + " to ");
        assertThat(console.apps().service().status(console.caller(), shop.id()).running())
                .isTrue();
        assertThat(podman.run("history", "--no-trunc", image(now(shop))) + podman.run("inspect", image(now(shop))))
                .as("what an image keeps")
                .doesNotContain("open-sesame");
        assertThat(console.events(shop)).extracting(Event::kind).endsWith("deploy.started", "deploy.succeeded");
        // The app's own restart goes on with the image.
        console.apps().service().restart(console.caller(), shop.id());
        assertThat(podman.version()).isEqualTo("2");
    }

    @Test
    void putsTheOldContainerBackWhenTheNewOneIsNotHealthy() throws Exception {
        Path switches = folder.resolve("switches");
        App shop = built(source(
                new HealthCheck("http://shop:8080/version", null, "good", 3, 1), "sh", "-c", "echo . >> " + switches));
        commit("good 1", SERVES);
        Deployment good = succeeded(shop);
        String before = podman.run("ps", "-q");
        commit("bad", SERVES);

        Deployment bad = console.deploy(shop);

        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(bad.error()).contains("has not got the text “good”");
        assertThat(bad.restored()).as(console.log(bad)).isTrue();
        assertThat(podman.run("ps", "-q")).as("never stopped").isEqualTo(before);
        assertThat(podman.containers()).containsExactly("shop");
        assertThat(image(now(shop))).isEqualTo(ReleaseImages.name(shop, good.id()));
        assertThat(imagesOf(shop)).isEqualTo(1);
        commit("dies", "CMD [\"sh\",\"-c\",\"echo no luck; exit 3\"]\n");

        Deployment dead = console.deploy(shop);

        assertThat(dead.error())
                .contains("ended with exit code 3 after the switch")
                .contains("no luck");
        assertThat(podman.containers()).containsExactly("shop");
    }

    @Test
    void stopsTheOldContainerFirstWhereItHasAPort() throws Exception {
        int port = FreePort.next();
        HealthCheck check = new HealthCheck("http://127.0.0.1:" + port + "/version", null, "good", 5, 1);
        App shop = built(source(check), "127.0.0.1:" + port + ":8080");
        commit("good 1", SERVES);
        assertThat(succeeded(shop).gapMillis()).as("nothing served before").isNull();
        commit("good 2", SERVES);

        Deployment second = succeeded(shop);

        assertThat(second.gapMillis()).isBetween(1L, 60_000L);
        assertThat(podman.version()).isEqualTo("good 2");
        assertThat(podman.containers()).containsExactly("shop");
        commit("bad", SERVES);

        Deployment bad = console.deploy(shop);

        assertThat(bad.restored()).as(console.log(bad)).isTrue();
        assertThat(podman.version()).isEqualTo("good 2");
        assertThat(running()).containsExactly("shop");
        assertThat(podman.containers()).containsExactly("shop");
    }

    @Test
    void goesBackToAKeptImageAndKeepsOnlySoMany() throws Exception {
        App shop = built(source(BY_URL));
        commit("1", SERVES);
        Deployment first = succeeded(shop);
        commit("2", SERVES);
        succeeded(shop);

        Deployment back = console.ended(console.service().rollback(console.caller(), first.id()));

        assertThat(back.status()).as(back.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(console.steps(back))
                .containsExactly(
                        "prepare succeeded", "release succeeded", "health_check succeeded", "cleanup succeeded");
        assertThat(podman.version()).isEqualTo("1");
        assertThat(image(now(shop))).isEqualTo(ReleaseImages.name(shop, first.id()));
        for (int version = 3; version <= 5; version++) {
            commit(Integer.toString(version), SERVES);
            succeeded(shop);
        }
        assertThat(imagesOf(shop)).isEqualTo(2);
        assertThatThrownBy(() -> console.service().rollback(console.caller(), first.id()))
                .hasMessageContaining("not on the server any more");
    }

    @Test
    void runsCommandsInContainersOfTheNewImage() throws Exception {
        App shop = built(ContainerSources.source(
                new HealthCheck(null, List.of("cat", "/www/version"), "1", 10, 2),
                List.of("sh", "-c", "echo migrating with $API_KEY $(cat /www/version)"),
                List.of("sh", "-c", "echo announcing $(cat /www/version); echo . > /announced")));
        commit("1", SERVES);

        Deployment done = succeeded(shop);

        assertThat(console.log(done))
                .contains("migrating with *** 1")
                .contains("announcing 1")
                .contains("Healthy, 2 of 2.");
        assertThat(podman.run("exec", "shop", "cat", "/announced")).isEqualTo(".");
        assertThat(podman.containers()).containsExactly("shop");
        console.sources()
                .put(
                        console.caller(),
                        shop.id(),
                        ContainerSources.source(BY_URL, List.of("sh", "-c", "echo no; exit 4"), List.of()),
                        null);
        commit("2", SERVES);

        Deployment bad = console.deploy(shop);

        assertThat(bad.error()).contains("The command before the switch failed with exit code 4");
        assertThat(podman.version()).isEqualTo("1");
        console.sources()
                .put(
                        console.caller(),
                        shop.id(),
                        ContainerSources.source(BY_URL, List.of(), List.of("sh", "-c", "exit 5")),
                        null);

        Deployment late = console.deploy(shop);

        assertThat(late.error()).contains("The command after the switch failed with exit code 5");
        assertThat(late.restored()).isTrue();
        assertThat(podman.version()).isEqualTo("1");
        assertThat(podman.containers()).containsExactly("shop");
    }

    @Test
    void tellsTheLastWordsOfABuildThatFails() throws Exception {
        App shop = built(source(null));
        commit("1", "RUN echo compiling; false\n");

        Deployment bad = console.deploy(shop);

        assertThat(bad.error()).contains("The image could not be built:").contains("exit status 1");
        assertThat(console.log(bad)).contains("compiling");
        assertThat(console.steps(bad)).contains("build failed", "release skipped");
        assertThat(podman.containers()).isEmpty();
        console.repository().commit(Map.of("version", "2"));

        Deployment without = console.deploy(shop);

        assertThat(without.error()).contains("Dockerfile");
    }

    @Test
    void aCancelEndsABuild() throws Exception {
        App shop = built(source(null));
        commit("1", "RUN echo begun; sleep 300 # shop-build\n");
        Deployment deployment = console.service().deploy(console.caller(), shop.id(), null);
        Awaiting.until(() -> console.log(deployment).contains("begun\n"));

        console.service().cancel(console.caller(), deployment.id());

        Deployment ended = console.ended(deployment);
        assertThat(ended.status()).isEqualTo(DeploymentStatus.CANCELLED);
        assertThat(console.steps(ended)).contains("build cancelled");
        Awaiting.until(() -> ProcessHandle.allProcesses()
                .flatMap(each -> each.info().commandLine().stream())
                .noneMatch(each -> each.contains("# shop-build")));
        assertThat(imagesOf(shop)).isZero();
    }

    @Test
    void deploysAnImageAloneByTagAndByDigest() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/docker-registry")), "Install Debian's docker-registry.");
        String there = podman.podman().onlyInRegistry("shop");
        App shop =
                app(there, List.of("sh", "-c", "echo up; trap 'exit 0' TERM; while :; do sleep 0.2; done"), List.of());
        push(there, "two");

        Deployment first = succeeded(shop);

        assertThat(console.steps(first))
                .containsExactly(
                        "prepare succeeded",
                        "clone succeeded",
                        "release succeeded",
                        "health_check succeeded",
                        "cleanup succeeded");
        assertThat(first.subject()).isEqualTo(there);
        assertThat(first.commitId()).matches("[0-9a-f]{64}");
        assertThat(label()).isEqualTo("two");
        push(there, "three");

        Deployment second = succeeded(now(shop));

        assertThat(label()).isEqualTo("three");
        assertThat(second.commitId()).isNotEqualTo(first.commitId());
        Deployment byDigest = console.ended(console.service()
                .deploy(console.caller(), shop.id(), "sha256:" + Objects.requireNonNull(first.commitId())));
        assertThat(byDigest.status()).as(byDigest.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(label()).isEqualTo("two");
        Deployment back = console.ended(console.service().rollback(console.caller(), second.id()));
        assertThat(back.status()).as(back.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(label()).isEqualTo("three");
        assertThat(back.commitId()).isEqualTo(second.commitId());
        Deployment missing = console.ended(console.service().deploy(console.caller(), shop.id(), "gone"));
        assertThat(missing.error()).contains("could not be pulled");
        assertThat(label()).isEqualTo("three");
        assertThatThrownBy(() -> console.service().deploy(console.caller(), shop.id(), "a b"))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
    }

    /** Puts another image under that name into the registry. */
    private static void push(String name, String label) throws Exception {
        String made = podman.run("create", "--label", "says=" + label, Podman.IMAGE, "true")
                .strip();
        podman.run("commit", "-q", made, name);
        podman.run("rm", made);
        podman.run("push", "-q", "--tls-verify=false", name);
        podman.run("rmi", name);
    }

    private static String label() throws Exception {
        return podman.run("inspect", "--format", "{{index .Config.Labels \"says\"}}", "shop")
                .strip();
    }
}
