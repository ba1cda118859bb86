package dev.wheelhouse.core.deployments;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a release is built on the server: by a command in its directory, or an image from a Dockerfile.
 *
 * @param command the program and its arguments; null with a Dockerfile
 * @param dockerfile its path below the source's directory; null with a command
 * @param context the directory that the image is built from, below the source's, with the Dockerfile in it; null for all of it
 */
public record BuildPlan(
        @Nullable List<String> command,
        @Nullable String dockerfile,
        @Nullable String context) {

    public BuildPlan {
        command = command == null ? null : List.copyOf(command);
    }

    /** Where the Dockerfile lies within the context. */
    String dockerfileInContext() {
        String path = Objects.requireNonNull(dockerfile);
        return context == null ? path : path.substring(context.length() + 1);
    }
}
