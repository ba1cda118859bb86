package dev.wheelhouse.api.deployments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wheelhouse.core.deployments.DeploymentStep;
import dev.wheelhouse.core.deployments.StepName;
import dev.wheelhouse.core.deployments.StepStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step on the wire; both times are null until they are known, as the contract wants them.
 *
 * @param logPlace how many bytes of the log came before it
 */
record DeploymentStepJson(
        String id,
        int ordinal,
        StepName name,
        StepStatus status,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant startedAt,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant finishedAt,
        @Nullable Long logPlace) {

    static DeploymentStepJson from(DeploymentStep step) {
        return new DeploymentStepJson(
                step.id(),
                step.ordinal(),
                step.name(),
                step.status(),
                step.startedAt(),
                step.finishedAt(),
                step.logPlace());
    }
}
