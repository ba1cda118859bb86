package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Releases on a small file system of their own, which only root may mount, and which is full in one step of a deployment. */
@Real
@EnabledOnOs(OS.LINUX)
class FullDiskDeploymentTest {

    /** A file or a link takes one each; a release of these takes four, with its directory and its link. */
    private static final int INODES = 60;

    @TempDir
    private Path folder;

    private final ScriptedRuntime runtime = new ScriptedRuntime();
    private DeployingConsole console;

    @BeforeEach
    void open() throws Exception {
        console = new DeployingConsole(StateKind.SQLITE, folder, runtime);
        Files.createDirectory(console.place());
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k,nr_inodes=" + INODES, "tmpfs", "" + console.place()) == 0,
                "a small file system can be mounted");
        console.start();
    }

    @AfterEach
    void close() throws Exception {
        console.close();
        assertThat(run("umount", console.place().toString())).isZero();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    private String filler() {
        return console.place().resolve("filler").toString();
    }

    /** Leaves no room for a file or a link. */
    private List<String> fill() {
        return List.of("sh", "-c", filling() + "true");
    }

    /** Without an end that says how it went. */
    private String filling() {
        return "mkdir -p " + filler() + "; i=0; while touch " + filler() + "/$i 2>/dev/null; do i=$((i + 1)); done; ";
    }

    private void fillNow() {
        try {
            assertThat(run(fill().toArray(String[]::new))).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private SourceDraft fullIn(StepName step) {
        List<String> writes = List.of("sh", "-c", "head -c 1000000 /dev/zero >large");
        List<String> none = List.of();
        return switch (step) {
            case BUILD -> console.source(writes, none, none, null);
            case PRE_DEPLOY -> console.source(null, writes, none, null);
            // Room for the folder and the link of what is shared, and none for the link that serves.
            case RELEASE ->
                console.source(null, List.of("sh", "-c", filling() + "cd " + filler() + " && rm 0 1"), none, null);
            case HEALTH_CHECK -> console.source(null, none, none, onlyTheFirstIsHealthy());
            // No file and no byte more, also for what puts the old release back.
            case POST_DEPLOY ->
                console.source(null, none, List.of("sh", "-c", filling() + "head -c 1000000 /dev/zero >version"), null);
            case PREPARE, CLONE, CLEANUP -> console.source();
        };
    }

    private HealthCheck onlyTheFirstIsHealthy() {
        List<String> command = List.of("sh", "-c", filling() + "test \"$(cat version)\" = 1");
        return new HealthCheck(null, command, null, 1, 1);
    }

    private List<String> inPlace() throws IOException {
        try (Stream<Path> all = Files.walk(console.place())) {
            return all.map(each -> console.place().relativize(each).toString())
                    .filter(each -> !each.startsWith("filler"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StepName.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CLEANUP"})
    void theOldReleaseServesAndTheNextOneComesOnceThereIsRoom(StepName step) throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        console.repository().commit(Map.of("version", "1", "behaviour", "runs"));
        Deployment good = console.deploy(app);
        assertThat(good.status()).as(good.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        List<String> before = inPlace();
        console.sources().put(console.caller(), app.id(), fullIn(step), null);
        console.repository().commit(Map.of("version", "2", "behaviour", "runs"));
        console.repository().during(() -> fillIn(step, StepName.PREPARE), () -> fillIn(step, StepName.CLONE));

        Deployment bad = console.deploy(app);

        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(console.steps(bad)).contains(step.wireName() + " failed");
        assertThat(bad.error())
                .contains(
                        switch (step) {
                            case HEALTH_CHECK -> "not healthy";
                            case RELEASE -> "switch to the release, as a disk of the server has no room left";
                            default -> "no room left";
                        });
        boolean wasSwitched = step.compareTo(StepName.RELEASE) > 0;
        assertThat(bad.restored()).as(bad.error()).isEqualTo(wasSwitched ? true : null);
        assertThat(bad.unfinished()).isFalse();
        assertThat(console.serving()).isEqualTo(good.id());
        assertThat(runtime.isRunning(app.id())).isTrue();
        assertThat(runtime.started()).isEqualTo(wasSwitched ? List.of("1", "2", "1") : List.of("1"));
        assertThat(inPlace()).isEqualTo(before);

        console.repository().during(() -> {}, () -> {});
        run("rm", "-rf", filler());
        console.sources().put(console.caller(), app.id(), console.source(), null);
        Deployment next = console.deploy(app);
        assertThat(next.status()).as(next.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(console.serving()).isEqualTo(next.id());
    }

    private void fillIn(StepName step, StepName here) {
        if (step == here) {
            fillNow();
        }
    }
}
