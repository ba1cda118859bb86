package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.json.Json;
import java.time.Instant;
import java.util.Map;

/**
 * Something that happened, as the log has it; who did it is not told here.
 *
 * @param data as it was given, numbers as JSON makes them
 */
public record RecordedEvent(String id, String kind, String subjectId, Instant occurredAt, Map<String, Object> data) {

    static RecordedEvent from(EventRow row) {
        return new RecordedEvent(
                row.id(),
                row.kind(),
                row.subjectId(),
                Instant.ofEpochMilli(row.occurredAt()),
                Json.readObject(row.data()));
    }
}
