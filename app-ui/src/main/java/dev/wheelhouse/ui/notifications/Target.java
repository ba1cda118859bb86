package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.store.Revised;
import dev.wheelhouse.core.webhooks.Webhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What events are sent to: a channel, which people read, or a webhook, which a program answers. Immutable. */
sealed interface Target {

    record OfChannel(NotificationChannel channel) implements Target {}

    record OfWebhook(Webhook webhook) implements Target {

        /** Without the query, which is a secret more often than not. */
        private String address() {
            String query = webhook.url().getRawQuery();
            String address = webhook.url().toString();
            return query == null ? address : address.replace("?" + query, "?…");
        }
    }

    private Revised stored() {
        return switch (this) {
            case OfChannel(NotificationChannel channel) -> channel;
            case OfWebhook(Webhook webhook) -> webhook;
        };
    }

    default String id() {
        return stored().id();
    }

    default String name() {
        return stored().name();
    }

    /** As much of where it leads as may be shown. */
    default String where() {
        return switch (this) {
            case OfChannel(NotificationChannel channel) -> channel.hint();
            case OfWebhook webhook -> webhook.address();
        };
    }

    /** The subscription. */
    default List<String> events() {
        return switch (this) {
            case OfChannel(NotificationChannel channel) -> channel.events();
            case OfWebhook(Webhook webhook) -> webhook.events();
        };
    }

    default boolean enabled() {
        return switch (this) {
            case OfChannel(NotificationChannel channel) -> channel.enabled();
            case OfWebhook(Webhook webhook) -> webhook.enabled();
        };
    }

    /** Why the console turned it off; null where it did not. */
    default @Nullable String disabledReason() {
        return this instanceof OfWebhook(Webhook webhook) ? webhook.disabledReason() : null;
    }

    default boolean isWebhook() {
        return this instanceof OfWebhook;
    }
}
