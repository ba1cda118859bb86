package dev.wheelhouse.core.metrics.collect;

/** Is told of every reading, by the thread of that server's watch; must not take long. */
@FunctionalInterface
public interface ReadingListener {

    /** @param nanos monotonic time of the reading */
    void measured(LiveReading reading, long nanos);
}
