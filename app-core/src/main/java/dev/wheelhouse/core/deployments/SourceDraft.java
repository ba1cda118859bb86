package dev.wheelhouse.core.deployments;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source as a form or a request gives it, before it is checked; see {@link SourceSettings}. Null stands for the default. */
public record SourceDraft(
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
        @Nullable HealthCheck healthCheck,
        @Nullable Integer keepReleases,
        @Nullable List<String> sharedPaths,
        @Nullable String deployDirectory,
        @Nullable List<String> switchCommand,
        @Nullable Integer pollSeconds) {

    /** Of a repository as it is: nothing is built, and everything is by default. */
    public static SourceDraft ofRepository(
            @Nullable String connectionId,
            @Nullable String owner,
            @Nullable String name,
            @Nullable String cloneUrl,
            @Nullable String branch,
            @Nullable String directory) {
        return new SourceDraft(
                connectionId,
                owner,
                name,
                cloneUrl,
                branch,
                directory,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
