package dev.wheelhouse.api.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.BuildPlan;
import dev.wheelhouse.core.deployments.HealthCheck;
import dev.wheelhouse.core.deployments.SourceSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source on the wire. */
record SourceJson(
        @Nullable String connectionId,
        @Nullable String owner,
        @Nullable String name,
        @Nullable String cloneUrl,
        @Nullable String branch,
        @Nullable String directory,
        List<String> watchPaths,
        boolean autoDeploy,
        @Nullable BuildPlan build,
        @Nullable List<String> preDeploy,
        @Nullable List<String> postDeploy,
        @Nullable HealthCheck healthCheck,
        int keepReleases,
        List<String> sharedPaths,
        @Nullable String deployDirectory,
        @Nullable List<String> switchCommand,
        int pollSeconds,
        @Nullable String trouble,
        Instant createdAt) {

    static SourceJson from(AppSource source) {
        SourceSettings settings = source.settings();
        return new SourceJson(
                source.connectionId(),
                settings.owner(),
                settings.name(),
                settings.cloneUrl(),
                settings.branch(),
                settings.directory(),
                settings.watchPaths(),
                settings.autoDeploy(),
                settings.build(),
                unlessEmpty(settings.preDeploy()),
                unlessEmpty(settings.postDeploy()),
                settings.healthCheck(),
                settings.keepReleases(),
                settings.sharedPaths(),
                settings.deployDirectory(),
                unlessEmpty(settings.switchCommand()),
                settings.pollSeconds(),
                source.trouble(),
                source.createdAt());
    }

    private static @Nullable List<String> unlessEmpty(List<String> command) {
        return command.isEmpty() ? null : command;
    }
}
