package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
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
        return CurlCommand.post(ALL, body(draft));
    }

    public static CurlCommand update(String id, ScheduleDraft draft) {
        return CurlCommand.patch(one(id), body(draft));
    }

    public static CurlCommand setEnabled(String id, boolean enabled) {
        return CurlCommand.patch(one(id), new CallBody().with("enabled", enabled));
    }

    public static CurlCommand delete(String id) {
        return CurlCommand.delete(one(id));
    }

    public static CurlCommand runNow(String id) {
        return CurlCommand.post(one(id) + "/run");
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
        return CurlCommand.delete(oneRun(id, runId));
    }

    public static CurlCommand pauseAll() {
        return CurlCommand.post(ALL + "/pause");
    }

    public static CurlCommand resumeAll() {
        return CurlCommand.post(ALL + "/resume");
    }

    /** Runs a draft's command on trial. */
    public static CurlCommand test(ScheduleDraft draft) {
        return CurlCommand.post(
                ALL + "/test",
                new CallBody()
                        .with("serverId", draft.serverId())
                        .with("command", draft.command())
                        .with("timeoutSeconds", draft.timeoutSeconds()));
    }

    private static CallBody body(ScheduleDraft draft) {
        return new CallBody()
                .with("name", draft.name())
                .with("serverId", draft.serverId())
                .with("command", draft.command())
                .with("cron", draft.cron())
                .with("timeZone", Objects.requireNonNullElse(draft.timeZone(), "UTC"))
                .with("enabled", draft.enabled())
                .with("timeoutSeconds", draft.timeoutSeconds())
                .with("overlap", draft.overlap())
                .with("missed", draft.missed());
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }

    private static String oneRun(String id, String runId) {
        return one(id) + "/runs/" + CurlCommand.segment(runId);
    }
}
