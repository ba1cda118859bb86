package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.store.Revised;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where events are sent.
 *
 * @param url may hold a secret in its path or query
 * @param events as {@link EventSubscription} reads them
 * @param disabledReason why the console disabled it; null for one that is enabled, or was disabled by hand
 * @param previousSecretUntil until when the secret before signs too; null for no such secret
 * @param keyId the key that it was set up with; null at the window
 */
public record Webhook(
        String id,
        String organizationId,
        URI url,
        List<String> events,
        boolean enabled,
        @Nullable String disabledReason,
        @Nullable Instant previousSecretUntil,
        @Nullable String keyId,
        Instant createdAt,
        long revision)
        implements Revised {

    public Webhook {
        events = List.copyOf(events);
    }

    /** Host and port, which are no secret; several may have the same. */
    @Override
    public String name() {
        return url.getRawAuthority();
    }

    EventSubscription subscription() {
        return EventSubscription.ofStored(events);
    }

    /** With the next revision. */
    Webhook changed(URI newUrl, List<String> newEvents, boolean nowEnabled, @Nullable String newKeyId) {
        return new Webhook(
                id,
                organizationId,
                newUrl,
                newEvents,
                nowEnabled,
                nowEnabled ? null : disabledReason,
                previousSecretUntil,
                newKeyId,
                createdAt,
                revision + 1);
    }

    /** With the next revision. */
    Webhook rotated(@Nullable Instant previousUntil) {
        return new Webhook(
                id,
                organizationId,
                url,
                events,
                enabled,
                disabledReason,
                previousUntil,
                keyId,
                createdAt,
                revision + 1);
    }
}
