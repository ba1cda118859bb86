package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.container.ContainerRuntime;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Real;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.BufferedReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A console killed in each step of a deployment of containers: what served before serves again, and nothing is left. */
@Real
@ResourceLock(ContainerTurn.CONTAINERS)
@Timeout(180)
class KilledContainerDeploymentTest {

    /** Where the console is killed. */
    enum Moment {
        CONTEXT(StepName.BUILD),
        BUILD(StepName.BUILD),
        PRE_DEPLOY(StepName.PRE_DEPLOY),
        BEFORE_START(StepName.RELEASE),
        AFTER_START(StepName.RELEASE),
        OLD_STOPPED(StepName.RELEASE),
        HEALTH_CHECK(StepName.HEALTH_CHECK),
        POST_DEPLOY(StepName.POST_DEPLOY),
        BEFORE_TAKE_OVER(StepName.CLEANUP),
        AFTER_TAKE_OVER(StepName.CLEANUP);

        private final StepName step;

        Moment(StepName step) {
            this.step = step;
        }

        /** The old container is stopped first where both would need a port. */
        String[] ports() {
            return this == OLD_STOPPED ? new String[] {"127.0.0.1:18473:8080"} : new String[0];
        }
    }

    private static final HealthCheck GOOD = new HealthCheck(null, List.of("cat", "/www/version"), null, 20, 1);
    private static final List<String> HANGS = List.of("sh", "-c", "echo reached; sleep 300");

    private static RunningPodman podman;

    @TempDir
    private Path folder;

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

    @AfterEach
    void removeContainers() throws Exception {
        podman.removeContainers();
    }

    private static void commit(DeployingConsole console, String version, String more) {
        console.repository().commit(ContainerSources.files(version, more + ContainerSources.SERVES));
    }

    private static SourceDraft source(Moment moment) {
        return ContainerSources.source(
                moment == Moment.HEALTH_CHECK ? new HealthCheck(null, List.of("false"), null, 600, 1) : GOOD,
                moment == Moment.PRE_DEPLOY ? HANGS : List.of(),
                moment == Moment.POST_DEPLOY ? HANGS : List.of());
    }

    /** Those in which most is left behind, and all of them in a long run. */
    static List<Moment> moments() {
        List<Moment> all = List.of(Moment.values());
        return LongRun.of(1, 2) == 2
                ? all
                : List.of(Moment.BUILD, Moment.AFTER_START, Moment.OLD_STOPPED, Moment.BEFORE_TAKE_OVER);
    }

    @ParameterizedTest
    @MethodSource("moments")
    void whatServedBeforeServesAgain(Moment moment) throws Exception {
        String organization;
        App app;
        Deployment good;
        try (DeployingConsole console = new DeployingConsole(StateKind.SQLITE, folder, podman.runtime())) {
            console.start();
            organization = console.caller().organizationId();
            app = ContainerSources.app(console, podman.podman(), "nothing-yet:1", List.of(), List.of(moment.ports()));
            console.sources()
                    .put(console.caller(), app.id(), ContainerSources.source(GOOD, List.of(), List.of()), null);
            commit(console, "1", "");
            good = console.deploy(app);
            assertThat(good.status()).as(good.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
            console.sources().put(console.caller(), app.id(), source(moment), null);
        }

        kill(organization, app.id(), moment);

        try (DeployingConsole console = open(folder, organization, podman.runtime(), 3)) {
            console.sources()
                    .put(console.caller(), app.id(), ContainerSources.source(GOOD, List.of(), List.of()), null);
            Deployment left = console.service()
                    .list(console.caller(), app.id(), new PageRequest(1, null))
                    .items()
                    .getFirst();
            assertThat(left.status()).isEqualTo(DeploymentStatus.RUNNING);

            console.start();

            Awaiting.until(
                    () -> !console.service().get(console.caller(), left.id()).unfinished());
            Deployment ended = console.service().get(console.caller(), left.id());
            assertThat(ended.status()).isEqualTo(DeploymentStatus.FAILED);
            assertThat(ended.error()).contains("The console stopped while it ran");
            assertThat(console.steps(ended))
                    .contains(moment.step.wireName() + " failed")
                    .noneMatch(each -> each.endsWith(" running"));
            assertThat(ended.restored()).isEqualTo(moment.step.compareTo(StepName.RELEASE) >= 0 ? true : null);
            assertThat(podman.containers()).containsExactly("shop");
            assertThat(podman.version()).isEqualTo("1");
            assertThat(podman.run("images", "--format", "{{.Tag}}").lines())
                    .contains(good.id())
                    .doesNotContain(left.id());
            commit(console, "3", "");
            Deployment next = console.deploy(app);
            assertThat(next.status()).as(next.error()).isEqualTo(DeploymentStatus.SUCCEEDED);
            assertThat(podman.version()).isEqualTo("3");
        }
    }

    private void kill(String organization, String app, Moment moment) throws Exception {
        Process killed = JavaProcess.plain()
                .of(Child.class, folder.toString(), organization, app, moment.name())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader told = killed.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = new ArrayList<>();
            for (String line = told.readLine(); line != null && !line.equals("reached"); line = told.readLine()) {
                lines.add(line);
            }
            assertThat(killed.isAlive()).as(String.join("\n", lines)).isTrue();
        } finally {
            killed.destroyForcibly().waitFor();
        }
    }

