package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How what is in a repository could be built and run. Somebody should look at it before it is used.
 *
 * @param runtime that it is made for
 * @param command that starts a process in its release; empty where nothing says it, and for a container, which has its own
 * @param ports of a container, as an app has them; empty where nothing says them
 * @param build null where nothing says how, or nothing is to be built
 * @param healthCheck null where nothing says how
 * @param because which files say so, in a sentence
 */
public record SourceSuggestion(
        RuntimeKind runtime,
        List<String> command,
        List<String> ports,
        @Nullable BuildPlan build,
        @Nullable HealthCheck healthCheck,
        String because) {

    public SourceSuggestion {
        command = List.copyOf(command);
        ports = List.copyOf(ports);
    }
}
