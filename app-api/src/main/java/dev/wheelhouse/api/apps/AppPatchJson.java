package dev.wheelhouse.api.apps;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The body of {@code PATCH /apps/{id}}: a merge patch (RFC 7396); of the environment, name by name. */
record AppPatchJson(
        Patch<String> name,
        Patch<String> serverId,
        Patch<RuntimeKind> runtime,
        Patch<RestartPolicy> restart,
        Patch<List<String>> command,
        Patch<String> directory,
        Patch<Map<String, @Nullable String>> environment,
        Patch<String> unit,
        Patch<String> image,
        Patch<List<String>> ports,
        Patch<List<String>> volumes,
        Patch<Long> memoryLimitBytes,
        Patch<String> engine,
        Patch<Integer> replicas,
        Patch<List<String>> adopted) {

    /** @param variables the names of the environment that is set */
    AppDraft toDraft(App app, Set<String> variables, ServerAlias alias) {
        SpecFields current = SpecFields.of(app.spec());
        return new AppDraft(
                name.applyRequired("name", app.name()),
                alias.id(serverId.applyRequired("serverId", app.serverId())),
                runtime.applyRequired("runtime", app.spec().kind()),
                restart.apply(app.restart()),
                command.apply(current.command()),
                directory.apply(current.directory()),
                environmentAfter(variables),
                unit.apply(current.unit()),
                image.apply(current.image()),
                ports.apply(current.ports()),
                volumes.apply(current.volumes()),
                memoryLimitBytes.apply(current.memoryLimitBytes()),
                engine.apply(current.engine()),
                replicas.apply(current.replicas()),
                adopted.apply(current.adopted()));
    }

    /** As the draft has it: null keeps all, and null as a value keeps that one. */
    private @Nullable Map<String, @Nullable String> environmentAfter(Set<String> variables) {
        if (!environment.isMentioned()) {
            return null;
        }
        Map<String, @Nullable String> changes = environment.apply(null);
        Map<String, @Nullable String> after = new LinkedHashMap<>();
        if (changes == null) {
            return after;
        }
        variables.forEach(variable -> after.put(variable, null));
        changes.forEach((variable, value) -> {
            if (value == null) {
                after.remove(variable);
            } else {
                after.put(variable, value);
            }
        });
        return after;
    }
}
