package dev.wheelhouse.api.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.DeploymentTrigger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A deployment on the wire.
 *
 * @param kept whether its release lies on the server, so that it can be gone back to
 */
record DeploymentJson(
        String id,
        String appId,
        String serverId,
        DeploymentStatus status,
        DeploymentTrigger trigger,
        @Nullable String ref,
        @Nullable String commitId,
        @Nullable String subject,
        @Nullable String author,
        @Nullable String rollbackTo,
        @Nullable String replaced,
        boolean kept,
        @Nullable Boolean restored,
        @Nullable Long gapMillis,
        @Nullable String reason,
        @Nullable String error,
        @Nullable String jobId,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    static DeploymentJson from(Deployment deployment) {
        return new DeploymentJson(
                deployment.id(),
                deployment.appId(),
                deployment.serverId(),
                deployment.status(),
                deployment.trigger(),
                deployment.ref(),
                deployment.commitId(),
                deployment.subject(),
                deployment.author(),
                deployment.rollbackTo(),
                deployment.replaced(),
                deployment.released(),
                deployment.restored(),
                deployment.gapMillis(),
                deployment.error() == null
                        ? null
                        : deployment.error().lines().findFirst().orElse(""),
                deployment.error(),
                deployment.jobId(),
                deployment.createdAt(),
                deployment.startedAt(),
                deployment.finishedAt());
    }
}
