package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.delivery.Answer;
import dev.wheelhouse.core.platform.delivery.Bundle;
import dev.wheelhouse.core.platform.delivery.Hearing;
import dev.wheelhouse.core.platform.delivery.Message;
import dev.wheelhouse.core.platform.delivery.Target;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.job.Utf8Cut;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.RetryAfter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The receiver of a webhook's messages, with the secrets that sign them now. */
final class WebhookTarget implements Target {

    /** What is kept of an answer's body, in bytes, and of its headers, in characters. */
    static final int KEPT = 4 << 10;

    private static final Set<ErrorCode> OF_CONSOLE =
            Set.of(PlatformError.CANCELLED, PlatformError.SHUTTING_DOWN, PlatformError.STORE_UNAVAILABLE);

    private static final int GONE = 410;
    private static final int TOO_MANY = 429;

    private final Webhook webhook;
    private final EventSubscription subscription;
    private final List<WebhookSecret> secrets;
    private final OutgoingRequests outgoing;
    private final OutgoingLimits limits;

    /** @param secrets the newest first */
    WebhookTarget(Webhook webhook, List<WebhookSecret> secrets, OutgoingRequests outgoing, OutgoingLimits limits) {
        this.webhook = webhook;
        this.subscription = webhook.subscription();
        this.secrets = List.copyOf(secrets);
        this.outgoing = outgoing;
        this.limits = limits;
    }

    @Override
    public Hearing hears(Event event, EventKind kind) {
        // A trial is for the webhook that is tried, which has it already.
        return kind != EventKind.WEBHOOK_TEST && subscription.matches(kind) ? Hearing.ALWAYS : Hearing.NEVER;
    }

    @Override
    public Message compose(Bundle events) {
        return message(events.newest());
    }

    static Message message(Event event) {
        return new Message(event.id(), event.kind(), WebhookPayload.of(event));
    }

    @Override
    public Answer send(Message message, Instant at) {
        OutgoingRequest request = OutgoingRequest.post(
                        webhook.url(), "application/json", message.body().getBytes(StandardCharsets.UTF_8))
                .with("webhook-id", message.eventId())
                .with("webhook-timestamp", Long.toString(at.getEpochSecond()))
                .with("webhook-signature", WebhookSignature.of(secrets, message.eventId(), at, message.body()))
                .within(limits);
        try {
            return judged(outgoing.sendForBeginning("url", request), request, at);
        } catch (AppException e) {
            if (OF_CONSOLE.contains(e.errorCode())) {
                throw e;
            }
            return Answer.unanswered(words(e), request.headers());
        }
    }

    private static String words(AppException failure) {
        return printable(
                failure.details() instanceof FieldProblems problems
                        ? problems.errors().getFirst().message()
                        : String.valueOf(failure.getMessage()));
    }

    private Answer judged(OutgoingAnswer answer, OutgoingRequest request, Instant at) {
        int status = answer.status();
        boolean delivered = status >= 200 && status < 300;
        Answer.Result result =
                status == GONE ? Answer.Result.GONE : delivered ? Answer.Result.DELIVERED : Answer.Result.FAILED;
        return new Answer(
                result,
                status,
                delivered ? null : webhook.name() + " answered " + status + meaning(status),
                request.headers(),
                kept(answer.headers()),
                Utf8Cut.text(answer.body(), false),
                RetryAfter.of(answer, at).orElse(null));
    }

    private static String meaning(int status) {
        if (status >= 300 && status < 400) {
            return ", a redirect, which is not followed. Give the address that it leads to.";
        }
        return switch (status) {
            case GONE -> " (Gone): it wants no more deliveries.";
            case TOO_MANY -> " (Too Many Requests).";
            default -> ".";
        };
    }

    /** The first headers that fit, without characters of control. */
    private static Map<String, String> kept(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>();
        int left = KEPT;
        for (Map.Entry<String, String> each : headers.entrySet()) {
            left -= each.getKey().length() + each.getValue().length();
            if (left < 0) {
                break;
            }
            kept.put(printable(each.getKey()), printable(each.getValue()));
        }
        return kept;
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "\uFFFD");
    }
}
