package dev.wheelhouse.api.events;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.platform.event.EventFollowing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What happens, as it happens. A reader that comes back for what was removed meanwhile gets an event {@code gap} first. */
final class EventStreamFeed implements EventFeed {

    private final EventFollowing following;

    EventStreamFeed(EventFollowing following) {
        this.following = following;
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        following
                .next(patience)
                .forEach(each ->
                        events.add(new Event(Long.toString(each.ordinal()), each.kind(), EventJson.from(each))));
        if (following.takeGap()) {
            events.add(new Event(Long.toString(following.position()), "gap", Map.of()));
        }
        return events;
    }

    @Override
    public void close() {
        following.close();
    }
}
