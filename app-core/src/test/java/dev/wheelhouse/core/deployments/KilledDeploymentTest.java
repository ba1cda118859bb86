package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A console killed in each step of a deployment: the release that served before serves again. */
@DisabledOnOs(OS.WINDOWS)
@Real
class KilledDeploymentTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = StepName.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CLEANUP"})
    void theOldReleaseServesAgain(StepName step) throws Exception {
        String organization;
        String app;
        Deployment good;
        try (DeployingConsole console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime())) {
            console.start();
            organization = console.caller().organizationId();
            App made = console.deployed("shop", console.hangingIn(step, 600), "node");
            app = made.id();
            console.sources().put(console.caller(), app, console.source(), null);
            console.repository().commit(Map.of("version", "1", "behaviour", "runs"));
            good = console.deploy(made);
            assertThat(good.status()).as(good.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
            console.sources().put(console.caller(), app, console.hangingIn(step, 600), null);
        }

        Process killed = Child.start(folder, organization, app, step);
        try (BufferedReader told = killed.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = new ArrayList<>();
            for (String line = told.readLine(); line != null && !line.equals("reached"); line = told.readLine()) {
                lines.add(line);
            }
            assertThat(killed.isAlive()).as(String.join("\n", lines)).isTrue();
        } finally {
            killed.destroyForcibly().waitFor();
        }

        ScriptedRuntime runtime = new ScriptedRuntime();
        try (DeployingConsole console = Child.open(folder, organization, runtime, 3)) {
            console.sources().put(console.caller(), app, console.source(), null);
            Deployment left = console.service()
                    .list(console.caller(), app, new dev.wheelhouse.core.platform.paging.PageRequest(1, null))
                    .items()
                    .getFirst();
            assertThat(left.status()).isEqualTo(DeploymentStatus.RUNNING);

            console.start();

            Awaiting.until(
                    () -> !console.service().get(console.caller(), left.id()).unfinished());
            Deployment ended = console.service().get(console.caller(), left.id());
            assertThat(ended.status()).isEqualTo(DeploymentStatus.FAILED);
            assertThat(ended.error()).contains("The console stopped while it ran");
            assertThat(console.serving()).isEqualTo(good.id());
            assertThat(console.place().resolve("releases").resolve(left.id())).doesNotExist();
            assertThat(console.steps(ended))
                    .contains(step.wireName() + " failed")
                    .noneMatch(each -> each.endsWith(" running"));
            boolean wasSwitched = step.compareTo(StepName.RELEASE) >= 0;
            assertThat(ended.restored()).isEqualTo(wasSwitched ? true : null);
            assertThat(runtime.started()).isEqualTo(wasSwitched ? List.of("1") : List.of());
            assertThat(console.hanging()).isEmpty();
            console.repository().commit(Map.of("version", "3", "behaviour", "runs"));
            assertThat(console.deploy(console.apps().service().get(console.caller(), app))
                            .status())
                    .isEqualTo(DeploymentStatus.SUCCEEDED);
        }
    }

    /** The console that is killed. */
    static final class Child {

        private Child() {}

        static Process start(Path folder, String organization, String app, StepName step) throws IOException {
            return JavaProcess.plain()
                    .of(Child.class, folder.toString(), organization, app, step.name())
                    .redirectErrorStream(true)
                    .start();
        }

        static DeployingConsole open(Path folder, String organization, ScriptedRuntime runtime, long seed) {
            Path home = folder.resolve("home");
            OpenState state = OpenState.open(StateKind.fileIn(home), home, new SettableClock(), seed);
            return new DeployingConsole(state, organization, folder, runtime);
        }

        @SuppressWarnings("SystemOut")
        public static void main(String[] arguments) throws Exception {
            StepName step = StepName.valueOf(arguments[3]);
            ScriptedRuntime runtime = new ScriptedRuntime();
            DeployingConsole console = open(Path.of(arguments[0]), arguments[1], runtime, 2);
            runtime.hanging(Child::hang);
            console.repository().commit(Map.of("version", "1", "behaviour", "runs"));
            console.repository()
                    .commit(Map.of("version", "2", "behaviour", step == StepName.RELEASE ? "hangs" : "runs"));
            console.repository().during(() -> hangIn(step, StepName.PREPARE), () -> hangIn(step, StepName.CLONE));
            console.start();
            Deployment deployment = console.service().deploy(console.caller(), arguments[2], null);
            console.await(deployment, step);
            if (step == StepName.BUILD || step == StepName.PRE_DEPLOY || step == StepName.POST_DEPLOY) {
                console.awaitCommand();
                System.out.println("reached");
            }
            if (step == StepName.HEALTH_CHECK) {
                System.out.println("reached");
            }
            LockSupport.park();
        }

        private static void hangIn(StepName step, StepName here) {
            if (step == here) {
                hang();
            }
        }

        @SuppressWarnings("SystemOut")
        private static void hang() {
            System.out.println("reached");
            LockSupport.park();
        }
    }
}
