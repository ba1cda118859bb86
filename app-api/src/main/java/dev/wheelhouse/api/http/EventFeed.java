package dev.wheelhouse.api.http;

import java.time.Duration;
import java.util.List;

/**
 * What a stream of Server-Sent Events is made of; see {@link Response#events}. Asked by one thread. It holds a bounded
 * number of events for a reader that is slow.
 */
public interface EventFeed extends AutoCloseable {

    /**
     * One event.
     *
     * @param id where a reader that lost its connection goes on, in {@code Last-Event-ID}; printable ASCII
     * @param type the event's name, such as {@code sample}; printable ASCII
     * @param data becomes JSON
     */
    record Event(String id, String type, Object data) {

        public Event {
            if ((id + type).chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new IllegalArgumentException("An event's id and type are printable ASCII");
            }
        }
    }

    /**
     * What has come, waiting for the first of it.
     *
     * @param patience the longest wait
     * @return empty when nothing came in time
     * @throws InterruptedException when the console stops
     */
    List<Event> next(Duration patience) throws InterruptedException;

    /** Whether nothing more will ever come. */
    default boolean isOver() {
        return false;
    }

    /** Lets go of what the feed holds; called once, whatever ended the stream. */
    @Override
    void close();
}
