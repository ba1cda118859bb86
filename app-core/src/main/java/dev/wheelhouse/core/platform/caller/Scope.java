package dev.wheelhouse.core.platform.caller;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One thing a credential may be allowed to do. Which role has which scopes: {@code access.Role}. */
public enum Scope implements WireName {
    SERVERS_READ("servers:read"),
    METRICS_READ("metrics:read"),
    APPS_READ("apps:read"),
    LOGS_READ("logs:read"),
    DATABASES_READ("databases:read"),
    BACKUPS_READ("backups:read"),
    MAIL_READ("mail:read"),
    DEPLOYMENTS_READ("deployments:read"),
    SCHEDULES_READ("schedules:read"),
    VCS_READ("vcs:read"),
    NOTIFICATIONS_READ("notifications:read"),
    WEBHOOKS_READ("webhooks:read"),
    CONVERSATIONS_READ("conversations:read"),
    EVENTS_READ("events:read"),
    /** Read-only SQL. */
    DATABASES_QUERY("databases:query"),
    /** Changing SQL and row edits. */
    DATABASES_WRITE("databases:write"),
    APPS_CONTROL("apps:control"),
    DEPLOYMENTS_WRITE("deployments:write"),
    SCHEDULES_RUN("schedules:run"),
    CONVERSATIONS_WRITE("conversations:write"),
    APPS_WRITE("apps:write"),
    SCHEDULES_WRITE("schedules:write"),
    BACKUPS_WRITE("backups:write"),
    MAIL_WRITE("mail:write"),
    /** Connections themselves, and SQL that reaches beyond the database. */
    DATABASES_ADMIN("databases:admin"),
    SERVERS_WRITE("servers:write"),
    SERVERS_EXEC("servers:exec"),
    BACKUPS_RESTORE("backups:restore"),
    VCS_WRITE("vcs:write"),
    NOTIFICATIONS_WRITE("notifications:write"),
    WEBHOOKS_WRITE("webhooks:write"),
    MEMBERS_READ("members:read"),
    MEMBERS_WRITE("members:write"),
    API_KEYS_READ("api-keys:read"),
    API_KEYS_WRITE("api-keys:write"),
    AUDIT_READ("audit:read"),
    ORGANIZATION_WRITE("organization:write");

    private static final Map<String, Scope> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Scope::wireName, Function.identity()));

    private final String wireName;

    Scope(String wireName) {
        this.wireName = wireName;
    }

    /** The name in the API, such as {@code databases:query}. */
    @Override
    public String wireName() {
        return wireName;
    }

    public boolean isRead() {
        return wireName.endsWith(":read");
    }

    public static Optional<Scope> find(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }
}
