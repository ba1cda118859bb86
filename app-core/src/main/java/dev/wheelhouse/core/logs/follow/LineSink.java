package dev.wheelhouse.core.logs.follow;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import org.jspecify.annotations.Nullable;

/** Where a {@link LogReading} puts its lines. For the thread that reads. */
public interface LineSink {

    /**
     * Takes a line; blocks while the buffer is full.
     *
     * @throws InterruptedException when the following was closed
     */
    void line(PlacedLine line) throws InterruptedException;

    /**
     * Tells that the log is being read, before any line has come: the notice of a cut goes away.
     *
     * @param at the place from which it is read, so that a cut before the first line loses nothing; null for not known
     */
    void openedAt(@Nullable LogPosition at);

    /**
     * Has something closed when the following is closed, to end a read that an interrupt does not, and when this reading
     * returns or throws.
     */
    void closeAtEnd(AutoCloseable resource);

    /**
     * Tells the reader something about the log, such as that it was truncated.
     *
     * @param text for people; empty for nothing any more
     */
    void notice(String text);
}
