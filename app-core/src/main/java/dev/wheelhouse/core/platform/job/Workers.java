package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.NativeCalls;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Every thread the core makes: virtual ones for blocking work, small platform pools for native calls (one for the
 * console's own state, one for statements of users, so that a slow statement never delays a log-in), one for long work of
 * the processor, and one timer.
 * Thread-safe.
 */
public final class Workers implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Workers.class.getName());
    private static final int STATE_THREADS = 4;
    private static final int PATIENCE_SECONDS = 2;

    /**
     * What the bounds of SQLite are made for: long patterns and deep expressions of a statement end the process on the
     * 512 KiB of the other threads. Only what is used takes memory.
     */
    private static final long STACK_BYTES = 8 << 20;

    /** How many statements of users run on SQLite at once. */
    public static final int STATEMENT_THREADS = 8;

    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
    private final ThreadPoolExecutor state = platformPool("state", STATE_THREADS);
    private final ThreadPoolExecutor statements = platformPool("sqlite", STATEMENT_THREADS);
    private final ExecutorService processor = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("processor-", 0).daemon(true).factory());
    private final ScheduledThreadPoolExecutor timer = timer();
    private final Set<Loop> loops = ConcurrentHashMap.newKeySet();

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("timer").daemon(true).factory());
        // Almost every time limit is taken back; waiting for its hour it would hold what it refers to.
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadPoolExecutor platformPool(String name, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform()
                        .name(name + "-", 0)
                        .stackSize(STACK_BYTES)
                        .daemon(true)
                        .factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Blocking work, one virtual thread each. */
    public Executor virtualThreads() {
        return virtual;
    }

    /**
     * Runs blocking work on a virtual thread of its own; what it throws is logged.
     *
     * @throws AppException {@code shutting_down} once closed
     */
    public void start(Runnable work) {
        try {
            virtual.execute(() -> logging(work));
        } catch (RejectedExecutionException e) {
            throw shuttingDown(e);
        }
    }

    /**
     * Work of the processor that lasts, such as packing: a thread of the system each, since many on virtual threads would
     * leave none to others. For few at once.
     */
    public Executor processorThreads() {
        return processor;
    }

    /** Calls into the console's own SQLite state. */
    public NativeCalls stateCalls() {
        return new PooledCalls(state);
    }

    /** Statements of users on SQLite; they may run for as long as their time-out allows. */
    public NativeCalls statementCalls() {
        return new PooledCalls(statements);
    }

    /**
     * Runs work once after a delay, on a virtual thread; the returned future takes it back.
     *
     * @throws AppException {@code shutting_down} once closed
     */
    public ScheduledFuture<?> after(Duration delay, Runnable work) {
        try {
            // Cut to milliseconds it would run before the delay is over.
            return timer.schedule(() -> start(work), TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw shuttingDown(e);
        }
    }

    /**
     * Runs work again and again on a virtual thread, until the loop or all background work is closed.
     *
     * @param name see {@link Loop}
     * @param first how long to wait before the first time
     * @param period from the end of one time to the beginning of the next
     * @throws AppException {@code shutting_down} once closed
     */
    public Loop every(String name, Duration first, Duration period, Runnable work) {
        Loop loop = new Loop(name, period, () -> {
            work.run();
            return period;
        });
        loops.add(loop);
        start(() -> {
            try {
                loop.run(first);
            } finally {
                loops.remove(loop);
            }
        });
        return loop;
    }

    /** As {@link #every(String, Duration, Duration, Runnable)}, for the first time a period from now. */
    public Loop every(String name, Duration period, Runnable work) {
        return every(name, period, period, work);
    }

    private static AppException shuttingDown(RuntimeException e) {
        return new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.", e);
    }

    private static void logging(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Background work failed", e);
        }
    }

    /**
     * Takes no more background work and waits a little for what is under way, such as a note that still has to reach
     * the store; what takes longer is interrupted. Native calls go on until {@link #close}.
     */
    public void finishBackground() {
        timer.shutdownNow();
        loops.forEach(Loop::close);
        virtual.shutdown();
        try {
            if (!virtual.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                virtual.shutdownNow();
            }
        } catch (InterruptedException _) {
            virtual.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        virtual.shutdownNow();
        for (Runnable waiting : statements.shutdownNow()) {
            // What waits for its result must not wait for ever.
            ((Future<?>) waiting).cancel(false);
        }
        processor.shutdownNow();
        state.shutdown();
    }

    private record PooledCalls(ExecutorService pool) implements NativeCalls {

        @Override
        public <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception {
            Future<T> task;
            try {
                task = pool.submit(call);
            } catch (RejectedExecutionException e) {
                throw shuttingDown(e);
            }
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return task.get();
                    } catch (InterruptedException _) {
                        if (!interrupted) {
                            interrupted = true;
                            onInterrupt.run();
                        }
                    }
                }
            } catch (ExecutionException e) {
                throw unwrapped(e);
            } catch (CancellationException e) {
                throw shuttingDown(e);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private static Exception unwrapped(ExecutionException e) {
            return switch (e.getCause()) {
                case Exception exception -> exception;
                case Error error -> throw error;
                case null, default -> e;
            };
        }
    }
}
