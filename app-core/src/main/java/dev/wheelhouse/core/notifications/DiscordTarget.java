package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.RetryAfter;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A webhook of Discord (its documentation, "Webhook Resource", Execute Webhook, and "Rate Limits"). Answers 204, or 200 to
 * whom it lets wait until the message is kept; refuses with {@code {message, code}}.
 */
record DiscordTarget(URI address) implements HttpTarget {

    private static final int LONGEST = 2000;
    private static final int SUPPRESS_EMBEDS = 4;
    private static final String SIGNS = "\\*_~`|>#-[]()<";

    /** {@code parse: []} mentions nobody, whatever the text says; the signs of Discord's Markdown are escaped. */
    @Override
    public Map<String, Object> body(ChannelMessage message) {
        return Map.of(
                "content", Excerpt.of(message.text(), LONGEST, DiscordTarget::escaped),
                "allowed_mentions", Map.of("parse", List.of()),
                "flags", SUPPRESS_EMBEDS);
    }

    private static String escaped(int point) {
        return SIGNS.indexOf(point) < 0 ? Character.toString(point) : "\\" + Character.toString(point);
    }

    /** With {@code wait}: without it a message that is not kept is no error. */
    @Override
    public OutgoingRequest request(ChannelMessage message) {
        OutgoingRequest request = HttpTarget.super.request(message);
        String query = address.getRawQuery();
        if (query != null && query.matches("(.*&)?wait=.*")) {
            return request;
        }
        URI waiting = URI.create(address + (query == null ? "?" : "&") + "wait=true");
        return new OutgoingRequest(request.method(), waiting, request.headers(), request.body(), request.limits());
    }

    @Override
    public String said(OutgoingAnswer answer) {
        Map<String, Object> body = HttpTarget.object(answer);
        if (!(body.get("message") instanceof String message)) {
            return answer.text();
        }
        return body.containsKey("code") ? message + " (code " + body.get("code") + ")" : message;
    }

    @Override
    public Optional<Duration> pause(OutgoingAnswer answer) {
        return HttpTarget.object(answer).get("retry_after") instanceof Number seconds
                ? Optional.of(RetryAfter.ofSeconds(seconds.doubleValue()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "DiscordTarget[" + hint() + "]";
    }
}
