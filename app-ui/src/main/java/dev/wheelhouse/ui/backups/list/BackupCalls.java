package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.DestinationDraft;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API calls behind the actions on backups. */
public final class BackupCalls {

    /** Variables of the shell for the secret access key and the replication password. */
    public static final String SECRET_VARIABLE = "SECRET_ACCESS_KEY";

    public static final String RECOVERY_VARIABLE = "RECOVERY_KEY";

    public static final String PASSWORD_VARIABLE = "REPLICATION_PASSWORD";

    /** What a directory has in the place of each key. */
    public static final String NO_KEY = "none";

    private static final String ALL = "/backup-configs";

    private BackupCalls() {}

    public static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    public static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    public static CurlCommand create(BackupDraft draft) {
        return CurlCommand.post(draft.type().isLogical() ? ALL : ALL + "/pitr", body(draft));
    }

    public static CurlCommand adopt(AdoptionDraft draft) {
        CallBody body = new CallBody()
                .with("serverId", draft.serverId())
                .with("databaseId", draft.databaseId())
                .with("dest", body(draft.dest()))
                .with("prefix", draft.prefix())
                .with("systemIdentifier", draft.systemIdentifier());
        return CurlCommand.post(
                ALL + "/adopt",
                body.with(
                        "recoveryText", draft.recoveryText() == null ? null : CurlCommand.variable(RECOVERY_VARIABLE)));
    }

    public static CurlCommand test(BackupDraft draft) {
        return CurlCommand.post(ALL + "/test", body(draft));
    }

    public static CurlCommand update(String id, BackupPatch patch) {
        String wal = patch.walSchedule();
        CallBody body = new CallBody().with("schedule", patch.schedule());
        if (wal != null) {
            body.withNull("walSchedule", wal.isEmpty() ? null : wal);
        }
        body.with("timeZone", patch.timeZone())
                .with("keepNewest", patch.keepNewest())
                .with("retentionDays", patch.retentionDays())
                .with("enabled", patch.enabled())
                .with("rehearsalSchedule", patch.rehearsalSchedule())
                .with("rehearsalSql", patch.rehearsalSql());
        Map<String, Object> keys = new LinkedHashMap<>();
        putIfGiven(keys, "accessKeyId", patch.accessKeyId());
        if (patch.secretAccessKey() != null) {
            keys.put("secretAccessKey", CurlCommand.variable(SECRET_VARIABLE));
        }
        body.with("dest", keys.isEmpty() ? null : keys);
        BackupPatch.LoginChange login = patch.login();
        if (login != null) {
            String user = login.user();
            body.withNull("login", user == null ? null : login(new ReplicationLogin(user, login.password())));
        }
        return CurlCommand.patch(one(id), body);
    }

    public static CurlCommand setEnabled(String id, boolean enabled) {
        return update(id, BackupPatch.enabled(enabled));
    }

    public static CurlCommand delete(String id, boolean deletesObjects) {
        return CurlCommand.delete(one(id)).with("objects", deletesObjects ? "delete" : "keep");
    }

    public static CurlCommand recoveryText(String id) {
        return CurlCommand.post(one(id) + "/recovery-text");
    }

    public static CurlCommand startBase(String id) {
        return CurlCommand.post(one(id) + "/base-backup");
    }

    public static CurlCommand rehearse(String id) {
        return CurlCommand.post(one(id) + "/rehearse");
    }

    public static CurlCommand verify(String id, String runId) {
        return CurlCommand.post(oneRun(id, runId) + "/verify");
    }

    public static CurlCommand window(String id) {
        return CurlCommand.get(one(id) + "/window");
    }

    public static CurlCommand runs(String id) {
        return CurlCommand.get(one(id) + "/runs");
    }

    public static CurlCommand log(String id, String runId) {
        return CurlCommand.get(oneRun(id, runId) + "/log");
    }

    public static CurlCommand setKeep(String id, String runId, boolean keep) {
        return CurlCommand.patch(oneRun(id, runId), new CallBody().with("keep", keep));
    }

    public static CurlCommand deleteRun(String id, String runId) {
        return CurlCommand.delete(oneRun(id, runId));
    }

    /** @param runId null for the base that fits best */
    public static CurlCommand plan(String id, @Nullable String runId, RestoreRequest request) {
        CurlCommand call = CurlCommand.post(one(id) + "/plan", body(request));
        return runId == null ? call : call.with("runId", runId);
    }

    public static CurlCommand restore(String id, String runId, RestoreRequest request) {
        return CurlCommand.post(oneRun(id, runId) + "/restore", body(request));
    }

    private static CallBody body(RestoreRequest request) {
        return new CallBody()
                .with(
                        "targetTime",
                        request.targetTime() == null
                                ? null
                                : request.targetTime().toString())
                .with("targetPosition", request.targetPosition())
                .with("beforeTransaction", request.beforeTransaction())
                .with("serverId", request.serverId())
                .with("targetDirectory", request.targetDirectory())
                .with("start", request.start() ? true : null)
                .with("open", request.open() ? true : null)
                .with("runAs", request.runAs());
    }

    private static Map<String, Object> body(DestinationDraft dest) {
        Map<String, Object> destination = new LinkedHashMap<>();
        destination.put("provider", dest.provider());
        destination.put("bucket", dest.bucket());
        destination.put("accessKeyId", dest.accessKeyId());
        // A directory has none, so there is nothing to ask for.
        boolean hasSecret = !dest.provider().equals(DestinationProvider.FILE.wireName());
        destination.put("secretAccessKey", hasSecret ? CurlCommand.variable(SECRET_VARIABLE) : NO_KEY);
        putIfGiven(destination, "region", dest.region());
        putIfGiven(destination, "endpoint", dest.endpoint());
        return destination;
    }

    private static CallBody body(BackupDraft draft) {
        return new CallBody()
                .with("type", draft.type().isLogical() ? draft.type().wireName() : null)
                .with("serverId", draft.serverId())
                .with("databaseId", draft.databaseId())
                .with("schedule", draft.schedule())
                .with("walSchedule", draft.walSchedule())
                .with("timeZone", draft.timeZone())
                .with("keepNewest", draft.keepNewest())
                .with("retentionDays", draft.retentionDays())
                .with("dest", body(draft.dest()))
                .with("prefix", draft.prefix())
                .with("login", draft.login() == null ? null : login(draft.login()))
                .with("rehearsalDirectory", draft.rehearsalDirectory())
                .with("rehearsalSchedule", draft.rehearsalSchedule())
                .with("rehearsalSql", draft.rehearsalSql())
                .with("encrypted", draft.encrypted());
    }

    private static Map<String, Object> login(ReplicationLogin login) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("user", login.user());
        if (login.password() != null) {
            body.put("password", CurlCommand.variable(PASSWORD_VARIABLE));
        }
        return body;
    }

    private static void putIfGiven(Map<String, Object> body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }

    private static String oneRun(String id, String runId) {
        return one(id) + "/runs/" + CurlCommand.segment(runId);
    }
}
