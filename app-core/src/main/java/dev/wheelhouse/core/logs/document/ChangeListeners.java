package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells of changes, at most every 50 ms. Thread-safe. */
final class ChangeListeners {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Workers workers;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isDue = new AtomicBoolean();
    private volatile long lastNanos = System.nanoTime() - PAUSE.toNanos();

    ChangeListeners(Workers workers) {
        this.workers = workers;
    }

    LogDocument.Registration add(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void changed() {
        if (listeners.isEmpty() || !isDue.compareAndSet(false, true)) {
            return;
        }
        long wait = PAUSE.toNanos() - (System.nanoTime() - lastNanos);
        try {
            var _ = workers.after(Duration.ofNanos(Math.max(0, wait)), this::tell);
        } catch (RejectedExecutionException _) {
            // The console stops.
        }
    }

    private void tell() {
        lastNanos = System.nanoTime();
        isDue.set(false);
        listeners.forEach(Runnable::run);
    }
}
