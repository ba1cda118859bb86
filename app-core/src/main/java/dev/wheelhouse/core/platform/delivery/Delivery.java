package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A message about an event, or about several, on its way to a target, from its first attempt on.
 *
 * @param eventId of the newest event
 * @param type the newest event's kind
 * @param topic of all its events, where the target is {@link Targets#paced}; null for a digest
 * @param firstOrdinal of the first of its events
 * @param ordinal of the newest of its events
 * @param events how many they are
 * @param subjects what they happened to, where the target is {@link Targets#paced}; none for a digest
 * @param attempts the newest 50, oldest first
 * @param failures how many attempts have failed since it was made or asked for again
 * @param requestHeaders of the last attempt
 * @param responseHeaders of the last attempt; null when no answer came
 * @param responseBody likewise, its beginning
 * @param plannedAt when {@code dueAt} was decided; null once it has ended
 * @param dueAt when it is tried next; null once it has ended
 * @param finishedAt null while it is pending
 */
public record Delivery(
        String id,
        String organizationId,
        String targetId,
        String eventId,
        String type,
        String body,
        @Nullable String topic,
        long firstOrdinal,
        long ordinal,
        int events,
        List<String> subjects,
        DeliveryStatus status,
        List<Attempt> attempts,
        int failures,
        Map<String, String> requestHeaders,
        @Nullable Map<String, String> responseHeaders,
        @Nullable String responseBody,
        @Nullable Instant plannedAt,
        @Nullable Instant dueAt,
        Instant createdAt,
        @Nullable Instant finishedAt) {

    private static final int MOST_ATTEMPTS = 50;

    public Delivery {
        subjects = List.copyOf(subjects);
        attempts = List.copyOf(attempts);
    }

    /** What a message tells of. */
    record Told(@Nullable String topic, long firstOrdinal, long ordinal, int events, List<String> subjects) {

        static Told of(Event event) {
            return new Told(null, event.ordinal(), event.ordinal(), 1, List.of());
        }
    }

    /** One that was not tried yet. */
    static Delivery of(String id, Targets.Key target, Message message, Told told, Instant now) {
        return new Delivery(
                id,
                target.organizationId(),
                target.id(),
                message.eventId(),
                message.type(),
                message.body(),
                told.topic(),
                told.firstOrdinal(),
                told.ordinal(),
                told.events(),
                told.subjects(),
                DeliveryStatus.PENDING,
                List.of(),
                0,
                Map.of(),
                null,
                null,
                now,
                now,
                now,
                null);
    }

    Message message() {
        return new Message(eventId, type, body);
    }

    /**
     * As an attempt leaves it.
     *
     * @param at when the attempt began
     * @param now when it ended
     */
    Delivery after(Answer answer, Instant at, Instant now, RandomGenerator random) {
        int failed = answer.isDelivered() ? failures : failures + 1;
        Optional<Duration> wait = answer.result() == Answer.Result.FAILED
                ? RetryPlan.waitAfter(failed, answer.retryAfter(), random)
                : Optional.empty();
        DeliveryStatus then = answer.isDelivered()
                ? DeliveryStatus.SUCCEEDED
                : wait.isPresent() ? DeliveryStatus.PENDING : DeliveryStatus.FAILED;
        boolean pending = then == DeliveryStatus.PENDING;
        return new Delivery(
                id,
                organizationId,
                targetId,
                eventId,
                type,
                body,
                topic,
                firstOrdinal,
                ordinal,
                events,
                subjects,
                then,
                with(new Attempt(at.toEpochMilli(), answer.statusCode(), answer.error(), millis(at, now))),
                failed,
                answer.requestHeaders(),
                answer.responseHeaders(),
                answer.responseBody(),
                pending ? now : null,
                wait.map(now::plus).orElse(null),
                createdAt,
                pending ? null : now);
    }

    /** One that was tried to see what comes of it. */
    Delivery withoutRetry(Instant now) {
        return status == DeliveryStatus.PENDING ? givenUp(attempts, now) : this;
    }

    /** Given up, as another message covers its events. */
    Delivery toldOtherwise(String why, Instant now) {
        return givenUp(with(new Attempt(now.toEpochMilli(), null, why, 0)), now);
    }

    private Delivery givenUp(List<Attempt> then, Instant now) {
        return new Delivery(
                id,
                organizationId,
                targetId,
                eventId,
                type,
                body,
                topic,
                firstOrdinal,
                ordinal,
                events,
                subjects,
                DeliveryStatus.FAILED,
                then,
                failures,
                requestHeaders,
                responseHeaders,
                responseBody,
                null,
                null,
                createdAt,
                now);
    }

    private List<Attempt> with(Attempt next) {
        List<Attempt> all = new ArrayList<>(attempts);
        all.add(next);
        return all.subList(Math.max(0, all.size() - MOST_ATTEMPTS), all.size());
    }

    /** The clock may have been set back meanwhile. */
    private static long millis(Instant at, Instant now) {
        return Math.max(0, Duration.between(at, now).toMillis());
    }
}
