package dev.wheelhouse.core.backups;

import org.jspecify.annotations.Nullable;

/**
 * What a form or a request gives to take over backups whose console is lost, before it is checked.
 *
 * @param serverId where restores are made
 * @param databaseId the connection of the database or file; null for the one that its console used, which is added where
 *     there is none
 * @param prefix null for none
 * @param systemIdentifier of the cluster, in decimal, or of dumps and copies the id of the configuration that kept them; null
 *     for the only ones that lie there
 * @param recoveryText null for backups that are not encrypted
 */
public record AdoptionDraft(
        String serverId,
        @Nullable String databaseId,
        DestinationDraft dest,
        @Nullable String prefix,
        @Nullable String systemIdentifier,
        @Nullable String recoveryText) {

    @Override
    public String toString() {
        return "AdoptionDraft[" + dest + ", " + prefix + "]";
    }
}
