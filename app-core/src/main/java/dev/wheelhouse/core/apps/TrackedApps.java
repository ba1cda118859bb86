package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is in memory of every app. Thread-safe. */
final class TrackedApps {

    private final Map<String, Tracked> byId = new ConcurrentHashMap<>();

    Tracked of(App app) {
        return byId.computeIfAbsent(app.id(), _ -> new Tracked());
    }

    void forget(String appId) {
        byId.remove(appId);
    }
}
