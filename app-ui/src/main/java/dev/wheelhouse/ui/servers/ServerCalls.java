package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.servers.gateway.ServerSettings;
import dev.wheelhouse.ui.servers.gateway.TypedSecret;
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

    static CurlCommand create(ServerSettings draft, TypedSecret secret) {
        return CurlCommand.post(ALL, Json.write(body(draft, secret)));
    }

    static CurlCommand update(String id, ServerSettings draft, TypedSecret secret) {
        Map<String, Object> body = body(draft, secret);
        body.remove("kind");
        return new CurlCommand("PATCH", one(id), Map.of(), Json.write(body));
    }

    /**
     * @param storedFor id of the server whose stored secret is used; null for none
     * @param trusted fingerprint that was accepted for this test; null for none
     */
    static CurlCommand testDraft(
            ServerSettings draft, TypedSecret secret, @Nullable String storedFor, @Nullable String trusted) {
        Map<String, Object> body = body(draft, secret);
        body.remove("name");
        body.remove("kind");
        if (storedFor != null) {
            body.put("serverId", storedFor);
        }
        if (trusted != null) {
            body.put("hostKeyFingerprint", trusted);
        }
        return CurlCommand.post(ALL + "/test", Json.write(body));
    }

    private static Map<String, Object> body(ServerSettings draft, TypedSecret secret) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", draft.name());
        body.put("kind", draft.kind().wireName());
        if (draft.kind() == ServerKind.SSH) {
            body.put("host", draft.host());
            if (draft.port() != null) {
                body.put("port", draft.port());
            }
            body.put("user", draft.user());
            body.put("auth", auth(draft, secret));
        }
        return body;
    }

    private static Map<String, Object> auth(ServerSettings draft, TypedSecret secret) {
        Map<String, Object> auth = new LinkedHashMap<>();
        if (draft.auth() != null) {
            auth.put("type", draft.auth().wireName());
        }
        switch (secret) {
            case TypedSecret.None _ -> {}
            case TypedSecret.Key key -> {
                auth.put("privateKey", CurlCommand.variable(KEY_VARIABLE));
                if (key.passphrase() != null) {
                    auth.put("passphrase", CurlCommand.variable(PASSPHRASE_VARIABLE));
                }
            }
            case TypedSecret.Password _ -> auth.put("password", CurlCommand.variable(PASSWORD_VARIABLE));
        }
        return auth;
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
