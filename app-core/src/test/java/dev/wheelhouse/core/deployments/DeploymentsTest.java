package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases of an app on this machine, their files made by the real scripts. */
@DisabledOnOs(OS.WINDOWS)
class DeploymentsTest {

    @TempDir
    private Path folder;

    private final ScriptedRuntime runtime = new ScriptedRuntime();
    private DeployingConsole console;

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, runtime);
        console.start();
    }

    @AfterEach
    void close() {
        console.close();
    }

    private String commit(String version, String behaviour) {
        return console.repository().commit(Map.of("version", version, "behaviour", behaviour));
    }

    @Test
    void bringsAReleaseAndKeepsWhatItShares() throws Exception {
        App app = console.deployed("shop", console.source(), "node", "server.js");
        String id = commit("1", "runs");

        Deployment first = console.deploy(app);

        assertThat(first.status()).as(first.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(first.commitId()).isEqualTo(id);
        assertThat(first.author()).isEqualTo("Ada");
        assertThat(console.steps(first))
                .containsExactly(
                        "prepare succeeded",
                        "clone succeeded",
                        "release succeeded",
                        "health_check succeeded",
                        "cleanup succeeded");
        assertThat(console.serving()).isEqualTo(first.id());
        assertThat(runtime.started()).containsExactly("1");
        Path uploads = console.place().resolve("current/data/uploads");
        Files.writeString(uploads.resolve("cat.png"), "meow");
        commit("2", "runs");

        Deployment second = console.deploy(app);

        assertThat(second.status()).as(second.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(second.replaced()).isEqualTo(first.id());
        assertThat(console.serving()).isEqualTo(second.id());
        assertThat(uploads.resolve("cat.png")).hasContent("meow");
        assertThat(runtime.started()).containsExactly("1", "2");
        assertThat(console.events(app))
                .extracting(Event::kind)
                .containsExactly(
                        "deploy.queued",
                        "deploy.started",
                        "deploy.succeeded",
                        "deploy.queued",
                        "deploy.started",
                        "deploy.succeeded");
    }

    @Test
    void runsTheAppFromWhatServes() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");

        console.deploy(app);

        AppSpec.Process spec = (AppSpec.Process)
                console.apps().service().get(console.caller(), app.id()).spec();
        assertThat(spec.directory()).isEqualTo(console.place().toRealPath() + "/current");
    }

    @Test
    void keepsOnlySoManyReleases() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        for (int version = 1; version <= 4; version++) {
            commit(Integer.toString(version), "runs");
            console.deploy(app);
        }

        try (var releases = Files.list(console.place().resolve("releases"))) {
            assertThat(releases).hasSize(2);
        }
        List<Deployment> all = console.service()
                .list(console.caller(), app.id(), new dev.wheelhouse.core.platform.paging.PageRequest(10, null))
                .items();
        assertThat(all).extracting(Deployment::released).containsExactly(true, true, false, false);
        assertThatThrownBy(() -> console.service()
                        .rollback(console.caller(), all.getLast().id()))
                .hasMessageContaining("not on the server any more");
    }

    @Test
    void putsTheOldReleaseBackWhenTheNewOneDies() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment good = console.deploy(app);
        commit("2", "dies");

        Deployment bad = console.deploy(app);

        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(bad.error()).contains("The app shop ended with exit code 3 after the switch");
        assertThat(bad.restored()).isTrue();
        assertThat(console.steps(bad))
                .containsExactly(
                        "prepare succeeded",
                        "clone succeeded",
                        "release succeeded",
                        "health_check failed",
                        "cleanup skipped");
        assertThat(console.serving()).isEqualTo(good.id());
        assertThat(runtime.started()).containsExactly("1", "2", "1");
        assertThat(runtime.isRunning(app.id())).isTrue();
        assertThat(console.place().resolve("releases").resolve(bad.id())).doesNotExist();
    }

    @Test
    void saysWhenTheOldReleaseCannotBePutBack() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment good = console.deploy(app);
        Files.writeString(console.place().resolve("releases").resolve(good.id()).resolve("behaviour"), "refuses");
        commit("2", "dies");

        Deployment bad = console.deploy(app);

        assertThat(bad.restored()).isFalse();
        assertThat(bad.error())
                .contains("ended with exit code 3")
                .contains("What served before could not be put back: It does not start.");
    }

    @Test
    void leavesNothingOfAFirstReleaseThatFails() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "dies");

        Deployment bad = console.deploy(app);

        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(bad.restored()).isNull();
        assertThat(console.serving()).isEmpty();
        assertThat(runtime.isRunning(app.id())).isFalse();
    }

    @Test
    void changesNothingWhenTheBuildFails() throws Exception {
        SourceDraft source = console.source(
                List.of("sh", "-c", "echo building $API_KEY with $WHEELHOUSE_RELEASE; exit 7"),
                List.of(),
                List.of(),
                null);
        App app = console.deployed("shop", source, "node");
        commit("1", "runs");

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("The build failed with exit code 7");
        assertThat(console.steps(bad))
                .containsExactly(
                        "prepare succeeded",
                        "clone succeeded",
                        "build failed",
                        "release skipped",
                        "health_check skipped",
                        "cleanup skipped");
        assertThat(console.log(bad)).contains("building *** with " + bad.id()).doesNotContain("open-sesame");
        assertThat(runtime.started()).isEmpty();
    }

    @Test
    void runsCommandsAroundTheSwitchInTheRelease() throws Exception {
        SourceDraft source = console.source(
                List.of("sh", "-c", "cp version built"),
                List.of("sh", "-c", "cat built > migrated"),
                List.of("sh", "-c", "cat migrated > announced"),
                new HealthCheck(null, List.of("cat", "migrated"), "1", 10, 2));
        App app = console.deployed("shop", source, "node");
        commit("1", "runs");

        Deployment done = console.deploy(app);

        assertThat(done.status()).as(done.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(console.place().resolve("current/announced")).hasContent("1");
        assertThat(console.log(done)).contains("Healthy, 2 of 2.");
    }

    @Test
    void aFailureBehindTheSwitchTakesItBack() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment good = console.deploy(app);
        console.sources()
                .put(console.caller(), app.id(), console.source(null, List.of(), List.of("false"), null), null);
        commit("2", "runs");

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).contains("The command after the switch failed with exit code 1");
        assertThat(console.serving()).isEqualTo(good.id());
        assertThat(bad.restored()).isTrue();
    }

    @Test
    void aCancelDuringTheBuildEndsIt() throws Exception {
        SourceDraft source = console.source(List.of("sleep", "600"), List.of(), List.of(), null);
        App app = console.deployed("shop", source, "node");
        commit("1", "runs");
        Deployment deployment = console.service().deploy(console.caller(), app.id(), null);
        console.await(deployment, StepName.BUILD);

        console.service().cancel(console.caller(), deployment.id());

        Deployment ended = console.ended(deployment);
        assertThat(ended.status()).isEqualTo(DeploymentStatus.CANCELLED);
        assertThat(console.steps(ended)).contains("build cancelled", "release skipped");
        assertThat(console.place().resolve("releases").resolve(ended.id())).doesNotExist();
        assertThatThrownBy(() -> console.service().cancel(console.caller(), ended.id()))
                .hasMessageContaining("has ended: it is cancelled");
    }

    @Test
    void aCancelBehindTheSwitchTakesItBack() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment good = console.deploy(app);
        console.sources()
                .put(console.caller(), app.id(), console.source(null, List.of(), List.of("sleep", "600"), null), null);
        commit("2", "runs");
        Deployment deployment = console.service().deploy(console.caller(), app.id(), null);
        console.await(deployment, StepName.POST_DEPLOY);

        console.service().cancel(console.caller(), deployment.id());

        Deployment ended = console.ended(deployment);
        assertThat(ended.status()).isEqualTo(DeploymentStatus.CANCELLED);
        assertThat(ended.restored()).isTrue();
        assertThat(console.serving()).isEqualTo(good.id());
        assertThat(runtime.started()).containsExactly("1", "2", "1");
    }

    @Test
    void goesBackToAnEarlierRelease() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        String first = commit("1", "runs");
        Deployment old = console.deploy(app);
        commit("2", "runs");
        Deployment now = console.deploy(app);
        assertThatThrownBy(() -> console.service().rollback(console.caller(), now.id()))
                .hasMessageContaining("serves already");

        Deployment back = console.ended(console.service().rollback(console.caller(), old.id()));

        assertThat(back.status()).as(back.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(back.trigger()).isEqualTo(DeploymentTrigger.ROLLBACK);
        assertThat(back.commitId()).isEqualTo(first);
        assertThat(console.steps(back))
                .containsExactly("prepare succeeded", "release succeeded", "health_check succeeded");
        assertThat(console.serving()).isEqualTo(old.id());
        assertThat(runtime.started()).containsExactly("1", "2", "1");
        assertThat(console.events(app)).extracting(Event::kind).endsWith("deploy.succeeded", "deploy.rolled_back");
        assertThat(console.ended(console.service().rollback(console.caller(), now.id()))
                        .status())
                .isEqualTo(DeploymentStatus.SUCCEEDED);
    }

    private void breakRelease(Deployment of) throws Exception {
        Files.writeString(console.place().resolve("releases").resolve(of.id()).resolve("behaviour"), "refuses");
    }

    @Test
    void aRollbackThatFailsPutsBackWhatServedBeforeIt() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment old = console.deploy(app);
        commit("2", "runs");
        Deployment now = console.deploy(app);
        breakRelease(old);

        Deployment back = console.ended(console.service().rollback(console.caller(), old.id()));

        assertThat(back.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(back.error()).isEqualTo("It does not start.");
        assertThat(back.restored()).isTrue();
        assertThat(console.serving()).isEqualTo(now.id());
        assertThat(runtime.started()).containsExactly("1", "2", "1", "2");
        assertThat(runtime.isRunning(app.id())).isTrue();
        assertThat(console.events(app)).extracting(Event::kind).endsWith("deploy.failed");
        // What it went to is still there, to be looked at.
        assertThat(console.place().resolve("releases").resolve(old.id())).isDirectory();
    }

    @Test
    void aRollbackSaysWhenWhatServedBeforeItDoesNotStartEither() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        commit("1", "runs");
        Deployment old = console.deploy(app);
        commit("2", "runs");
        Deployment now = console.deploy(app);
        breakRelease(old);
        breakRelease(now);

        Deployment back = console.ended(console.service().rollback(console.caller(), old.id()));

        assertThat(back.restored()).isFalse();
        assertThat(back.error())
                .isEqualTo("It does not start. What served before could not be put back: It does not start.");
        assertThat(console.serving()).isEqualTo(now.id());
        assertThat(back.unfinished()).isFalse();
        assertThat(console.events(app).getLast().data()).containsEntry("restored", false);
        Deployment next = console.deploy(app);
        assertThat(next.status()).as(next.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
    }

    /** The console sends no such archive; the server's side is not to rely on that. */
    @ParameterizedTest
    @ValueSource(strings = {"absolute", "upward", "parent", "hard", "dots"})
    void anArchiveWithLinksOutWritesNothingOutside(String kind) throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("kept"), "as it was");
        commit("1", "runs");
        console.repository().tarAs(EvilTars.make(Files.createDirectory(folder.resolve("made")), kind, outside));

        Deployment ended = console.deploy(app);

        try (Stream<Path> there = Files.list(outside)) {
            assertThat(there).containsExactly(outside.resolve("kept"));
        }
        assertThat(outside.resolve("kept")).hasContent("as it was");
        assertThat(Files.getAttribute(outside.resolve("kept"), "unix:nlink")).isEqualTo(1);
        try (Stream<Path> there = Files.list(console.place())) {
            assertThat(there.map(each -> each.getFileName().toString())).isSubsetOf("releases", "shared", "current");
        }
        if (ended.status() == DeploymentStatus.SUCCEEDED) {
            assertThat(console.serving()).isEqualTo(ended.id());
        } else {
            assertThat(ended.error()).contains("take the files of the release");
        }
    }

    @Test
    void aSharedPathIsNotTakenThroughALink() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createDirectory(outside.resolve("uploads"));
        Files.writeString(outside.resolve("uploads/kept"), "as it was");
        App app = console.deployed(
                "shop",
                console.source(List.of("ln", "-s", outside.toString(), "data"), List.of(), List.of(), null),
                "node");
        commit("1", "runs");

        Deployment ended = console.deploy(app);

        assertThat(ended.error()).contains("data/uploads goes through a link");
        assertThat(outside.resolve("uploads/kept")).hasContent("as it was");
    }

    @Test
    @Real
    void aBuildThatWritesMuchIsKeptShort() throws Exception {
        long written = (long) LongRun.of(256, 1024) << 20;
        String writes = "echo first line; yes 'a line that a build writes over and over again' | head -c " + written
                + "; echo; echo last line";
        App app = console.deployed(
                "shop", console.source(List.of("sh", "-c", writes), List.of(), List.of(), null), "node");
        commit("1", "runs");

        Deployment ended = console.deploy(app);

        assertThat(ended.status()).as(ended.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(ended.logBytes()).isGreaterThan(written);
        String log = console.log(ended);
        assertThat(log.length()).isLessThan((5 << 20) + (64 << 10));
        assertThat(log).contains("first line").contains("last line").contains("== cleanup");
        Runtime machine = Runtime.getRuntime();
        System.gc();
        assertThat(machine.totalMemory() - machine.freeMemory()).isLessThan(128L << 20);
    }

    @Test
    void aLinkWithinTheReleaseWorks() throws Exception {
        App app =
                console.deployed("shop", console.source(List.of("cat", "latest"), List.of(), List.of(), null), "node");
        commit("1", "runs");
        console.repository().tarAs(EvilTars.make(Files.createDirectory(folder.resolve("made")), "within", folder));

        Deployment ended = console.deploy(app);

        assertThat(ended.status()).as(ended.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        assertThat(console.log(ended)).contains("\nfound by its link\n");
        assertThat(Files.readSymbolicLink(console.place().resolve("current/latest")))
                .isEqualTo(Path.of("docs/a.txt"));
    }

    @Test
    void doesOneAfterTheOtherOnAServer() throws Exception {
        SourceDraft source = console.source(List.of("sleep", "600"), List.of(), List.of(), null);
        App app = console.deployed("shop", source, "node");
        commit("1", "runs");
        Deployment first = console.service().deploy(console.caller(), app.id(), null);
        Deployment second = console.service().deploy(console.caller(), app.id(), null);
        console.await(first, StepName.BUILD);

        assertThat(console.service().get(console.caller(), second.id()).status())
                .isEqualTo(DeploymentStatus.QUEUED);
        console.service().cancel(console.caller(), second.id());
        assertThat(console.steps(second)).allMatch(each -> each.endsWith(" skipped"));
        console.service().cancel(console.caller(), first.id());
        console.ended(first);
    }

    @Test
    void refusesWhatCannotBe() throws Exception {
        App app = console.app("shop", "node");
        assertThatThrownBy(() -> console.service().deploy(console.caller(), app.id(), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID));
        assertThatThrownBy(() -> console.sources().get(console.caller(), app.id()))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.NOT_FOUND));
        console.sources().put(console.caller(), app.id(), console.source(), null);
        commit("1", "runs");
        for (String ref : List.of("--upload-pack=x", "a..b", "$(x)", "a b", "gone")) {
            assertThatThrownBy(() -> console.service().deploy(console.caller(), app.id(), ref))
                    .as(ref)
                    .isInstanceOfSatisfying(
                            AppException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED));
        }
        Files.createDirectories(console.place().resolve("current"));
        Deployment bad = console.deploy(app);
        assertThat(bad.error()).contains("is no link of the console's");
        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
    }

    @Test
    void tellsWhyARepositoryCannotBeRead() throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        console.repository()
                .fail(new AppException(
                        PlatformError.UPSTREAM_FAILED, "git.example.com refuses " + FakeRepository.TOKEN + "."));

        Deployment bad = console.deploy(app);

        assertThat(bad.error()).isEqualTo("git.example.com refuses ***.");
        assertThat(console.log(bad)).doesNotContain(FakeRepository.TOKEN);
    }

    @Test
    void everyStepHasItsPlaceInTheLog() throws Exception {
        App app =
                console.deployed("shop", console.source(List.of("echo", "built"), List.of(), List.of(), null), "node");
        commit("1", "runs");

        Deployment done = console.deploy(app);

        String log = console.log(done);
        for (DeploymentStep each : console.service().steps(console.caller(), done.id())) {
            assertThat(log.substring(Objects.requireNonNull(each.logPlace()).intValue()))
                    .startsWith("== " + each.name().wireName() + "\n");
        }
        assertThat(done.logBytes()).isEqualTo(log.length());
    }

    @Test
    void cannotBeForgottenWhileOneIsUnderWay() throws Exception {
        SourceDraft source = console.source(List.of("sleep", "600"), List.of(), List.of(), null);
        App app = console.deployed("shop", source, "node");
        commit("1", "runs");
        Deployment deployment = console.service().deploy(console.caller(), app.id(), null);
        console.await(deployment, StepName.BUILD);

        assertThatThrownBy(() -> console.sources().delete(console.caller(), app.id(), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE));
        console.service().cancel(console.caller(), deployment.id());
        console.ended(deployment);
        Awaiting.until(() -> {
            console.sources().delete(console.caller(), app.id(), null);
            return true;
        });
    }
}
