package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.store.JsonStored;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which repository an app comes from, and what is done with it.
 *
 * @param owner of the repository at its provider; null with an address
 * @param name of the repository at its provider; null with an address
 * @param cloneUrl the repository's address, or a path of the console's own machine; null with owner and name
 * @param branch null for the repository's default
 * @param directory the folder inside the repository that becomes a release; null for all of it
 * @param watchPaths a push deploys only when it changes something below one of them; empty for any change
 * @param autoDeploy whether a push deploys
 * @param build null for nothing to build
 * @param preDeploy runs in the new release before the switch; empty for nothing
 * @param postDeploy runs in the release once it is healthy; empty for nothing
 * @param healthCheck null to see that the app runs for ten seconds
 * @param keepReleases how many stay on the server, 1..50
 * @param sharedPaths what all releases have in common, below their directory
 * @param deployDirectory where releases lie on the server; null for the console's directory of the app
 * @param switchCommand tells the user's proxy of a new container; empty for none
 * @param pollSeconds between two looks at the branch, 10..86400
 */
public record SourceSettings(
        @Nullable String owner,
        @Nullable String name,
        @Nullable String cloneUrl,
        @Nullable String branch,
        @Nullable String directory,
        List<String> watchPaths,
        boolean autoDeploy,
        @Nullable BuildPlan build,
        List<String> preDeploy,
        List<String> postDeploy,
        @Nullable HealthCheck healthCheck,
        int keepReleases,
        List<String> sharedPaths,
        @Nullable String deployDirectory,
        List<String> switchCommand,
        int pollSeconds)
        implements JsonStored {

    public SourceSettings {
        watchPaths = List.copyOf(watchPaths);
        preDeploy = List.copyOf(preDeploy);
        postDeploy = List.copyOf(postDeploy);
        sharedPaths = List.copyOf(sharedPaths);
        switchCommand = List.copyOf(switchCommand);
    }

    static final int STANDARD_RELEASES = 5;

    /** Those of an app that has no source but its image. */
    static final SourceSettings OF_IMAGE = new SourceSettings(
            null,
            null,
            null,
            null,
            null,
            List.of(),
            false,
            null,
            List.of(),
            List.of(),
            null,
            STANDARD_RELEASES,
            List.of(),
            null,
            List.of(),
            60);

    boolean isImageAlone() {
        return cloneUrl == null && name == null;
    }

    /** The folder inside the repository that is brought to the server, the context of an image's build; empty for all. */
    String folder() {
        String context = build == null ? null : build.context();
        return Stream.of(directory, context).filter(Objects::nonNull).collect(Collectors.joining("/"));
    }

    SourceSettings withoutAutoDeploy() {
        return new SourceSettings(
                owner,
                name,
                cloneUrl,
                branch,
                directory,
                watchPaths,
                false,
                build,
                preDeploy,
                postDeploy,
                healthCheck,
                keepReleases,
                sharedPaths,
                deployDirectory,
                switchCommand,
                pollSeconds);
    }

    /** What people call the repository. */
    public String repository() {
        if (isImageAlone()) {
            return "its image";
        }
        return cloneUrl != null ? cloneUrl : owner + "/" + name;
    }
}