    private static DeployingConsole open(Path folder, String organization, AppRuntime runtime, long seed) {
        Path home = folder.resolve("home");
        OpenState state = OpenState.open(StateKind.fileIn(home), home, new SettableClock(), seed);
        return new DeployingConsole(state, organization, folder, runtime);
    }

    /** The console that is killed. */
    static final class Child {

        private Child() {}

        public static void main(String[] arguments) throws Exception {
            Moment moment = Moment.valueOf(arguments[3]);
            DeployingConsole console =
                    open(Path.of(arguments[0]), arguments[1], hanging(moment, new ContainerRuntime(new Workers())), 2);
            commit(console, "1", "");
            commit(console, "2", moment == Moment.BUILD ? "RUN echo reached; sleep 300\n" : "");
            console.repository().during(() -> {}, () -> {
                if (moment == Moment.CONTEXT) {
                    hang();
                }
            });
            console.start();
            Deployment deployment = console.service().deploy(console.caller(), arguments[2], null);
            console.await(deployment, moment.step);
            switch (moment) {
                case BUILD, PRE_DEPLOY, POST_DEPLOY ->
                    Awaiting.until(() -> console.log(deployment).lines().anyMatch("reached"::equals));
                case HEALTH_CHECK ->
                    Awaiting.until(() -> console.log(deployment).contains("Not healthy yet"));
                case CONTEXT, BEFORE_START, AFTER_START, OLD_STOPPED, BEFORE_TAKE_OVER, AFTER_TAKE_OVER ->
                    LockSupport.park();
            }
            hang();
        }

        private static AppRuntime hanging(Moment moment, AppRuntime runtime) {
            return proxy(AppRuntime.class, runtime, "images", moment);
        }

        private static <T> T proxy(Class<T> type, T to, String wrapped, Moment moment) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                        String name = method.getName();
                        if ((moment == Moment.BEFORE_START && name.equals("startNext"))
                                || (moment == Moment.BEFORE_TAKE_OVER && name.equals("takeOver"))) {
                            hang();
                        }
                        Object answer;
                        try {
                            answer = method.invoke(to, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                        if (((moment == Moment.AFTER_START || moment == Moment.OLD_STOPPED) && name.equals("startNext"))
                                || (moment == Moment.AFTER_TAKE_OVER && name.equals("takeOver"))) {
                            hang();
                        }
                        return name.equals(wrapped)
                                ? proxy(ImageReleases.class, (ImageReleases) answer, "", moment)
                                : answer;
                    }));
        }

        @SuppressWarnings("SystemOut")
        private static void hang() {
            System.out.println("reached");
            LockSupport.park();
        }
    }
}
