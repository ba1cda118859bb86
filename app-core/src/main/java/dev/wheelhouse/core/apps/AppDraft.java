package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An app as a form or a request gives it, before it is checked. Fields of another runtime than {@code runtime} must be
 * null.
 *
 * @param restart null for never
 * @param environment values by name; null as a value keeps the stored one. Values are sealed and never shown again
 * @param adopted names of containers that exist already; null to create them
 */
public record AppDraft(
        String name,
        String serverId,
        RuntimeKind runtime,
        @Nullable RestartPolicy restart,
        @Nullable List<String> command,
        @Nullable String directory,
        @Nullable Map<String, @Nullable String> environment,
        @Nullable String unit,
        @Nullable String image,
        @Nullable List<String> ports,
        @Nullable List<String> volumes,
        @Nullable Long memoryLimitBytes,
        @Nullable String engine,
        @Nullable Integer replicas,
        @Nullable List<String> adopted) {

    /** Without the values of the environment, which may be secrets. */
    @Override
    public String toString() {
        return "AppDraft[" + name + " on " + serverId + " as " + runtime.wireName() + "]";
    }
}
