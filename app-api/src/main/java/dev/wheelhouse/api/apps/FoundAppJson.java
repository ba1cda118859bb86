package dev.wheelhouse.api.apps;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something on a server that could be an app.
 *
 * @param app as {@code POST /apps} takes it
 */
record FoundAppJson(String description, boolean running, DraftJson app) {

    /** The fields that say what it is; without an environment, which stays where it is. */
    record DraftJson(
            String name,
            String serverId,
            RuntimeKind runtime,
            @Nullable List<String> command,
            @Nullable String directory,
            @Nullable String unit,
            @Nullable String image,
            @Nullable List<String> ports,
            @Nullable List<String> volumes,
            @Nullable Long memoryLimitBytes,
            @Nullable String engine,
            @Nullable Integer replicas,
            @Nullable List<String> adopted) {}

    static FoundAppJson from(FoundApp found, String serverId) {
        AppSpec spec = found.spec();
        SpecFields fields = SpecFields.of(spec);
        return new FoundAppJson(
                found.description(),
                found.running(),
                new DraftJson(
                        found.name(),
                        serverId,
                        spec.kind(),
                        fields.command(),
                        fields.directory(),
                        fields.unit(),
                        fields.image(),
                        fields.ports(),
                        fields.volumes(),
                        fields.memoryLimitBytes(),
                        fields.engine(),
                        fields.replicas(),
                        fields.adopted()));
    }
}
