package dev.wheelhouse.core.platform.event;

import java.util.Map;

/**
 * Something that happened, before it has its place in the log.
 *
 * @param kind the documented name, such as {@code api_key.created}
 * @param subjectId the id of what it happened to
 * @param data what else is worth telling, without secrets; JSON-able
 */
public record NewEvent(EventKind kind, String subjectId, Map<String, Object> data) {

    public NewEvent {
        data = Map.copyOf(data);
    }
}
