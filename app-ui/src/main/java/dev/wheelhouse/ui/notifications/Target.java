package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.store.Revised;
import dev.wheelhouse.core.webhooks.Webhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What events are sent to: a channel, which people read, or a webhook, which a program answers. Immutable. */
sealed interface Target {

    record OfChannel(NotificationChannel channel) implements Target {

        @Override
        public Revised stored() {
            return channel;
        }

        @Override
        public String where() {
            return channel.hint();
        }

        @Override
        public List<String> events() {
            return channel.events();
        }

        @Override
        public boolean enabled() {
            return channel.enabled();
        }

        @Override
        public @Nullable String disabledReason() {
            return null;
        }
    }

    record OfWebhook(Webhook webhook) implements Target {

        @Override
        public Revised stored() {
            return webhook;
        }

        /** Without its query, which is a secret more often than not. */
        @Override
        public String where() {
            String query = webhook.url().getRawQuery();
            String address = webhook.url().toString();
            return query == null ? address : address.replace("?" + query, "?…");
        }

        @Override
        public List<String> events() {
            return webhook.events();
        }

        @Override
        public boolean enabled() {
            return webhook.enabled();
        }

        @Override
        public @Nullable String disabledReason() {
            return webhook.disabledReason();
        }
    }

    Revised stored();

    /** As much of where it leads as may be shown. */
    String where();

    /** The subscription. */
    List<String> events();

    boolean enabled();

    /** Why the console turned it off; null where it did not. */
    @Nullable
    String disabledReason();

    default String id() {
        return stored().id();
    }

    default String name() {
        return stored().name();
    }

    default boolean isWebhook() {
        return this instanceof OfWebhook;
    }
}
