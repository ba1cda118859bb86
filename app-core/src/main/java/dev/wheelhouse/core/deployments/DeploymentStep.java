package dev.wheelhouse.core.deployments;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a deployment.
 *
 * @param id {@code step_…}
 * @param ordinal from 1, without holes
 * @param startedAt null until it began
 * @param finishedAt null until it ended
 * @param logPlace how many bytes of the log came before it; null until it began
 */
public record DeploymentStep(
        String id,
        String deploymentId,
        int ordinal,
        StepName name,
        StepStatus status,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long logPlace) {

    DeploymentStep began(Instant at, long place) {
        return new DeploymentStep(id, deploymentId, ordinal, name, StepStatus.RUNNING, at, null, place);
    }

    DeploymentStep ended(StepStatus how, @Nullable Instant at) {
        return new DeploymentStep(id, deploymentId, ordinal, name, how, startedAt, at, logPlace);
    }
}
