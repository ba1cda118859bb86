package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.Publication;
import dev.wheelhouse.core.mail.PublicationStatus;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.PlanAction;
import dev.wheelhouse.core.mail.publish.PlanRow;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What publishing would do or did, on the wire.
 *
 * @param previewId to be given to apply it, and the id of what was done after
 */
record PublicationJson(
        String previewId,
        PublicationStatus status,
        String zone,
        List<Row> add,
        List<Row> change,
        List<Row> remove,
        List<Row> keep,
        List<Row> foreign,
        List<Row> outside,
        @Nullable String detail,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant appliedAt) {

    /**
     * One line.
     *
     * @param kind absent for what is no longer wanted
     */
    record Row(
            String id,
            @Nullable RecordKind kind,
            String name,
            DnsType type,
            List<String> before,
            List<String> after,
            @Nullable String detail) {

        static Row from(PlanRow row) {
            return new Row(
                    row.id(),
                    row.kind(),
                    row.name(),
                    row.type(),
                    row.before(),
                    row.after(),
                    row.detail().isEmpty() ? null : row.detail());
        }
    }

    static PublicationJson from(Publication publication) {
        return new PublicationJson(
                publication.id(),
                publication.status(),
                publication.plan().zone().zone(),
                rows(publication, PlanAction.ADD),
                rows(publication, PlanAction.CHANGE),
                rows(publication, PlanAction.REMOVE),
                rows(publication, PlanAction.KEEP),
                rows(publication, PlanAction.FOREIGN),
                rows(publication, PlanAction.OUTSIDE),
                publication.detail().isEmpty() ? null : publication.detail(),
                publication.createdAt(),
                publication.expiresAt().orElse(null),
                publication.appliedAt());
    }

    private static List<Row> rows(Publication publication, PlanAction action) {
        return publication.plan().rows().stream()
                .filter(each -> each.action() == action)
                .map(Row::from)
                .toList();
    }
}
