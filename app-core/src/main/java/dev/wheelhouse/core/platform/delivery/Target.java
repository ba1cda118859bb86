package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import java.time.Instant;

/** What hears of events, as it is now, with all that sending takes. Thread-safe. */
public interface Target {

    Hearing hears(Event event, EventKind kind);

    /** The message about events; one of them where the feature is not {@link Targets#paced}. */
    Message compose(Bundle events);

    /**
     * Sends a message once, within 10 s, or 30 for a mail, whatever comes of it.
     *
     * @param at the time of the attempt
     * @throws dev.wheelhouse.core.platform.error.AppException when it was the console that could not: {@code cancelled} for
     *     an interrupt, {@code store_unavailable}
     */
    Answer send(Message message, Instant at);
}
