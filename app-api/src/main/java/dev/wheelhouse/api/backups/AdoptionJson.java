package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.AdoptionDraft;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /backup-configs/adopt}. */
record AdoptionJson(
        String serverId,
        @Nullable String databaseId,
        NewBackupJson.DestinationJson dest,
        @Nullable String prefix,
        @Nullable String systemIdentifier,
        @Nullable String recoveryText) {

    AdoptionDraft toDraft(ServerAlias alias) {
        return new AdoptionDraft(
                alias.id(serverId), databaseId, dest.toDraft(), prefix, systemIdentifier, recoveryText);
    }

    @Override
    public String toString() {
        return "AdoptionJson[" + serverId + "]";
    }
}
