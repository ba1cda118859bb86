package dev.wheelhouse.core.deployments;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.apps.container.ContainerRuntime;
import dev.wheelhouse.core.apps.container.Podman;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.ContainerTurn;
import java.util.List;

/** A real engine for the tests of one class; without one they are skipped. */
final class RunningPodman implements AutoCloseable {

    private final ContainerTurn turn;
    private final Podman podman;
    private final Workers workers = new Workers();

    private RunningPodman(ContainerTurn turn, Podman podman) {
        this.turn = turn;
        this.podman = podman;
    }

    static RunningPodman start() throws Exception {
        String missing = Podman.missing();
        assumeTrue(missing.isEmpty(), missing);
        ContainerTurn turn = ContainerTurn.take();
        RunningPodman made = new RunningPodman(turn, Podman.start());
        String trouble = made.podman.trouble();
        if (!trouble.isEmpty()) {
            made.close();
        }
        assumeTrue(trouble.isEmpty(), trouble);
        return made;
    }

    Podman podman() {
        return podman;
    }

    AppRuntime runtime() {
        return new ContainerRuntime(workers);
    }

    String run(String... arguments) throws Exception {
        return podman.run(arguments).strip();
    }

    /** Names of all containers, running or not. */
    List<String> containers() throws Exception {
        return run("ps", "-a", "--format", "{{.Names}}").lines().sorted().toList();
    }

    /** Which version the app's container serves. */
    String version() throws Exception {
        return run("exec", "shop", "cat", "/www/version");
    }

    void removeContainers() throws Exception {
        run("rm", "-f", "-a", "-t", "0");
    }

    @Override
    public void close() throws Exception {
        workers.close();
        podman.close();
        turn.close();
    }
}
