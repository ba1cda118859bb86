package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.DestinationDraft;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /backup-configs/pitr}, and without a {@code type} of {@code /backup-configs/test}. */
record NewBackupJson(
        String serverId,
        @Nullable String databaseId,
        String schedule,
        @Nullable String walSchedule,
        @Nullable String timeZone,
        @Nullable Integer keepNewest,
        @Nullable Integer retentionDays,
        DestinationJson dest,
        @Nullable String prefix,
        @Nullable LoginJson login,
        @Nullable String rehearsalDirectory,
        @Nullable String rehearsalSchedule,
        @Nullable String rehearsalSql,
        @Nullable Boolean encrypted) {

    record DestinationJson(
            String provider,
            String accessKeyId,
            String secretAccessKey,
            @Nullable String region,
            @Nullable String endpoint,
            String bucket) {

        DestinationDraft toDraft() {
            return new DestinationDraft(provider, bucket, accessKeyId, secretAccessKey, region, endpoint);
        }
    }

    record LoginJson(String user, @Nullable String password) {}

    BackupDraft toDraft(ServerAlias alias) {
        return new BackupDraft(
                alias.id(serverId),
                databaseId,
                schedule,
                walSchedule,
                timeZone,
                keepNewest,
                retentionDays,
                dest.toDraft(),
                prefix,
                login == null ? null : new ReplicationLogin(login.user, login.password),
                rehearsalDirectory,
                rehearsalSchedule,
                rehearsalSql,
                encrypted);
    }
}
