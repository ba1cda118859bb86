package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the window does with servers, as calls of the API. No key and no password is ever in them. */
public final class ServerCalls {

    /** The variables of the shell that a copied line reads secrets from. */
    public static final String PASSWORD_VARIABLE = "SSH_PASSWORD";

    public static final String KEY_VARIABLE = "SSH_PRIVATE_KEY";
    public static final String PASSPHRASE_VARIABLE = "SSH_PASSPHRASE";

    private static final String ALL = "/servers";

    private ServerCalls() {}

    public static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    public static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    public static CurlCommand test(String id) {
        return new CurlCommand("POST", one(id) + "/test", Map.of(), null);
    }

    public static CurlCommand delete(String id) {
        return new CurlCommand("DELETE", one(id), Map.of(), null);
    }

    public static CurlCommand trust(String id, String fingerprint) {
        return CurlCommand.post(one(id) + "/trust-host-key", Json.write(Map.of("fingerprint", fingerprint)));
    }

    public static CurlCommand latest(String id) {
        return CurlCommand.get(one(id) + "/metrics");
    }

    public static CurlCommand series(String id, Metric metric, MetricRange range) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("metric", metric.name());
        query.put("range", range.wireName());
        return CurlCommand.get(one(id) + "/metrics/series", query);
    }

    static CurlCommand create(ServerDraft draft) {
        return CurlCommand.post(ALL, Json.write(body(draft)));
    }

    static CurlCommand update(String id, ServerDraft draft) {
        Map<String, Object> body = body(draft);
        body.remove("kind");
        return new CurlCommand("PATCH", one(id), Map.of(), Json.write(body));
    }

    /**
     * @param trusted fingerprint of the key that the server should show; null for none
     * @param storedFor id of the server whose stored secret is used; null for none
     */
    static CurlCommand testDraft(ServerDraft draft, @Nullable String trusted, @Nullable String storedFor) {
        Map<String, Object> body = body(draft);
        body.remove("name");
        body.remove("kind");
        putIfGiven(body, "serverId", storedFor);
        putIfGiven(body, "hostKeyFingerprint", trusted);
        return CurlCommand.post(ALL + "/test", Json.write(body));
    }

    private static Map<String, Object> body(ServerDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", draft.name());
        body.put("kind", draft.kind().wireName());
        putIfGiven(body, "host", draft.host());
        putIfGiven(body, "port", draft.port());
        putIfGiven(body, "user", draft.user());
        putIfGiven(body, "auth", draft.auth() == null ? null : auth(draft.auth()));
        return body;
    }

    private static Map<String, Object> auth(ServerDraft.Auth login) {
        Map<String, Object> auth = new LinkedHashMap<>();
        auth.put("type", login.type().wireName());
        putIfGiven(auth, "privateKey", variable(login.privateKey(), KEY_VARIABLE));
        putIfGiven(auth, "passphrase", variable(login.passphrase(), PASSPHRASE_VARIABLE));
        putIfGiven(auth, "password", variable(login.password(), PASSWORD_VARIABLE));
        return auth;
    }

    private static @Nullable String variable(SecretChange change, String name) {
        return change instanceof SecretChange.Replace(String typed) && typed != null
                ? CurlCommand.variable(name)
                : null;
    }

    private static void putIfGiven(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
