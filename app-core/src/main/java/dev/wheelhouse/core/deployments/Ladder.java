package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of one deployment as they are done. What the state does not take now is kept with the end. For one thread, but
 * for the end.
 */
final class Ladder {

    private static final System.Logger LOG = System.getLogger(Ladder.class.getName());

    private final StateStore store;
    private final JdbcStepStore stored;
    private final Clock clock;
    private final DeploymentProgress progress;
    private final List<DeploymentStep> steps;

    Ladder(
            StateStore store,
            JdbcStepStore stored,
            Clock clock,
            DeploymentProgress progress,
            List<DeploymentStep> steps) {
        this.store = store;
        this.stored = stored;
        this.clock = clock;
        this.progress = progress;
        this.steps = new ArrayList<>(steps);
    }

    /** Does a step, where the deployment has it. */
    void step(StepName name, Runnable work) {
        for (int at = 0; at < steps.size(); at++) {
            if (steps.get(at).name() == name) {
                step(at, work);
            }
        }
    }

    private void step(int at, Runnable work) {
        DeploymentStep step = steps.get(at);
        progress.report(at, (long) steps.size(), step.name().wireName());
        set(at, step.began(clock.instant(), progress.written()));
        progress.log("== " + step.name().wireName());
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            if (!done) {
                StepStatus how = progress.isCancelled() ? StepStatus.CANCELLED : StepStatus.FAILED;
                set(at, steps.get(at).ended(how, clock.instant()));
                skip(at + 1);
            }
        }
        set(at, steps.get(at).ended(StepStatus.SUCCEEDED, clock.instant()));
    }

    private void skip(int from) {
        for (int at = from; at < steps.size(); at++) {
            // Kept with the end, which comes at once.
            steps.set(at, steps.get(at).ended(StepStatus.SKIPPED, null));
        }
    }

    private void set(int at, DeploymentStep step) {
        steps.set(at, step);
        boolean interrupted = Thread.interrupted();
        try {
            store.change(tx -> stored.save(tx, step));
        } catch (AppException e) {
            LOG.log(System.Logger.Level.INFO, "A step of " + step.deploymentId() + " could not be kept yet", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Keeps all of them with the deployment's end. */
    void keep(Transaction tx) {
        steps.forEach(each -> stored.save(tx, each));
    }
}
