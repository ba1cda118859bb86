package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.platform.error.AppException;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /backup-configs}, and with its {@code type} of {@code /backup-configs/test}.
 *
 * @param serverId null for the machine that answers
 */
record NewDumpJson(
        String type,
        @Nullable String serverId,
        String databaseId,
        String schedule,
        @Nullable String timeZone,
        @Nullable Integer keepNewest,
        @Nullable Integer retentionDays,
        NewBackupJson.DestinationJson dest,
        @Nullable String prefix,
        @Nullable Boolean encrypted) {

    BackupDraft toDraft(ServerAlias alias) {
        return BackupDraft.logical(
                backupType(),
                alias.id(serverId == null ? "local" : serverId),
                databaseId,
                schedule,
                timeZone,
                keepNewest,
                retentionDays,
                dest.toDraft(),
                prefix,
                encrypted);
    }

    private BackupType backupType() {
        return switch (type) {
            case "dump" -> BackupType.DUMP;
            case "sqlite" -> BackupType.SQLITE;
            default ->
                throw AppException.invalid(
                        "type", "Use dump or sqlite. Continuous backups are set up with POST /backup-configs/pitr.");
        };
    }
}
