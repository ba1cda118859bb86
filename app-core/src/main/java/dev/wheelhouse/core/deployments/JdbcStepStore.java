package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;

/** The steps of deployments in the state store. */
final class JdbcStepStore extends Table<DeploymentStep> {

    JdbcStepStore() {
        super("deployment_step", Columns.of(DeploymentStep.class).fixed("id", "deployment_id", "ordinal", "name"));
    }

    /** Those of a deployment, in their order. */
    List<DeploymentStep> of(Transaction tx, String deploymentId) {
        return select(tx, "WHERE deployment_id = ? ORDER BY ordinal", deploymentId)
                .list();
    }

    void insert(Transaction tx, List<DeploymentStep> steps) {
        insertAll(tx, steps);
    }

    /** Saves a step unless it has ended. */
    void save(Transaction tx, DeploymentStep step) {
        update(tx, step, "WHERE id = ? AND status IN ('pending', 'running')", step.id());
    }

    /** Ends what has not ended. */
    void endAll(Transaction tx, String deploymentId, StepStatus running, Instant at) {
        tx.execute(
                "UPDATE deployment_step SET status = ?, finished_at = ? WHERE deployment_id = ? AND status = 'running'",
                running,
                at,
                deploymentId);
        tx.execute(
                "UPDATE deployment_step SET status = 'skipped' WHERE deployment_id = ? AND status = 'pending'",
                deploymentId);
    }
}
