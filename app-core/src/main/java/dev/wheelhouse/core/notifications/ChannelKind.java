package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Set;

/** What a channel leads to, and the fields that say where. */
public enum ChannelKind implements WireName {
    WEBHOOK("url"),
    SLACK("url"),
    DISCORD("url"),
    TELEGRAM("botToken", "chatId"),
    EMAIL("to");

    private final Set<String> fields;

    ChannelKind(String... fields) {
        this.fields = Set.of(fields);
    }

    /** Those that it needs, of {@code url}, {@code botToken}, {@code chatId} and {@code to}; it has no other of these. */
    Set<String> fields() {
        return fields;
    }
}
