package dev.wheelhouse.core.platform.event;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, with its place in the log.
 *
 * @param ordinal 1-based within the organization, without holes
 * @param kind the documented name, such as {@code api_key.created}
 * @param subjectId the id of what it happened to
 * @param data the other fields; {@code before}, {@code after} and {@code command} are there only for who may read the
 *     audit
 * @param actor who did it, by which key and from which address; null for who may not read the audit
 */
public record Event(
        String id,
        long ordinal,
        String kind,
        String subjectId,
        Instant occurredAt,
        Map<String, Object> data,
        @Nullable Map<String, Object> actor) {

    /** Told only to who may read the audit; a command line may hold a password. */
    private static final Set<String> OF_AUDIT = Set.of("before", "after", "command");

    /** As those see it who may not read the audit. */
    public Event withoutAudit() {
        Map<String, Object> rest = new TreeMap<>(data);
        rest.keySet().removeAll(OF_AUDIT);
        return new Event(id, ordinal, kind, subjectId, occurredAt, rest, null);
    }
}
