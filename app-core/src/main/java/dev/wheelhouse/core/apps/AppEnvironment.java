package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.HashMap;
import java.util.Map;

/** The values of apps' environments, sealed. Thread-safe. */
final class AppEnvironment {

    private static final String TABLE = "app";
    private static final int SHORTEST_SECRET = 6;

    private final Vault vault;

    AppEnvironment(Vault vault) {
        this.vault = vault;
    }

    static Map<String, String> of(AppSpec spec) {
        return switch (spec) {
            case AppSpec.Process it -> it.environment();
            case AppSpec.Container it -> it.environment();
            case AppSpec.SystemdUnit _ -> Map.of();
        };
    }

    /** The same spec with another environment; a unit has none. */
    static AppSpec with(AppSpec spec, Map<String, String> environment) {
        return switch (spec) {
            case AppSpec.Process it -> new AppSpec.Process(it.command(), it.directory(), environment);
            case AppSpec.Container it ->
                new AppSpec.Container(
                        it.image(),
                        it.command(),
                        it.ports(),
                        environment,
                        it.volumes(),
                        it.memoryLimitBytes(),
                        it.engine(),
                        it.replicas(),
                        it.adopted());
            case AppSpec.SystemdUnit it -> it;
        };
    }

    /** The values that are stored of an app, by name. */
    Map<String, String> stored(App app) {
        if (of(app.spec()).isEmpty()) {
            return Map.of();
        }
        Map<String, String> values = new HashMap<>();
        vault.findText(ref(app.id()))
                .ifPresent(text -> Json.readObject(text).forEach((name, value) -> values.put(name, value.toString())));
        return values;
    }

    /** The app as its runtime needs it. */
    App opened(App app) {
        return with(app, stored(app));
    }

    /** The app as everybody else may see it: every value empty. */
    static App closed(App app) {
        Map<String, String> empty = new HashMap<>();
        of(app.spec()).keySet().forEach(name -> empty.put(name, ""));
        return with(app, empty);
    }

    private static App with(App app, Map<String, String> environment) {
        if (environment.isEmpty()) {
            return app;
        }
        return app.with(with(app.spec(), environment), app.revision());
    }

    /** Seals the values of an app within the change they belong to; those from before are gone. */
    void save(Transaction tx, App app) {
        Map<String, String> environment = of(app.spec());
        if (environment.isEmpty()) {
            vault.deleteAll(tx, TABLE, app.id());
            return;
        }
        vault.putText(tx, app.organizationId(), ref(app.id()), Json.write(environment));
    }

    void delete(Transaction tx, App app) {
        vault.deleteAll(tx, TABLE, app.id());
    }

    /** A text with every value taken out that is long enough to be a secret. */
    static String redact(String text, Map<String, String> environment) {
        String clean = text;
        for (String value : environment.values()) {
            if (value.length() >= SHORTEST_SECRET) {
                clean = clean.replace(value, "***");
            }
        }
        return clean;
    }

    private static SecretRef ref(String appId) {
        return new SecretRef(TABLE, appId, "environment");
    }
}
