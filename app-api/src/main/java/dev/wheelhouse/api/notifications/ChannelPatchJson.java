package dev.wheelhouse.api.notifications;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.NotificationChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of {@code PATCH /notification-channels/{id}}: a merge patch (RFC 7396). Where it leads can be replaced, not removed. */
record ChannelPatchJson(
        Patch<String> name,
        Patch<List<String>> events,
        Patch<Boolean> enabled,
        Patch<String> url,
        Patch<String> botToken,
        Patch<String> chatId,
        Patch<String> to) {

    ChannelDraft toDraft(NotificationChannel current) {
        return new ChannelDraft(
                current.kind(),
                name.applyRequired("name", current.name()),
                events.applyRequired("events", current.events()),
                enabled.apply(current.enabled()),
                given("url", url),
                given("botToken", botToken),
                given("chatId", chatId),
                given("to", to));
    }

    private static @Nullable String given(String path, Patch<String> field) {
        return field.isMentioned() ? field.applyRequired(path, "") : null;
    }

    /** Never where it leads. */
    @Override
    public String toString() {
        return "ChannelPatchJson[…]";
    }
}
