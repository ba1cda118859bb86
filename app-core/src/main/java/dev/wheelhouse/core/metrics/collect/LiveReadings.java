package dev.wheelhouse.core.metrics.collect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes one server's readings to those who look, and remembers the last minute for those who come back. Thread-safe. */
final class LiveReadings {

    private final Deque<LiveReading> recent = new ArrayDeque<>();
    private final List<LiveSubscription> subscriptions = new ArrayList<>();

    synchronized void add(LiveReading reading) {
        if (recent.size() == LiveSubscription.MOST) {
            recent.removeFirst();
        }
        recent.addLast(reading);
        List.copyOf(subscriptions).forEach(each -> each.offer(reading));
    }

    /** @param after the time of the last reading that the caller has; null for none, who then gets only new ones */
    synchronized LiveSubscription subscribe(@Nullable Long after, Runnable whenClosed) {
        boolean complete = after == null || recent.stream().anyMatch(each -> each.ts() <= after);
        List<LiveReading> missed = after == null
                ? List.of()
                : recent.stream().filter(each -> each.ts() > after).toList();
        LiveSubscription subscription = new LiveSubscription(missed, complete, closed -> {
            remove(closed);
            whenClosed.run();
        });
        subscriptions.add(subscription);
        return subscription;
    }

    private synchronized void remove(LiveSubscription subscription) {
        subscriptions.remove(subscription);
    }

    synchronized boolean isWatched() {
        return !subscriptions.isEmpty();
    }

    void closeAll() {
        List<LiveSubscription> open;
        synchronized (this) {
            open = List.copyOf(subscriptions);
        }
        open.forEach(LiveSubscription::close);
    }
}
