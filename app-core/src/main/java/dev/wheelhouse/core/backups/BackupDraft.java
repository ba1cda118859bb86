package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as a form or a request gives it, before it is checked.
 *
 * @param serverId where restores of a cluster are made; whose {@code pg_dump} makes a dump; for a SQLite file the
 *     console's own machine
 * @param databaseId null for the only PostgreSQL connection that leads to the server, of continuous backups alone
 * @param schedule when a base is due, five fields of cron
 * @param walSchedule null for continuous
 * @param timeZone null for {@code UTC}
 * @param keepNewest null for 2
 * @param retentionDays null for 14
 * @param prefix null for none
 * @param login for replication alone; null for the connection's own
 * @param rehearsalDirectory null for one beside the cluster's own
 * @param rehearsalSchedule null for never by itself
 * @param rehearsalSql statements for the restored database; null for none
 * @param encrypted whether objects are sealed before they leave the console; null for true
 */
public record BackupDraft(
        BackupType type,
        String serverId,
        @Nullable String databaseId,
        String schedule,
        @Nullable String walSchedule,
        @Nullable String timeZone,
        @Nullable Integer keepNewest,
        @Nullable Integer retentionDays,
        DestinationDraft dest,
        @Nullable String prefix,
        @Nullable ReplicationLogin login,
        @Nullable String rehearsalDirectory,
        @Nullable String rehearsalSchedule,
        @Nullable String rehearsalSql,
        @Nullable Boolean encrypted) {

    /** Of continuous backups. */
    public BackupDraft(
            String serverId,
            @Nullable String databaseId,
            String schedule,
            @Nullable String walSchedule,
            @Nullable String timeZone,
            @Nullable Integer keepNewest,
            @Nullable Integer retentionDays,
            DestinationDraft dest,
            @Nullable String prefix,
            @Nullable ReplicationLogin login,
            @Nullable String rehearsalDirectory,
            @Nullable String rehearsalSchedule,
            @Nullable String rehearsalSql,
            @Nullable Boolean encrypted) {
        this(
                BackupType.PITR,
                serverId,
                databaseId,
                schedule,
                walSchedule,
                timeZone,
                keepNewest,
                retentionDays,
                dest,
                prefix,
                login,
                rehearsalDirectory,
                rehearsalSchedule,
                rehearsalSql,
                encrypted);
    }

    /** Of dumps, or of copies of a file. */
    public static BackupDraft logical(
            BackupType type,
            String serverId,
            String databaseId,
            String schedule,
            @Nullable String timeZone,
            @Nullable Integer keepNewest,
            @Nullable Integer retentionDays,
            DestinationDraft dest,
            @Nullable String prefix,
            @Nullable Boolean encrypted) {
        return new BackupDraft(
                type,
                serverId,
                databaseId,
                schedule,
                null,
                timeZone,
                keepNewest,
                retentionDays,
                dest,
                prefix,
                null,
                null,
                null,
                null,
                encrypted);
    }
}
