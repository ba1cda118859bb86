package dev.wheelhouse.api.metrics;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.metrics.collect.LiveSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's readings as events; each one's id is its time. A reader who comes back after more than a minute is told with
 * an event {@code gap} that it has to read the series again.
 */
final class LiveFeed implements EventFeed {

    private final LiveSubscription subscription;
    private @Nullable Long missedAfter;

    /** @param after what the reader has; null for nothing */
    LiveFeed(LiveSubscription subscription, @Nullable Long after) {
        this.subscription = subscription;
        this.missedAfter = subscription.isComplete() ? null : after;
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        Long missed = missedAfter;
        if (missed != null) {
            missedAfter = null;
            events.add(new Event(missed.toString(), "gap", Map.of("after", missed)));
        }
        subscription.next(events.isEmpty() ? patience : Duration.ZERO).stream()
                .map(each -> new Event(Long.toString(each.ts()), "sample", ReadingJson.from(each)))
                .forEach(events::add);
        return events;
    }

    @Override
    public boolean isOver() {
        return subscription.isClosed();
    }

    @Override
    public void close() {
        subscription.close();
    }
}
