package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The link to the distribution's sshd is cut in each step of a deployment, and comes back later. */
@Real
@DisabledOnOs(OS.WINDOWS)
class LinkCutDeploymentTest {

    private static DebianSshd sshd;
    private static SshTarget target;

    @TempDir
    private Path folder;

    private final ScriptedRuntime runtime = new ScriptedRuntime();
    private CutProxy cable;
    private DeployingConsole console;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        sshd = DebianSshd.start(directory);
        String key = Files.readString(sshd.newKey("usual", "", "-t", "ed25519"));
        target = sshd.target(new SshCredentials.PrivateKey(key, null));
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            sshd.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        cable = new CutProxy(target.port());
        console = new DeployingConsole(StateKind.SQLITE, folder, runtime);
        console.addServer("debian", target, cable.port());
        console.start();
    }

    @AfterEach
    void close() {
        cable.close();
        console.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = StepName.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CLEANUP"})
    void failsAndIsTidiedUpOnceTheServerIsBack(StepName step) throws Exception {
        App app = console.deployed("shop", console.source(), "node");
        console.repository().commit(Map.of("version", "1", "behaviour", "runs"));
        Deployment good = console.deploy(app);
        assertThat(good.status()).as(good.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
        console.sources().put(console.caller(), app.id(), console.hangingIn(step, 2), null);
        console.repository().commit(Map.of("version", "2", "behaviour", step == StepName.RELEASE ? "hangs" : "runs"));
        runtime.hanging(() -> {
            cable.cut();
            // As a runtime that starts something there.
            console.apps().releases().host(app).run(HostCommand.of("true"));
        });
        console.repository().during(() -> cutIn(step, StepName.PREPARE), () -> cutIn(step, StepName.CLONE));

        Deployment cut = console.service().deploy(console.caller(), app.id(), null);
        switch (step) {
            case BUILD, PRE_DEPLOY, POST_DEPLOY -> {
                console.await(cut, step);
                console.awaitCommand();
                cable.cut();
            }
            case HEALTH_CHECK -> {
                console.await(cut, step);
                cable.cut();
            }
            case PREPARE, CLONE, RELEASE, CLEANUP -> {}
        }
        Deployment bad = console.ended(cut);

        assertThat(bad.status()).isEqualTo(DeploymentStatus.FAILED);
        assertThat(bad.error()).containsPattern("server debian|127\\.0\\.0\\.1");
        assertThat(console.steps(bad)).contains(step.wireName() + " failed");
        assertThat(bad.unfinished()).as(bad.error()).isTrue();
        boolean wasSwitched = step.compareTo(StepName.RELEASE) >= 0;
        assertThat(console.serving()).isEqualTo(wasSwitched ? bad.id() : good.id());

        console.repository().during(() -> {}, () -> {});
        console.sources().put(console.caller(), app.id(), console.source(), null);
        cable.heal();
        Awaiting.until(() -> {
            console.state().clock().advance(Duration.ofSeconds(1));
            return !console.service().get(console.caller(), bad.id()).unfinished();
        });

        Deployment tidied = console.service().get(console.caller(), bad.id());
        assertThat(tidied.restored()).isEqualTo(wasSwitched ? true : null);
        assertThat(console.serving()).isEqualTo(good.id());
        assertThat(runtime.isRunning(app.id())).isTrue();
        assertThat(runtime.started().getLast()).isEqualTo("1");
        assertThat(console.place().resolve("releases").resolve(bad.id())).doesNotExist();
        assertThat(console.hanging()).isEmpty();
        console.repository().commit(Map.of("version", "3", "behaviour", "runs"));
        assertThat(console.deploy(app).status()).isEqualTo(DeploymentStatus.SUCCEEDED);
    }

    private void cutIn(StepName step, StepName here) {
        if (step == here) {
            cable.cut();
        }
    }
}
