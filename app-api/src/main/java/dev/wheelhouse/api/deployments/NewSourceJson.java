package dev.wheelhouse.api.deployments;

import dev.wheelhouse.core.deployments.BuildPlan;
import dev.wheelhouse.core.deployments.HealthCheck;
import dev.wheelhouse.core.deployments.SourceDraft;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body of {@code PUT /apps/{id}/source}, and {@code source} in that of {@code POST /apps}. */
public record NewSourceJson(
        @Nullable String connectionId,
        @Nullable String owner,
        @Nullable String name,
        @Nullable String cloneUrl,
        @Nullable String branch,
        @Nullable String directory,
        @Nullable List<String> watchPaths,
        @Nullable Boolean autoDeploy,
        @Nullable BuildPlan build,
        @Nullable List<String> preDeploy,
        @Nullable List<String> postDeploy,
        @Nullable HealthCheckJson healthCheck,
        @Nullable Integer keepReleases,
        @Nullable List<String> sharedPaths,
        @Nullable String deployDirectory,
        @Nullable List<String> switchCommand,
        @Nullable Integer pollSeconds) {

    /** A health check that says only what differs from the usual. */
    public record HealthCheckJson(
            @Nullable String url,
            @Nullable List<String> command,
            @Nullable String expect,
            @Nullable Integer withinSeconds,
            @Nullable Integer successes) {

        HealthCheck toCheck() {
            return new HealthCheck(
                    url,
                    command,
                    expect,
                    Objects.requireNonNullElse(withinSeconds, HealthCheck.STANDARD_SECONDS),
                    Objects.requireNonNullElse(successes, 1));
        }
    }

    public SourceDraft toDraft() {
        return new SourceDraft(
                connectionId,
                owner,
                name,
                cloneUrl,
                branch,
                directory,
                watchPaths,
                autoDeploy,
                build,
                preDeploy,
                postDeploy,
                healthCheck == null ? null : healthCheck.toCheck(),
                keepReleases,
                sharedPaths,
                deployDirectory,
                switchCommand,
                pollSeconds);
    }
}
