package dev.wheelhouse.core.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of a message (Standard Webhooks 1.0, "Payload structure"). Pure: the same event makes the same body. */
final class WebhookPayload {

    /** Of the whole body; the specification advises to stay below 20 kB. */
    private static final int MOST_BYTES = 20_000;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private WebhookPayload() {}

    @JsonPropertyOrder({"type", "timestamp", "data"})
    private record Body(String type, String timestamp, Data data) {}

    /**
     * @param url where the API has the event
     * @param details {@link Event#data}
     */
    @JsonPropertyOrder({"eventId", "url", "subjectId", "details"})
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Data(
            String eventId,
            String url,
            @Nullable String subjectId,
            @Nullable Map<String, Object> details) {}

    /** @param event as those see it who may not read the audit */
    static String of(Event event) {
        String url = "/api/v1/events/" + event.id();
        String full = body(event, new Data(event.id(), url, event.subjectId(), event.data()));
        return full.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
                ? full
                : body(event, new Data(event.id(), url, null, null));
    }

    private static String body(Event event, Data data) {
        return Json.write(new Body(event.kind(), TIME.format(event.occurredAt()), data));
    }
}
