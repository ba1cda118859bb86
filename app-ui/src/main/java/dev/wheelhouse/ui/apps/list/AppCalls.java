package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
        return CurlCommand.post(one(id) + "/" + action);
    }

    public static CurlCommand delete(String id) {
        return CurlCommand.delete(one(id));
    }

    public static CurlCommand log(String id) {
        return CurlCommand.get(one(id) + "/logs", Map.of("tail", TAIL));
    }

    public static CurlCommand series(String id, Metric metric, MetricRange range) {
        Map<String, String> query = new TreeMap<>(Map.of("metric", metric.name(), "range", range.wireName()));
        return CurlCommand.get(one(id) + "/metrics/series", query);
    }

    public static CurlCommand events(String id) {
        return CurlCommand.get("/events", new TreeMap<>(Map.of("kind", "app.*", "subject", id)));
    }

    public static CurlCommand create(AppDraft draft) {
        return create(draft, null);
    }

    /** @param source where its releases come from; null for none */
    public static CurlCommand create(AppDraft draft, @Nullable CallBody source) {
        return CurlCommand.post(
                ALL,
                body(draft)
                        .with("serverId", draft.serverId())
                        .with("runtime", draft.runtime())
                        .with("environment", withoutValues(draft))
                        .with("source", source));
    }

    /**
     * A merge patch (RFC 7396): what the form left empty is taken away by name.
     *
     * @param stored as it is now
     */
    public static CurlCommand update(App stored, AppDraft draft) {
        CallBody body = body(draft);
        switch (stored.spec()) {
            case AppSpec.Process process ->
                body.withNull("directory", draft.directory())
                        .with("environment", changes(process.environment().keySet(), draft));
            case AppSpec.Container container ->
                body.withNull("memoryLimitBytes", draft.memoryLimitBytes())
                        .withNull("engine", draft.engine())
                        .withNull("adopted", draft.adopted())
                        .with("environment", changes(container.environment().keySet(), draft));
            case AppSpec.SystemdUnit _ -> {}
        }
        return CurlCommand.patch(one(stored.id()), body);
    }

    /** What was typed, and null for what is gone; what stays sealed is not spoken of. */
    private static @Nullable Map<String, @Nullable Object> changes(Set<String> stored, AppDraft draft) {
        Map<String, @Nullable String> wanted = draft.environment();
        Map<String, @Nullable Object> changes = withoutValues(draft);
        if (wanted != null && changes != null) {
            stored.stream().filter(name -> !wanted.containsKey(name)).forEach(name -> changes.put(name, null));
        }
        return changes;
    }

    public static CurlCommand discover(String serverId, RuntimeKind kind) {
        return CurlCommand.get(
                "/servers/" + CurlCommand.segment(serverId) + "/discovered-apps", Map.of("runtime", kind.wireName()));
    }

    private static CallBody body(AppDraft draft) {
        return new CallBody()
                .with("name", draft.name())
                .with("restart", draft.restart())
                .with("unit", draft.unit())
                .with("image", draft.image())
                .with("command", draft.command())
                .with("directory", draft.directory())
                .with("ports", draft.ports())
                .with("volumes", draft.volumes())
                .with("memoryLimitBytes", draft.memoryLimitBytes())
                .with("engine", draft.engine())
                .with("replicas", draft.replicas())
                .with("adopted", draft.adopted());
    }

    private static @Nullable Map<String, @Nullable Object> withoutValues(AppDraft draft) {
        Map<String, @Nullable String> environment = draft.environment();
        if (environment == null) {
            return null;
        }
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
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

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
