package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the window does with settings, as calls of the API. No secret is ever in them. */
final class SettingsCalls {

    static final String PASSWORD_VARIABLE = "SMTP_PASSWORD";
    static final String KEY_VARIABLE = "ASSISTANT_KEY";

    private static final String SETTINGS = "/settings";

    private SettingsCalls() {}

    static CurlCommand get() {
        return CurlCommand.get(SETTINGS);
    }

    static CurlCommand change(SettingsDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>(Json.readObject(Json.writePretty(draft.organization())));
        putSecret(body, "smtp", "password", PASSWORD_VARIABLE, draft.smtpPassword());
        putSecret(body, "assistant", "apiKey", KEY_VARIABLE, draft.assistantKey());
        body.put("listener", Json.readObject(Json.writePretty(draft.listener())));
        body.put("appearance", Json.readObject(Json.writePretty(draft.appearance())));
        return new CurlCommand("PATCH", SETTINGS, Map.of(), Json.write(body));
    }

    private static void putSecret(
            Map<String, Object> body, String section, String field, String variable, SecretChange secret) {
        if (body.get(section) instanceof Map<?, ?> values && secret instanceof SecretChange.Replace) {
            Map<Object, Object> more = new LinkedHashMap<>(values);
            more.put(field, CurlCommand.variable(variable));
            body.put(section, more);
        }
    }
}
