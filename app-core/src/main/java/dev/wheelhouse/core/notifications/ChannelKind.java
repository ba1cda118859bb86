package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Set;

/** What a channel leads to. */
public enum ChannelKind implements WireName {
    WEBHOOK,
    SLACK,
    DISCORD,
    TELEGRAM,
    EMAIL;

    /** What says where: those that it needs of url, botToken, chatId and to; it has no other of these. */
    Set<String> fields() {
        return switch (this) {
            case WEBHOOK, SLACK, DISCORD -> Set.of("url");
            case TELEGRAM -> Set.of("botToken", "chatId");
            case EMAIL -> Set.of("to");
        };
    }
}
