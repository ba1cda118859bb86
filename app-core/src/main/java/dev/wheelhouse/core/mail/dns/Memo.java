package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.job.Workers;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Results of work that is done once for each key, on a virtual thread of its own, however many ask for it at the same time.
 * Thread-safe. Work may wait for other keys, but not in a circle.
 */
final class Memo<K, V> implements AutoCloseable {

    private final Workers workers;
    private final Function<K, V> work;
    private final V ended;
    private final Map<K, FutureTask<V>> tasks = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param ended given in place of a result when the waiting is interrupted or this was closed */
    Memo(Workers workers, Function<K, V> work, V ended) {
        this.workers = workers;
        this.work = work;
        this.ended = ended;
    }

    /** Begins the work of a key, if nobody did, without waiting for it. */
    FutureTask<V> start(K key) {
        FutureTask<V> mine = new FutureTask<>(() -> work.apply(key));
        FutureTask<V> there = tasks.putIfAbsent(key, mine);
        if (there != null) {
            return there;
        }
        try {
            workers.virtualThreads().execute(mine);
        } catch (RejectedExecutionException _) {
            // The console is stopping.
            mine.cancel(false);
        }
        if (closed) {
            mine.cancel(true);
        }
        return mine;
    }

    V get(K key) {
        return get(start(key));
    }

    V get(FutureTask<V> started) {
        try {
            return started.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ended;
        } catch (CancellationException _) {
            return ended;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Interrupts all work. */
    @Override
    public void close() {
        closed = true;
        tasks.values().forEach(each -> each.cancel(true));
    }
}
