package dev.wheelhouse.api.notifications;

import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /notification-channels}. */
record NewChannelJson(
        ChannelKind kind,
        String name,
        List<String> events,
        @Nullable Boolean enabled,
        @Nullable String url,
        @Nullable String botToken,
        @Nullable String chatId,
        @Nullable String to) {

    ChannelDraft toDraft() {
        return new ChannelDraft(kind, name, events, enabled, url, botToken, chatId, to);
    }

    /** Never where it leads. */
    @Override
    public String toString() {
        return "NewChannelJson[…]";
    }
}
