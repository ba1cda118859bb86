package dev.wheelhouse.core.logs.follow;

import dev.wheelhouse.core.logs.LogPosition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads one log on from a place; what {@link ReconnectingFollowing} calls again and again. */
@FunctionalInterface
public interface LogReading {

    /**
     * Reads on and gives each line to the sink as it comes. Blocks until the log ends, the link is cut, or the thread is
     * interrupted; whatever does not heed an interrupt is closed through {@link LineSink#closeAtEnd}.
     *
     * @param after the place behind the last line that the sink took, or that {@link LineSink#openedAt} named; null for
     *     what comes from now on
     * @return what the end means
     * @throws dev.wheelhouse.core.platform.error.AppException of the kind {@code NOT_FOUND} or {@code INVALID} when the log
     *     is gone for good or has no such place; of any other kind when it may work later: it is tried again
     * @throws IOException when the link is cut: it is tried again
     * @throws InterruptedException when the following was closed
     */
    Ending read(@Nullable LogPosition after, LineSink sink) throws IOException, InterruptedException;

    /** Why a reading came to its end without a failure. */
    enum Ending {
        /** Nothing comes now, as of a container that stopped; it is read again after a pause. */
        FOR_NOW,
        /** Nothing will ever come. */
        FOR_GOOD
    }
}
