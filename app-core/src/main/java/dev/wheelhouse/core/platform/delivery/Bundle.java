package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.event.Event;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The events that one message tells of.
 *
 * @param parts at least one, in the order of their newest events
 * @param digest whether it tells of what happened while nothing could be sent
 */
public record Bundle(List<Part> parts, boolean digest) {

    /**
     * What happened to one subject.
     *
     * @param newest as those see it who may not read the audit
     * @param count how many events there were, {@code newest} among them; at least 1
     * @param since of the first of them
     */
    public record Part(Event newest, int count, Instant since) {}

    public Bundle {
        parts = List.copyOf(parts);
    }

    static Bundle of(Event event) {
        return new Bundle(List.of(new Part(event, 1, event.occurredAt())), false);
    }

    /** Of all of them. */
    public Event newest() {
        return parts.getLast().newest();
    }

    /** How many events there were. */
    public int count() {
        return parts.stream().mapToInt(Part::count).sum();
    }

    /** Of the first event. */
    public Instant since() {
        return parts.stream().map(Part::since).min(Comparator.naturalOrder()).orElseThrow();
    }
}
