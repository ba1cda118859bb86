package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What the window does with schedules, as calls of the API. */
public final class ScheduleCalls {

    private static final String ALL = "/schedules";

    private ScheduleCalls() {}

    public static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    public static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    public static CurlCommand create(ScheduleDraft draft) {
        return CurlCommand.post(ALL, Json.write(body(draft)));
    }

    public static CurlCommand update(String id, ScheduleDraft draft) {
        return new CurlCommand("PATCH", one(id), Map.of(), Json.write(body(draft)));
    }

    public static CurlCommand setEnabled(String id, boolean enabled) {
        return new CurlCommand("PATCH", one(id), Map.of(), Json.write(Map.of("enabled", enabled)));
    }

    public static CurlCommand delete(String id) {
        return new CurlCommand("DELETE", one(id), Map.of(), null);
    }

    public static CurlCommand runNow(String id) {
        return post(one(id) + "/run");
    }

    public static CurlCommand runs(String id) {
        return CurlCommand.get(one(id) + "/runs");
    }

    public static CurlCommand run(String id, String runId) {
        return CurlCommand.get(oneRun(id, runId));
    }

    public static CurlCommand log(String id, String runId) {
        return CurlCommand.get(oneRun(id, runId) + "/log");
    }

    public static CurlCommand cancelRun(String id, String runId) {
        return new CurlCommand("DELETE", oneRun(id, runId), Map.of(), null);
    }

    public static CurlCommand pauseAll() {
        return post(ALL + "/pause");
    }

    public static CurlCommand resumeAll() {
        return post(ALL + "/resume");
    }

    /** Runs a draft's command on trial. */
    public static CurlCommand test(ScheduleDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("serverId", draft.serverId());
        body.put("command", draft.command());
        if (draft.timeoutSeconds() != null) {
            body.put("timeoutSeconds", draft.timeoutSeconds());
        }
        return CurlCommand.post(ALL + "/test", Json.write(body));
    }

    private static Map<String, Object> body(ScheduleDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", draft.name());
        body.put("serverId", draft.serverId());
        body.put("command", draft.command());
        body.put("cron", draft.cron());
        body.put("timeZone", Objects.requireNonNullElse(draft.timeZone(), "UTC"));
        if (draft.enabled() != null) {
            body.put("enabled", draft.enabled());
        }
        if (draft.timeoutSeconds() != null) {
            body.put("timeoutSeconds", draft.timeoutSeconds());
        }
        if (draft.overlap() != null) {
            body.put("overlap", draft.overlap().wireName());
        }
        if (draft.missed() != null) {
            body.put("missed", draft.missed().wireName());
        }
        return body;
    }

    private static CurlCommand post(String path) {
        return new CurlCommand("POST", path, Map.of(), null);
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }

    private static String oneRun(String id, String runId) {
        return one(id) + "/runs/" + CurlCommand.segment(runId);
    }
}
