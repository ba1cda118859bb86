package dev.wheelhouse.api.apps;

import dev.wheelhouse.api.deployments.NewSourceJson;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /apps}. */
record NewAppJson(
        String name,
        String serverId,
        RuntimeKind runtime,
        @Nullable RestartPolicy restart,
        @Nullable List<String> command,
        @Nullable String directory,
        @Nullable Map<String, String> environment,
        @Nullable String unit,
        @Nullable String image,
        @Nullable List<String> ports,
        @Nullable List<String> volumes,
        @Nullable Long memoryLimitBytes,
        @Nullable String engine,
        @Nullable Integer replicas,
        @Nullable List<String> adopted,
        @Nullable NewSourceJson source) {

    AppDraft toDraft(ServerAlias alias) {
        return new AppDraft(
                name,
                alias.id(serverId),
                runtime,
                restart,
                command,
                directory,
                environment,
                unit,
                image,
                ports,
                volumes,
                memoryLimitBytes,
                engine,
                replicas,
                adopted);
    }
}
