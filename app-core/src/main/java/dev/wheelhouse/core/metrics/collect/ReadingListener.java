package dev.wheelhouse.core.metrics.collect;

/** Called with every reading, on the thread of that server's watch; must not block. */
@FunctionalInterface
public interface ReadingListener {

    /** @param nanos monotonic time of the reading */
    void measured(LiveReading reading, long nanos);
}
