package dev.wheelhouse.api.apps;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An app on the wire, with how it was when it was looked at last and without the values of its environment. */
record AppJson(
        String id,
        String name,
        String serverId,
        RuntimeKind runtime,
        RestartPolicy restart,
        @Nullable List<String> command,
        @Nullable String directory,
        @Nullable Set<String> environmentNames,
        @Nullable String unit,
        @Nullable String image,
        @Nullable List<String> ports,
        @Nullable List<String> volumes,
        @Nullable Long memoryLimitBytes,
        @Nullable String engine,
        @Nullable Integer replicas,
        @Nullable List<String> adopted,
        @Nullable AppStatusJson status,
        Instant createdAt) {

    /** @param status null where it is not known, as right after it was made */
    static AppJson from(App app, Set<String> environmentNames, @Nullable AppStatus status) {
        SpecFields fields = SpecFields.of(app.spec());
        return new AppJson(
                app.id(),
                app.name(),
                app.serverId(),
                app.spec().kind(),
                app.restart(),
                fields.command(),
                fields.directory(),
                app.spec().kind() == RuntimeKind.SYSTEMD ? null : environmentNames,
                fields.unit(),
                fields.image(),
                fields.ports(),
                fields.volumes(),
                fields.memoryLimitBytes(),
                fields.engine(),
                fields.replicas(),
                fields.adopted(),
                status == null ? null : AppStatusJson.from(status),
                app.createdAt());
    }
}
