package dev.wheelhouse.api.backups;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupProgress;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.Destination;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.RehearsalPolicy;
import dev.wheelhouse.core.backups.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A configuration on the wire. */
record BackupJson(
        String id,
        String serverId,
        String databaseId,
        String type,
        String schedule,
        String timeZone,
        boolean walArchive,
        @Nullable String walSchedule,
        int keepNewest,
        int retentionDays,
        boolean enabled,
        @Nullable Instant lastWalAt,
        @Nullable Instant nextRunAt,

        // Null before the first, as the contract wants it.
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable LastRunJson lastRun,

        DestinationJson dest,
        String prefix,
        @Nullable String loginUser,
        @Nullable String rehearsalDirectory,
        @Nullable String rehearsalSchedule,
        @Nullable String rehearsalSql,
        @Nullable RehearsalJson lastRehearsal,
        BackupState state,
        @Nullable String detail,
        @Nullable Long lagBytes,
        @Nullable Long retainedBytes,
        @Nullable Long retainedLimitBytes,
        @Nullable Long freeBytes,
        Instant createdAt) {

    record LastRunJson(
            String id,
            RunStatus status,
            @Nullable Long sizeBytes,
            @Nullable Instant finishedAt) {}

    record DestinationJson(
            DestinationProvider provider,
            @Nullable String region,
            @Nullable String endpoint,
            String bucket) {}

    static BackupJson from(BackupOverview overview) {
        BackupConfig config = overview.config();
        BackupPolicy policy = config.policy();
        RehearsalPolicy rehearsal = policy.rehearsal();
        BackupProgress progress = overview.progress();
        BackupRun last = overview.lastRun();
        Destination destination = config.destination();
        return new BackupJson(
                config.id(),
                config.source().serverId(),
                config.source().databaseId(),
                config.type().wireName(),
                policy.schedule().text(),
                policy.timeZone().getId(),
                !config.type().isLogical(),
                policy.walSchedule() == null ? null : policy.walSchedule().text(),
                policy.keepNewest(),
                policy.retentionDays(),
                policy.enabled(),
                progress.lastWalAt(),
                overview.nextRunAt(),
                last == null ? null : new LastRunJson(last.id(), last.status(), last.sizeBytes(), last.finishedAt()),
                new DestinationJson(
                        destination.provider(), destination.region(), destination.endpoint(), destination.bucket()),
                destination.prefix(),
                config.source().loginUser(),
                config.source().rehearsalDirectory(),
                rehearsal.schedule() == null ? null : rehearsal.schedule().text(),
                rehearsal.sql(),
                overview.lastRehearsal() == null ? null : RehearsalJson.from(overview.lastRehearsal()),
                progress.state(),
                progress.detail(),
                progress.lagBytes(),
                progress.retainedBytes(),
                progress.retainedLimitBytes(),
                progress.freeBytes(),
                config.createdAt());
    }
}
