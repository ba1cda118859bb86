package dev.wheelhouse.api.delivery;

import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A delivery on the wire: one for each message, with all its attempts.
 *
 * @param targetId of the webhook or the channel
 * @param events how many it tells of
 */
public record DeliveryJson(
        String id,
        String targetId,
        String eventId,
        String type,
        int events,
        DeliveryStatus status,
        List<AttemptJson> attempts,
        MessageJson request,
        @Nullable MessageJson response,
        @Nullable Instant nextAttemptAt,
        Instant createdAt,
        @Nullable Instant finishedAt) {

    public record AttemptJson(
            Instant at,
            @Nullable Integer statusCode,
            @Nullable String error,
            long durationMs) {

        static AttemptJson from(Attempt attempt) {
            return new AttemptJson(
                    Instant.ofEpochMilli(attempt.at()), attempt.statusCode(), attempt.error(), attempt.durationMs());
        }
    }

    public record MessageJson(Map<String, String> headers, String body) {}

    public static DeliveryJson from(Delivery delivery) {
        return new DeliveryJson(
                delivery.id(),
                delivery.targetId(),
                delivery.eventId(),
                delivery.type(),
                delivery.events(),
                delivery.status(),
                delivery.attempts().stream().map(AttemptJson::from).toList(),
                new MessageJson(delivery.requestHeaders(), delivery.body()),
                response(delivery),
                delivery.dueAt(),
                delivery.createdAt(),
                delivery.finishedAt());
    }

    private static @Nullable MessageJson response(Delivery delivery) {
        Map<String, String> headers = delivery.responseHeaders();
        String body = delivery.responseBody();
        return headers == null || body == null ? null : new MessageJson(headers, body);
    }
}
