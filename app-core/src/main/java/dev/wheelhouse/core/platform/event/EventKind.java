package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.json.WireName;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an event may be about: the one catalogue that the code, filters, subscriptions and the reference share.
 * The part of a name before the point is its group.
 */
public enum EventKind implements WireName {
    API_KEY_CREATED("api_key.created", Scope.API_KEYS_READ, Severity.INFO, "A key was made."),
    API_KEY_CHANGED("api_key.changed", Scope.API_KEYS_READ, Severity.INFO, "What a key may call a minute was changed."),
    API_KEY_EXPIRING("api_key.expiring", Scope.API_KEYS_READ, Severity.WARNING, "A key ends within days."),
    API_KEY_REVOKED("api_key.revoked", Scope.API_KEYS_READ, Severity.INFO, "A key was revoked."),
    APP_CREATED("app.created", Scope.APPS_READ, Severity.INFO, "An app was added."),
    APP_CHANGED("app.changed", Scope.APPS_READ, Severity.INFO, "An app's settings were changed."),
    APP_DELETED("app.deleted", Scope.APPS_READ, Severity.INFO, "An app was removed."),
    APP_STARTED("app.started", Scope.APPS_READ, Severity.INFO, "An app runs that did not."),
    APP_STOPPED("app.stopped", Scope.APPS_READ, Severity.INFO, "An app ended in good order, or was stopped."),
    APP_CRASHED(
            "app.crashed",
            Scope.APPS_READ,
            Severity.ERROR,
            "An app, or a copy of one, ended by itself with an error.",
            "app.recovered"),
    APP_RECOVERED("app.recovered", Scope.APPS_READ, Severity.INFO, "An app has run for long enough after a crash."),
    DATABASE_CONNECTION_CREATED(
            "database.connection_created", Scope.DATABASES_READ, Severity.INFO, "A connection was added."),
    DATABASE_CONNECTION_CHANGED(
            "database.connection_changed",
            Scope.DATABASES_READ,
            Severity.INFO,
            "A connection's settings were changed."),
    DATABASE_CONNECTION_DELETED(
            "database.connection_deleted", Scope.DATABASES_READ, Severity.INFO, "A connection was removed."),
    DATABASE_EDITED(
            "database.edited",
            Scope.DATABASES_READ,
            Severity.INFO,
            "Rows were edited: before it is done, and with its outcome after."),
    DATABASE_CONFIRMED_STATEMENT(
            "database.confirmed_statement",
            Scope.DATABASES_READ,
            Severity.WARNING,
            "A statement that asks first was confirmed: before it ran, and with its outcome after."),
    SERVER_CREATED("server.created", Scope.SERVERS_READ, Severity.INFO, "A server was added."),
    SERVER_CHANGED("server.changed", Scope.SERVERS_READ, Severity.INFO, "A server's settings were changed."),
    SERVER_DELETED("server.deleted", Scope.SERVERS_READ, Severity.INFO, "A server was removed."),
    SERVER_UNREACHABLE(
            "server.unreachable",
            Scope.SERVERS_READ,
            Severity.ERROR,
            "A server stopped answering.",
            "server.recovered"),
    SERVER_RECOVERED("server.recovered", Scope.SERVERS_READ, Severity.INFO, "A server answers again."),
    SERVER_HOST_KEY_CHANGED(
            "server.host_key_changed",
            Scope.SERVERS_READ,
            Severity.ERROR,
            "A server showed another host key than the trusted one.",
            "server.host_key_trusted"),
    SERVER_HOST_KEY_TRUSTED(
            "server.host_key_trusted", Scope.SERVERS_READ, Severity.INFO, "A server's host key was trusted."),
    SERVER_DISK_HIGH(
            "server.disk_high",
            Scope.METRICS_READ,
            Severity.WARNING,
            "A disk is above its threshold, or with the state \"normal\" below it again.",
            "server.disk_high"),
    SERVER_CPU_HIGH(
            "server.cpu_high",
            Scope.METRICS_READ,
            Severity.WARNING,
            "The processors are above their threshold, or with the state \"normal\" below it again.",
            "server.cpu_high"),
    SERVER_MEMORY_HIGH(
            "server.memory_high",
            Scope.METRICS_READ,
            Severity.WARNING,
            "Memory is above its threshold, or with the state \"normal\" below it again.",
            "server.memory_high"),
    SERVER_METRIC_SOURCE_CHANGED(
            "server.metric_source_changed",
            Scope.METRICS_READ,
            Severity.INFO,
            "A server's metrics are read from somewhere else."),
    SERVER_METRIC_SOURCE_REMOVED(
            "server.metric_source_removed",
            Scope.METRICS_READ,
            Severity.INFO,
            "A server's metrics are measured by the console again."),
    SCHEDULE_CREATED("schedule.created", Scope.SCHEDULES_READ, Severity.INFO, "A schedule was added."),
    SCHEDULE_CHANGED("schedule.changed", Scope.SCHEDULES_READ, Severity.INFO, "A schedule was changed."),
    SCHEDULE_DELETED("schedule.deleted", Scope.SCHEDULES_READ, Severity.INFO, "A schedule was removed."),
    SCHEDULE_PAUSED_ALL(
            "schedule.paused_all",
            Scope.SCHEDULES_READ,
            Severity.WARNING,
            "All schedules were paused.",
            "schedule.resumed_all"),
    SCHEDULE_RESUMED_ALL("schedule.resumed_all", Scope.SCHEDULES_READ, Severity.INFO, "Schedules run again."),
    SCHEDULE_RUN_REQUESTED("schedule.run_requested", Scope.SCHEDULES_READ, Severity.INFO, "Somebody asked for a run."),
    SCHEDULE_RUN_CANCELLED("schedule.run_cancelled", Scope.SCHEDULES_READ, Severity.INFO, "Somebody cancelled a run."),
    SCHEDULE_TESTED("schedule.tested", Scope.SCHEDULES_READ, Severity.INFO, "A command was tried for a schedule."),
    SCHEDULE_SUCCEEDED("schedule.succeeded", Scope.SCHEDULES_READ, Severity.INFO, "A run ended well."),
    SCHEDULE_FAILED("schedule.failed", Scope.SCHEDULES_READ, Severity.ERROR, "A run failed.", "schedule.succeeded"),
    SCHEDULE_TIMED_OUT(
            "schedule.timed_out",
            Scope.SCHEDULES_READ,
            Severity.ERROR,
            "A run took longer than it may.",
            "schedule.succeeded"),
    SCHEDULE_MISSED(
            "schedule.missed",
            Scope.SCHEDULES_READ,
            Severity.WARNING,
            "Runs that were due did not happen.",
            "schedule.succeeded"),
    APP_SOURCE_SET(
            "app.source_set", Scope.DEPLOYMENTS_READ, Severity.INFO, "Where an app's releases come from was set."),
    APP_SOURCE_REMOVED(
            "app.source_removed", Scope.DEPLOYMENTS_READ, Severity.INFO, "An app has no source of releases any more."),
    DEPLOY_QUEUED("deploy.queued", Scope.DEPLOYMENTS_READ, Severity.INFO, "A deployment waits for its turn."),
    DEPLOY_STARTED("deploy.started", Scope.DEPLOYMENTS_READ, Severity.INFO, "A deployment began."),
    DEPLOY_SUCCEEDED("deploy.succeeded", Scope.DEPLOYMENTS_READ, Severity.INFO, "A release runs."),
    DEPLOY_FAILED("deploy.failed", Scope.DEPLOYMENTS_READ, Severity.ERROR, "A deployment failed.", "deploy.succeeded"),
    DEPLOY_CANCELLED("deploy.cancelled", Scope.DEPLOYMENTS_READ, Severity.INFO, "A deployment was cancelled."),
    DEPLOY_ROLLED_BACK(
            "deploy.rolled_back", Scope.DEPLOYMENTS_READ, Severity.WARNING, "An earlier release runs again."),
    BACKUP_CONFIG_CREATED(
            "backup.config_created", Scope.BACKUPS_READ, Severity.INFO, "Backups of a database were set up."),
    BACKUP_CONFIG_CHANGED(
            "backup.config_changed", Scope.BACKUPS_READ, Severity.INFO, "Backups of a database were changed."),
    BACKUP_CONFIG_DELETED(
            "backup.config_deleted", Scope.BACKUPS_READ, Severity.WARNING, "A database is backed up no longer."),
    BACKUP_KEY_SHOWN(
            "backup.key_shown", Scope.BACKUPS_READ, Severity.WARNING, "The key of a database's backups was shown."),
    BACKUP_REQUESTED("backup.requested", Scope.BACKUPS_READ, Severity.INFO, "Somebody asked for a backup."),
    BACKUP_CANCELLED("backup.cancelled", Scope.BACKUPS_READ, Severity.INFO, "Somebody cancelled or removed a backup."),
    BACKUP_SUCCEEDED("backup.succeeded", Scope.BACKUPS_READ, Severity.INFO, "A backup is complete."),
    BACKUP_FAILED("backup.failed", Scope.BACKUPS_READ, Severity.ERROR, "A backup failed.", "backup.succeeded"),
    BACKUP_MISSED(
            "backup.missed",
            Scope.BACKUPS_READ,
            Severity.WARNING,
            "A backup that was due did not happen.",
            "backup.succeeded"),
    BACKUP_VERIFIED(
            "backup.verified",
            Scope.BACKUPS_READ,
            Severity.INFO,
            "A backup was read, or restored on trial, and is whole."),
    BACKUP_GAP(
            "backup.gap",
            Scope.BACKUPS_READ,
            Severity.ERROR,
            "Changes of a database are missing in its backups.",
            "backup.succeeded"),
    BACKUP_LAGGING(
            "backup.lagging",
            Scope.BACKUPS_READ,
            Severity.WARNING,
            "Changes of a database reach its backups late.",
            "backup.caught_up"),
    BACKUP_CAUGHT_UP(
            "backup.caught_up", Scope.BACKUPS_READ, Severity.INFO, "Changes of a database reach its backups again."),
    RESTORE_SUCCEEDED("restore.succeeded", Scope.BACKUPS_READ, Severity.INFO, "A database was restored."),
    RESTORE_FAILED("restore.failed", Scope.BACKUPS_READ, Severity.ERROR, "A restore failed.", "restore.succeeded"),
    MAIL_INSTANCE_CREATED("mail.instance_created", Scope.MAIL_READ, Severity.INFO, "A mail instance was added."),
    MAIL_INSTANCE_CHANGED(
            "mail.instance_changed", Scope.MAIL_READ, Severity.INFO, "A mail instance's settings were changed."),
    MAIL_INSTANCE_DELETED("mail.instance_deleted", Scope.MAIL_READ, Severity.INFO, "A mail instance was removed."),
    MAIL_DOMAIN_CREATED("mail.domain_created", Scope.MAIL_READ, Severity.INFO, "A mail domain was added."),
    MAIL_DOMAIN_CHANGED(
            "mail.domain_changed", Scope.MAIL_READ, Severity.INFO, "A mail domain's settings were changed."),
    MAIL_DOMAIN_DELETED("mail.domain_deleted", Scope.MAIL_READ, Severity.INFO, "A mail domain was removed."),
    MAIL_KEY_SHOWN(
            "mail.key_shown",
            Scope.MAIL_READ,
            Severity.WARNING,
            "The private key that signs a domain's mail was shown."),
    MAIL_KEY_MADE("mail.key_made", Scope.MAIL_READ, Severity.INFO, "The next key that signs a domain's mail was made."),
    MAIL_KEY_SWITCHED("mail.key_switched", Scope.MAIL_READ, Severity.INFO, "Another key signs a domain's mail."),
    MAIL_KEY_DROPPED("mail.key_dropped", Scope.MAIL_READ, Severity.INFO, "The next key of a domain was dropped."),
    MAIL_KEY_REVOKED(
            "mail.key_revoked", Scope.MAIL_READ, Severity.INFO, "A key that signed a domain's mail was revoked."),
    MAIL_PUBLISHED(
            "mail.published", Scope.MAIL_READ, Severity.INFO, "Records of a mail domain were put into its zone."),
    MAIL_PUBLISH_UNDONE(
            "mail.publish_undone",
            Scope.MAIL_READ,
            Severity.INFO,
            "What was put into a mail domain's zone was taken back."),
    MAIL_DOMAIN_VERIFIED(
            "mail.domain_verified",
            Scope.MAIL_READ,
            Severity.INFO,
            "All records of a mail domain are as they should be."),
    MAIL_DOMAIN_FAILED(
            "mail.domain_failed",
            Scope.MAIL_READ,
            Severity.ERROR,
            "A record of a mail domain is missing or wrong.",
            "mail.domain_verified"),
    MAIL_RECORD_CHANGED(
            "mail.record_changed",
            Scope.MAIL_READ,
            Severity.WARNING,
            "A record of a mail domain is another than it was."),
    CONVERSATION_CREATED(
            "conversation.created",
            Scope.CONVERSATIONS_READ,
            Severity.INFO,
            "A conversation with the assistant was begun."),
    CONVERSATION_DELETED(
            "conversation.deleted",
            Scope.CONVERSATIONS_READ,
            Severity.INFO,
            "A conversation with the assistant was deleted."),
    CONVERSATION_PLAN_FILED(
            "conversation.plan_filed", Scope.CONVERSATIONS_READ, Severity.INFO, "An assistant proposed changes."),
    CONVERSATION_PLAN_APPROVED(
            "conversation.plan_approved",
            Scope.CONVERSATIONS_READ,
            Severity.WARNING,
            "Somebody approved what an assistant had proposed."),
    CONVERSATION_PLAN_REJECTED(
            "conversation.plan_rejected",
            Scope.CONVERSATIONS_READ,
            Severity.INFO,
            "Somebody rejected what an assistant had proposed."),
    MEMBER_INVITED("member.invited", Scope.MEMBERS_READ, Severity.INFO, "Somebody was invited."),
    MEMBER_JOINED("member.joined", Scope.MEMBERS_READ, Severity.INFO, "Somebody took an invitation."),
    MEMBER_INVITE_DELETED("member.invite_deleted", Scope.MEMBERS_READ, Severity.INFO, "An invite was withdrawn."),
    MEMBER_REMOVED("member.removed", Scope.MEMBERS_READ, Severity.INFO, "A member was removed."),
    MEMBER_RENAMED("member.renamed", Scope.MEMBERS_READ, Severity.INFO, "A member goes by another name."),
    MEMBER_ROLE_CHANGED("member.role_changed", Scope.MEMBERS_READ, Severity.INFO, "A member has another role."),
    ORGANIZATION_CHANGED(
            "organization.changed", Scope.EVENTS_READ, Severity.INFO, "The organization goes by another name."),
    NOTIFICATION_CHANNEL_CREATED(
            "notification.channel_created",
            Scope.NOTIFICATIONS_READ,
            Severity.INFO,
            "A notification channel was added."),
    NOTIFICATION_CHANNEL_CHANGED(
            "notification.channel_changed",
            Scope.NOTIFICATIONS_READ,
            Severity.INFO,
            "A notification channel was changed."),
    NOTIFICATION_CHANNEL_DELETED(
            "notification.channel_deleted",
            Scope.NOTIFICATIONS_READ,
            Severity.INFO,
            "A notification channel was removed."),
    NOTIFICATION_CHANNEL_TESTED(
            "notification.channel_tested",
            Scope.NOTIFICATIONS_READ,
            Severity.INFO,
            "A notification channel was tested."),
    NOTIFICATION_FAILING(
            "notification.failing",
            Scope.NOTIFICATIONS_READ,
            Severity.ERROR,
            "A channel does not take what is sent to it."),
    SETTINGS_CHANGED("settings.changed", Scope.EVENTS_READ, Severity.INFO, "A setting was changed."),
    VAULT_UNLOCKED(
            "vault.unlocked",
            Scope.ORGANIZATION_WRITE,
            Severity.INFO,
            "A home's passphrase was given: before it is tried, and with its outcome after."),
    VAULT_LOCKED("vault.locked", Scope.ORGANIZATION_WRITE, Severity.INFO, "A home's vault was locked."),
    VAULT_PASSPHRASE_CHANGED(
            "vault.passphrase_changed",
            Scope.ORGANIZATION_WRITE,
            Severity.WARNING,
            "A home's passphrase was set, changed or removed: before it is done, and with its outcome after."),
    VAULT_INVITATION_CREATED(
            "vault.invitation_created",
            Scope.ORGANIZATION_WRITE,
            Severity.WARNING,
            "A code was made that another home can join with."),
    VAULT_HOME_JOINED(
            "vault.home_joined", Scope.ORGANIZATION_WRITE, Severity.WARNING, "A home may open the vault from now on."),
    VAULT_HOME_REMOVED(
            "vault.home_removed", Scope.ORGANIZATION_WRITE, Severity.WARNING, "A home may open the vault no longer."),
    VAULT_ROTATED(
            "vault.rotated",
            Scope.ORGANIZATION_WRITE,
            Severity.INFO,
            "The vault has a new key; secrets are re-sealed."),
    VCS_CONNECTION_CREATED(
            "vcs.connection_created",
            Scope.VCS_READ,
            Severity.INFO,
            "A connection to a provider of repositories was added."),
    VCS_CONNECTION_CHANGED(
            "vcs.connection_changed",
            Scope.VCS_READ,
            Severity.INFO,
            "A connection to a provider of repositories was changed."),
    VCS_CONNECTION_DELETED(
            "vcs.connection_deleted",
            Scope.VCS_READ,
            Severity.INFO,
            "A connection to a provider of repositories was removed."),
    VCS_WEBHOOK_CREATED(
            "vcs.webhook_created",
            Scope.VCS_READ,
            Severity.INFO,
            "A provider was asked to tell of pushes to a repository."),
    WEBHOOK_CREATED("webhook.created", Scope.WEBHOOKS_READ, Severity.INFO, "A webhook was added."),
    WEBHOOK_CHANGED("webhook.changed", Scope.WEBHOOKS_READ, Severity.INFO, "A webhook or its secret was changed."),
    WEBHOOK_DELETED("webhook.deleted", Scope.WEBHOOKS_READ, Severity.INFO, "A webhook was removed."),
    WEBHOOK_DISABLED(
            "webhook.disabled",
            Scope.WEBHOOKS_READ,
            Severity.ERROR,
            "A webhook was turned off, as its receiver failed for days or wants no more."),
    WEBHOOK_TEST("webhook.test", Scope.WEBHOOKS_READ, Severity.INFO, "Somebody tried a webhook.");

