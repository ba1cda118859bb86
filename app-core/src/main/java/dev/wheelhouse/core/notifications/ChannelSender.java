package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.error.AppException;

/** Sends messages, each one once and at once; knows of no queue and no retry. Thread-safe. */
@FunctionalInterface
public interface ChannelSender {

    /**
     * Sends a message over a channel, also over one that is off, and waits for the far side's answer: up to 10 s, 30 s for a
     * mail. Where the channel leads is looked up anew.
     *
     * @throws AppException {@code vault_locked}, {@code store_unavailable}; {@code cancelled} when the calling thread is
     *     interrupted
     */
    ChannelOutcome send(NotificationChannel channel, ChannelMessage message);
}
