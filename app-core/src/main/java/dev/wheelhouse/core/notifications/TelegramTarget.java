package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.RetryAfter;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A chat of Telegram that a bot writes to (Bot API: sendMessage, "Making requests", ResponseParameters). Answers
 * {@code {ok, description, parameters}}. The token is in the path.
 *
 * @param server where the Bot API is
 */
record TelegramTarget(URI server, String botToken, String chatId) implements HttpTarget {

    /** After the parsing of entities, of which a text without {@code parse_mode} has none. */
    private static final int LONGEST = 4096;

    private static final int SHOWN = 4;

    @Override
    public URI address() {
        return URI.create(server + "/bot" + botToken + "/sendMessage");
    }

    @Override
    public Map<String, Object> body(ChannelMessage message) {
        return Map.of(
                "chat_id", chatId,
                "text", Excerpt.of(message.text(), LONGEST),
                "link_preview_options", Map.of("is_disabled", true));
    }

    /** The last four characters of the chat, and never more than half of it. */
    @Override
    public String hint() {
        return "…" + chatId.substring(chatId.length() - Math.min(SHOWN, chatId.length() / 2));
    }

    @Override
    public Map<String, String> fields() {
        return Map.of("botToken", botToken, "chatId", chatId);
    }

    @Override
    public List<String> secrets() {
        return List.of(botToken, botToken.substring(botToken.indexOf(':') + 1), chatId);
    }

    @Override
    public boolean isTaken(OutgoingAnswer answer) {
        return Boolean.TRUE.equals(HttpTarget.object(answer).get("ok"));
    }

    @Override
    public String said(OutgoingAnswer answer) {
        return HttpTarget.object(answer).get("description") instanceof String description ? description : answer.text();
    }

    @Override
    public Optional<Duration> pause(OutgoingAnswer answer) {
        return parameters(answer).get("retry_after") instanceof Number seconds
                ? Optional.of(RetryAfter.ofSeconds(seconds.doubleValue()))
                : Optional.empty();
    }

    /** The same chat under the id that a group got when it became a supergroup; empty while it has not. */
    Optional<TelegramTarget> moved(OutgoingAnswer answer) {
        return parameters(answer).get("migrate_to_chat_id") instanceof Number id
                ? Optional.of(new TelegramTarget(server, botToken, Long.toString(id.longValue())))
                : Optional.empty();
    }

    private static Map<?, ?> parameters(OutgoingAnswer answer) {
        return HttpTarget.object(answer).get("parameters") instanceof Map<?, ?> parameters ? parameters : Map.of();
    }

    @Override
    public String toString() {
        return "TelegramTarget[" + hint() + "]";
    }
}