    private static final Map<String, EventKind> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EventKind::wireName, Function.identity()));

    /** How much somebody should care. */
    public enum Severity implements WireName {
        INFO,
        WARNING,
        ERROR
    }

    private final String wireName;
    private final Scope scope;
    private final Severity severity;
    private final String meaning;
    private final @Nullable String resolvedBy;

    EventKind(String wireName, Scope scope, Severity severity, String meaning) {
        this(wireName, scope, severity, meaning, null);
    }

    EventKind(String wireName, Scope scope, Severity severity, String meaning, @Nullable String resolvedBy) {
        this.wireName = wireName;
        this.scope = scope;
        this.severity = severity;
        this.meaning = meaning;
        this.resolvedBy = resolvedBy;
    }

    /** Such as {@code app.crashed}. */
    @Override
    public String wireName() {
        return wireName;
    }

    /** What reading its subject takes. */
    public Scope scope() {
        return scope;
    }

    public Severity severity() {
        return severity;
    }

    /** A sentence. */
    public String meaning() {
        return meaning;
    }

    /** The kind that says, of the same subject, that it is over; empty for what is no state. */
    public Optional<String> resolvedBy() {
        return Optional.ofNullable(resolvedBy);
    }

    /** Kinds of older events may be missing here. */
    public static Optional<EventKind> find(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** Whether a name, a group such as {@code app.*}, or {@code *} stands for any kind. */
    static boolean isKnown(String pattern) {
        return pattern.endsWith("*")
                ? BY_NAME.keySet().stream()
                        .anyMatch(name -> name.startsWith(pattern.substring(0, pattern.length() - 1)))
                : BY_NAME.containsKey(pattern);
    }
}
