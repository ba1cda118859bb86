package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the window does with settings, as calls of the API. No password is ever in them. */
final class SettingsCalls {

    static final String PASSWORD_VARIABLE = "SMTP_PASSWORD";

    private static final String SETTINGS = "/settings";

    private SettingsCalls() {}

    static CurlCommand get() {
        return CurlCommand.get(SETTINGS);
    }

    static CurlCommand change(SettingsDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>(Json.readObject(Json.writePretty(draft.organization())));
        if (draft.organization().smtp() != null && draft.smtpPassword() instanceof SecretChange.Replace) {
            Map<String, Object> smtp = new LinkedHashMap<>(
                    Json.readObject(Json.writePretty(draft.organization().smtp())));
            smtp.put("password", CurlCommand.variable(PASSWORD_VARIABLE));
            body.put("smtp", smtp);
        }
        body.put("listener", Json.readObject(Json.writePretty(draft.listener())));
        body.put("appearance", Json.readObject(Json.writePretty(draft.appearance())));
        return new CurlCommand("PATCH", SETTINGS, Map.of(), Json.write(body));
    }
}
