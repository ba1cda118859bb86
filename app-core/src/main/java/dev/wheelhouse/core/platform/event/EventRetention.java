package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Removes old events from the beginning of each log, and leaves a checkpoint from where the rest can be verified.
 * Thread-safe, also across consoles.
 */
public final class EventRetention {

    private static final int BATCH = 1000;

    private final StateStore store;
    private final Clock clock;
    private final Function<String, Duration> kept;
    private final JdbcEventStore events = new JdbcEventStore();

    /** @param kept how old an event of an organization may be */
    public EventRetention(StateStore store, Clock clock, Function<String, Duration> kept) {
        this.store = store;
        this.clock = clock;
        this.kept = kept;
    }

    /** Removes what is too old by now, a thousand events at a time. */
    public void sweep() {
        Instant now = clock.instant();
        for (String organization : store.read(events::organizations)) {
            Instant oldest = now.minus(kept.apply(organization));
            while (removeSome(organization, oldest, now) == BATCH) {
                // There is more.
            }
        }
    }

    private int removeSome(String organizationId, Instant oldest, Instant now) {
        // Alone: two consoles must not both continue the same checkpoint.
        return store.writeAlone(tx -> {
            List<EventRow> old = events.oldest(tx, organizationId, oldest, BATCH);
            if (!old.isEmpty()) {
                EventCheckpoint before = events.checkpoint(tx, organizationId).orElse(null);
                EventCheckpoint next = EventCheckpoint.after(before, old.getLast(), now);
                events.setCheckpoint(tx, next);
                events.removeUpTo(tx, organizationId, next.ordinal());
            }
            return old.size();
        });
    }
}
