package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One request on its way, whose time limit ends whatever it waits for. Thread-safe. */
final class Exchange implements AutoCloseable {

    private final Future<?> alarm;
    private @Nullable Closeable waitsFor;
    private boolean timedOut;

    Exchange(Workers workers, Duration limit) {
        this.alarm = workers.after(limit, this::timeOut);
    }

    private synchronized void timeOut() {
        timedOut = true;
        release();
    }

    /**
     * What it waits for next, which is closed at the end; what it waited for before is closed now.
     *
     * @throws IOException when its time is over
     */
    synchronized void awaits(Closeable next) throws IOException {
        release();
        waitsFor = next;
        if (timedOut) {
            release();
            throw new IOException("the time is over");
        }
    }

    synchronized boolean isTimedOut() {
        return timedOut;
    }

    private void release() {
        Closeable held = waitsFor;
        waitsFor = null;
        if (held != null) {
            try {
                held.close();
            } catch (IOException _) {
                // It is of no use any more either way.
            }
        }
    }

    @Override
    public synchronized void close() {
        alarm.cancel(false);
        release();
    }
}
