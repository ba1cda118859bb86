package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.URI;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;

/** Any program that takes {@code {type, timestamp, data, text}}, unsigned. */
record WebhookTarget(URI address) implements HttpTarget {

    private static final int LONGEST = 4000;
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    @Override
    public Map<String, Object> body(ChannelMessage message) {
        return Map.of(
                "type", message.type(),
                "timestamp", MILLIS.format(message.at()),
                "data", message.data(),
                "text", Excerpt.of(message.text(), LONGEST));
    }

    @Override
    public String toString() {
        return "WebhookTarget[" + hint() + "]";
    }
}
