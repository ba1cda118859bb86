package dev.wheelhouse.core.platform.event;

import java.time.Duration;
import java.util.List;

/** The events of an organization from some place on, whichever console they come from; for one thread. Misses none. */
public interface EventFollowing extends AutoCloseable {

    /**
     * What has come, in order; waits for the first of it.
     *
     * @param patience the longest wait
     * @return at most a few hundred; empty when nothing came in time, and when {@link #takeGap} has something to say
     */
    List<Event> next(Duration patience) throws InterruptedException;

    /** Whether events were removed behind the place, since it was last asked. */
    boolean takeGap();

    /** The ordinal behind which it goes on. */
    long position();

    @Override
    void close();
}
