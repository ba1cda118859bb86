package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.json.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A spec as the state keeps it: everything but the values of the environment. */
record SpecJson(
        @Nullable List<String> command,
        @Nullable String directory,
        @Nullable List<String> environment,
        @Nullable String unit,
        @Nullable String image,
        @Nullable List<String> ports,
        @Nullable List<String> volumes,
        @Nullable Long memoryLimitBytes,
        @Nullable String engine,
        @Nullable Integer replicas,
        @Nullable List<String> adopted) {

    static String write(AppSpec spec) {
        return Json.write(AppEvents.told(spec));
    }

    /** The spec again, each value of its environment empty. */
    static AppSpec read(RuntimeKind kind, String text) {
        SpecJson it = Json.read(text, SpecJson.class);
        return switch (kind) {
            case PROCESS -> new AppSpec.Process(list(it.command), it.directory, unset(it.environment));
            case SYSTEMD -> new AppSpec.SystemdUnit(it.unit == null ? "" : it.unit);
            case CONTAINER ->
                new AppSpec.Container(
                        it.image == null ? "" : it.image,
                        list(it.command),
                        list(it.ports),
                        unset(it.environment),
                        list(it.volumes),
                        it.memoryLimitBytes,
                        it.engine,
                        it.replicas == null ? 1 : it.replicas,
                        it.adopted);
        };
    }

    private static List<String> list(@Nullable List<String> stored) {
        return stored == null ? List.of() : stored;
    }

    private static Map<String, String> unset(@Nullable Collection<String> names) {
        Map<String, String> environment = new HashMap<>();
        if (names != null) {
            names.forEach(each -> environment.put(each, ""));
        }
        return environment;
    }
}
