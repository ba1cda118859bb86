package dev.wheelhouse.api.events;

import dev.wheelhouse.core.platform.event.Event;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event on the wire. */
record EventJson(
        String id,
        String kind,
        String subjectId,
        Instant occurredAt,
        Map<String, Object> data,
        @Nullable Map<String, Object> actor) {

    static EventJson from(Event event) {
        return new EventJson(
                event.id(), event.kind(), event.subjectId(), event.occurredAt(), event.data(), event.actor());
    }
}
