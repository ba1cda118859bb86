package dev.wheelhouse.core.backups;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a deleted configuration left: a slot, and its objects where those go too. */
record Leftover(
        String id,
        String organizationId,
        String databaseId,
        @Nullable String onlyHome,
        @Nullable String loginUser,
        String systemIdentifier,
        DestinationProvider provider,
        String bucket,
        @Nullable String region,
        @Nullable String endpoint,
        String prefix,
        boolean deletesObjects,
        Instant since) {

    static Leftover of(BackupConfig config, boolean deletesObjects, Instant now) {
        Destination destination = config.destination();
        return new Leftover(
                config.id(),
                config.organizationId(),
                config.source().databaseId(),
                config.onlyHome(),
                config.source().loginUser(),
                config.source().systemIdentifier(),
                destination.provider(),
                destination.bucket(),
                destination.region(),
                destination.endpoint(),
                destination.prefix(),
                deletesObjects,
                now);
    }

    /** Whether there may be a slot; dumps and copies of a file have none, and lie below the configuration's own id. */
    boolean mayHaveSlot() {
        return !systemIdentifier.equals(id);
    }

    Destination destination() {
        return new Destination(provider, bucket, region, endpoint, prefix);
    }
}
