package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.publish.PublishPlan;
import dev.wheelhouse.core.mail.publish.ZoneUpdate;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What publishing would do, does or did to a zone.
 *
 * @param zoneUpdate null until it was applied
 * @param detail a sentence about what went wrong; empty for nothing
 * @param domainRevision of the domain that the preview was made of
 * @param instanceRevision of its instance
 * @param appliedAt null until it was applied
 */
public record Publication(
        String id,
        String organizationId,
        String domainId,
        PublicationStatus status,
        PublishPlan plan,
        @Nullable ZoneUpdate zoneUpdate,
        String detail,
        long domainRevision,
        long instanceRevision,
        Instant createdAt,
        @Nullable Instant appliedAt) {

    /** When a preview can no longer be applied; empty for what is none. */
    public Optional<Instant> expiresAt() {
        return status == PublicationStatus.PREVIEWED
                ? Optional.of(createdAt.plus(MailPublishing.PREVIEW))
                : Optional.empty();
    }

    Publication with(PublicationStatus next, @Nullable ZoneUpdate update, String why, @Nullable Instant at) {
        return new Publication(
                id, organizationId, domainId, next, plan, update, why, domainRevision, instanceRevision, createdAt, at);
    }
}
