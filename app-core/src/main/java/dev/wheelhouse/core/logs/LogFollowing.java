package dev.wheelhouse.core.logs;

import java.time.Duration;
import java.util.List;

/**
 * A log that is followed. Lines wait in a bounded buffer; when it is full the source is read no further, so that nothing
 * is lost as long as the source keeps it. Thread-safe; {@link #next} is for one thread at a time.
 */
public interface LogFollowing extends AutoCloseable {

    /**
     * Takes what has come, oldest first, and waits for the first of it.
     *
     * @param patience the longest wait
     * @return empty when nothing came in time
     * @throws InterruptedException when the thread is interrupted meanwhile
     * @throws dev.wheelhouse.core.platform.error.AppException when the source is gone for good, as a container that was
     *     removed ({@code not_found}); a link that was cut is made again by the following itself
     */
    List<PlacedLine> next(Duration patience) throws InterruptedException;

    /** What the reader should know of now, such as {@code "The link to web-1 is cut; trying again"}; empty for nothing. */
    default String notice() {
        return "";
    }

    /** Whether nothing more will come. A source that is gone for good has ended once {@link #next} has thrown it. */
    boolean isEnded();

    @Override
    void close();
}
