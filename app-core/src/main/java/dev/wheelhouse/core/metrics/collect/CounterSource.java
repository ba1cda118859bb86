package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.proc.Counters;
import java.io.IOException;

/** Asks one machine for its counters again and again. For one thread, but for {@link #close}. */
interface CounterSource extends AutoCloseable {

    /**
     * Asks once.
     *
     * @param withSpace whether the space of file systems is wanted too, which costs more
     * @throws SpaceUnavailableException when only the space did not come; the source is then closed
     * @throws IOException when the machine went away, does not answer or answers nonsense; the source is then closed
     */
    Counters read(boolean withSpace) throws IOException;

    /** What was received so far, bytes; 0 where nothing is sent. */
    long receivedBytes();

    @Override
    void close();
}
