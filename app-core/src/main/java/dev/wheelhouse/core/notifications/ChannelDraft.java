package dev.wheelhouse.core.notifications;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel as a form or a request gives it, before it is checked. Which of the last four fields it takes depends on its
 * kind; null is none of it for a new channel, and what is stored for one that is changed.
 *
 * @param enabled null for true
 * @param url of a webhook, Slack or Discord
 * @param botToken of Telegram, as its BotFather gives it
 * @param chatId of Telegram: a number, or {@code @name} of a public channel
 * @param to a mail address
 */
public record ChannelDraft(
        ChannelKind kind,
        String name,
        List<String> events,
        @Nullable Boolean enabled,
        @Nullable String url,
        @Nullable String botToken,
        @Nullable String chatId,
        @Nullable String to) {

    public ChannelDraft {
        events = List.copyOf(events);
    }

    /** As a channel is now. */
    static ChannelDraft of(NotificationChannel now) {
        return new ChannelDraft(now.kind(), now.name(), now.events(), now.enabled(), null, null, null, null);
    }

    ChannelDraft withEnabled(boolean on) {
        return new ChannelDraft(kind, name, events, on, url, botToken, chatId, to);
    }

    /** Never where it leads. */
    @Override
    public String toString() {
        return "ChannelDraft[" + kind.wireName() + " " + name + "]";
    }
}
