package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.platform.caller.Scope;

/** Roles, scopes and kinds of access as people read them. */
final class AccessLabels {

    private AccessLabels() {}

    static String icon(AccessEntry entry) {
        return switch (entry) {
            case AccessEntry.OfMember _ -> "fth-user";
            case AccessEntry.OfInvite _ -> "fth-user-plus";
            case AccessEntry.OfKey(ApiKey key) -> key.isLocal() ? "fth-monitor" : "fth-key";
        };
    }

    static String kind(AccessEntry entry) {
        return switch (entry) {
            case AccessEntry.OfMember _ -> "Member";
            case AccessEntry.OfInvite _ -> "Invite";
            case AccessEntry.OfKey(ApiKey key) -> key.isLocal() ? "Local token" : "API key";
        };
    }

    static String role(Role role) {
        return switch (role) {
            case VIEWER -> "Viewer";
            case MEMBER -> "Member";
            case ADMIN -> "Admin";
            case OWNER -> "Owner";
        };
    }

    /** What people of a role may do, in a sentence. */
    static String meaning(Role role) {
        return switch (role) {
            case VIEWER -> "Sees everything but secrets, members, keys and the audit, and runs read-only SQL.";
            case MEMBER -> "Also changes data and mail, controls and deploys apps, and runs schedules.";
            case ADMIN -> "Also connects databases and servers, restores, and manages members and keys.";
            case OWNER -> "Also changes the organization, its settings and the vault.";
        };
    }

    static String scopes(ApiKey key) {
        if (key.mayAll()) {
            return "All of its member";
        }
        int count = key.scopes().size();
        return count == 1 ? key.scopes().getFirst() : count + " scopes";
    }

    /** The part of the console that a scope is of. */
    static String area(Scope scope) {
        return switch (scope) {
            case SERVERS_READ, SERVERS_WRITE, SERVERS_EXEC, METRICS_READ -> "Servers";
            case APPS_READ, APPS_WRITE, APPS_CONTROL, LOGS_READ -> "Apps and logs";
            case DATABASES_READ, DATABASES_QUERY, DATABASES_WRITE, DATABASES_ADMIN -> "Databases";
            case BACKUPS_READ, BACKUPS_WRITE, BACKUPS_RESTORE -> "Backups";
            case MAIL_READ, MAIL_WRITE -> "Mail";
            case DEPLOYMENTS_READ, DEPLOYMENTS_WRITE, VCS_READ, VCS_WRITE -> "Deployments and repositories";
            case SCHEDULES_READ, SCHEDULES_RUN, SCHEDULES_WRITE -> "Schedules";
            case NOTIFICATIONS_READ, NOTIFICATIONS_WRITE, WEBHOOKS_READ, WEBHOOKS_WRITE -> "Notifications";
            case CONVERSATIONS_READ, CONVERSATIONS_WRITE -> "Assistant";
            case EVENTS_READ, AUDIT_READ, MEMBERS_READ, MEMBERS_WRITE, API_KEYS_READ, API_KEYS_WRITE -> "Access";
            case ORGANIZATION_WRITE -> "Organization";
        };
    }

    /** What a scope allows, in a few words. */
    static String meaning(Scope scope) {
        return switch (scope) {
            case SERVERS_READ -> "See servers";
            case SERVERS_WRITE -> "Add, change and delete servers";
            case SERVERS_EXEC -> "Run commands on servers";
            case METRICS_READ -> "Read metrics";
            case APPS_READ -> "See apps";
            case APPS_WRITE -> "Add, change and delete apps, with servers:exec";
            case APPS_CONTROL -> "Start, stop and restart apps";
            case LOGS_READ -> "Read logs";
            case DATABASES_READ -> "See connections, tables and rows";
            case DATABASES_QUERY -> "Run read-only SQL";
            case DATABASES_WRITE -> "Change rows and run changing SQL";
            case DATABASES_ADMIN -> "Manage connections, and run SQL that reaches beyond the database";
            case BACKUPS_READ -> "See backups";
            case BACKUPS_WRITE -> "Start and change backups; new ones with databases:admin";
            case BACKUPS_RESTORE -> "Restore backups";
            case MAIL_READ -> "See mail domains";
            case MAIL_WRITE -> "Change mail domains, keys and DNS records";
            case DEPLOYMENTS_READ -> "See deployments";
            case DEPLOYMENTS_WRITE -> "Deploy and roll back";
            case VCS_READ -> "See repositories";
            case VCS_WRITE -> "Connect repositories";
            case SCHEDULES_READ -> "See schedules and their output";
            case SCHEDULES_RUN -> "Run schedules now";
            case SCHEDULES_WRITE -> "Add, change and delete schedules, with servers:exec";
            case NOTIFICATIONS_READ -> "See channels";
            case NOTIFICATIONS_WRITE -> "Add, change and delete channels";
            case WEBHOOKS_READ -> "See webhooks and deliveries";
            case WEBHOOKS_WRITE -> "Add, change and delete webhooks";
            case CONVERSATIONS_READ -> "Read conversations";
            case CONVERSATIONS_WRITE -> "Ask the assistant and decide on its plans";
            case EVENTS_READ -> "Read events";
            case AUDIT_READ -> "Read who did what, before and after";
            case MEMBERS_READ -> "See members and invites";
            case MEMBERS_WRITE -> "Invite, change and remove members";
            case API_KEYS_READ -> "See keys";
            case API_KEYS_WRITE -> "Create and revoke keys";
            case ORGANIZATION_WRITE -> "Change settings, the vault and the organization";
        };
    }

    /** As {@link #meaning(Scope)}, within a sentence. */
    static String inSentence(Scope scope) {
        String words = meaning(scope);
        return Character.toLowerCase(words.charAt(0)) + words.substring(1);
    }
}
