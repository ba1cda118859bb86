package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the window does with apps, as calls of the API. No value of an environment is ever in them. */
public final class AppCalls {

    /** Comes before the names of the environment in the variables of the shell that a copied line reads values from. */
    public static final String VARIABLE_PREFIX = "APP_";

    private static final String ALL = "/apps";
    private static final String TAIL = "200";

    private AppCalls() {}

    public static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    public static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    public static CurlCommand status(String id) {
        return CurlCommand.get(one(id) + "/status");
    }

    public static CurlCommand start(String id) {
        return action(id, "start");
    }

    public static CurlCommand stop(String id) {
        return action(id, "stop");
    }

    public static CurlCommand restart(String id) {
        return action(id, "restart");
    }

    private static CurlCommand action(String id, String action) {
        return new CurlCommand("POST", one(id) + "/" + action, Map.of(), null);
    }

    public static CurlCommand delete(String id) {
        return new CurlCommand("DELETE", one(id), Map.of(), null);
    }

    public static CurlCommand log(String id) {
        return CurlCommand.get(one(id) + "/logs", Map.of("tail", TAIL));
    }

    public static CurlCommand series(String id, Metric metric, MetricRange range) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("metric", metric.name());
        query.put("range", range.wireName());
        return CurlCommand.get(one(id) + "/metrics/series", query);
    }

    public static CurlCommand events(String id) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("kind", "app.*");
        query.put("subject", id);
        return CurlCommand.get("/events", query);
    }

    public static CurlCommand create(AppDraft draft) {
        return CurlCommand.post(ALL, Json.write(body(draft)));
    }

    /**
     * A merge patch (RFC 7396): what the form left empty is taken away by name.
     *
     * @param stored as it is now
     */
    public static CurlCommand update(App stored, AppDraft draft) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(body(draft));
        body.remove("serverId");
        body.remove("runtime");
        switch (stored.spec()) {
            case AppSpec.Process process -> {
                body.putIfAbsent("directory", null);
                body.put("environment", changes(process.environment().keySet(), draft));
            }
            case AppSpec.Container container -> {
                body.putIfAbsent("memoryLimitBytes", null);
                body.putIfAbsent("engine", null);
                body.putIfAbsent("adopted", null);
                body.put("environment", changes(container.environment().keySet(), draft));
            }
            case AppSpec.SystemdUnit _ -> {}
        }
        if (draft.environment() == null) {
            body.remove("environment");
        }
        return new CurlCommand("PATCH", one(stored.id()), Map.of(), Json.write(body));
    }

    /** What was typed, and null for what is gone; what stays sealed is not spoken of. */
    private static Map<String, @Nullable Object> changes(Set<String> stored, AppDraft draft) {
        Map<String, @Nullable String> wanted =
                Objects.requireNonNullElse(draft.environment(), Map.<String, @Nullable String>of());
        Map<String, @Nullable Object> changes = new LinkedHashMap<>(withoutValues(wanted));
        stored.stream().filter(name -> !wanted.containsKey(name)).sorted().forEach(name -> changes.put(name, null));
        return changes;
    }

    public static CurlCommand discover(String serverId, RuntimeKind kind) {
        return CurlCommand.get(
                "/servers/" + CurlCommand.segment(serverId) + "/discovered-apps", Map.of("runtime", kind.wireName()));
    }

    private static Map<String, Object> body(AppDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", draft.name());
        body.put("serverId", draft.serverId());
        body.put("runtime", draft.runtime().wireName());
        put(body, "restart", draft.restart() == null ? null : draft.restart().wireName());
        put(body, "unit", draft.unit());
        put(body, "image", draft.image());
        put(body, "command", draft.command());
        put(body, "directory", draft.directory());
        Map<String, @Nullable String> environment = draft.environment();
        if (environment != null) {
            body.put("environment", withoutValues(environment));
        }
        put(body, "ports", draft.ports());
        put(body, "volumes", draft.volumes());
        put(body, "memoryLimitBytes", draft.memoryLimitBytes());
        put(body, "engine", draft.engine());
        put(body, "replicas", draft.replicas());
        put(body, "adopted", draft.adopted());
        return body;
    }

    private static Map<String, Object> withoutValues(Map<String, @Nullable String> environment) {
        Map<String, Object> shown = new LinkedHashMap<>();
        environment.forEach((name, value) -> {
            if (value != null) {
                shown.put(name, CurlCommand.variable(variable(name)));
            }
        });
        return shown;
    }

    private static String variable(String name) {
        return VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
    }

    private static void put(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
