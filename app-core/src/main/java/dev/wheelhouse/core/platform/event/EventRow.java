package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.id.Sha256;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event as stored; {@code actor} and {@code data} are JSON objects. */
record EventRow(
        String id,
        String organizationId,
        long ordinal,
        String kind,
        String subjectId,
        long occurredAt,
        String actor,
        String data,
        String hash) {

    /**
     * @param told the part of {@link #data} that the reader may see
     * @param by who did it; null where the reader may not see it
     */
    Event toEvent(Map<String, Object> told, @Nullable Map<String, Object> by) {
        return new Event(id, ordinal, kind, subjectId, Instant.ofEpochMilli(occurredAt), told, by);
    }

    /** What {@link #hash} must be, given the hash of the event before. */
    String hashAfter(String before) {
        return Sha256.hexOfParts(before, id, kind, subjectId, Long.toString(occurredAt), actor, data);
    }

    /** The same with its hash, given that of the event before. */
    EventRow chained(String before) {
        return new EventRow(id, organizationId, ordinal, kind, subjectId, occurredAt, actor, data, hashAfter(before));
    }
}
