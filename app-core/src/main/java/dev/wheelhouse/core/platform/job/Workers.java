package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.NativeCalls;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Every thread the core makes: virtual ones for blocking work, two small platform pools for native calls (one for the
 * console's own state, one for statements of users, so that a slow statement never delays a log-in), and one timer.
 * Thread-safe.
 */
public final class Workers implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Workers.class.getName());
    private static final int STATE_THREADS = 4;

    /** How many statements of users run on SQLite at once. */
    public static final int STATEMENT_THREADS = 8;

    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
    private final ThreadPoolExecutor state = platformPool("state", STATE_THREADS);
    private final ThreadPoolExecutor statements = platformPool("sqlite", STATEMENT_THREADS);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("timer").daemon(true).factory());

    private static ThreadPoolExecutor platformPool(String name, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name(name + "-", 0).daemon(true).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Blocking work, one virtual thread each. */
    public Executor virtualThreads() {
        return virtual;
    }

    /** Runs blocking work on a virtual thread of its own; what it throws is logged. */
    public void start(Runnable work) {
        virtual.execute(() -> logging(work));
    }

    /** Calls into the console's own SQLite state. */
    public NativeCalls stateCalls() {
        return new PooledCalls(state);
    }

    /** Statements of users on SQLite; they may run for as long as their time-out allows. */
    public NativeCalls statementCalls() {
        return new PooledCalls(statements);
    }

    /** Runs work once after a delay, on a virtual thread; the returned future takes it back. */
    public ScheduledFuture<?> after(Duration delay, Runnable work) {
        return timer.schedule(() -> start(work), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs work again and again, each time on a virtual thread, until the future is cancelled. */
    public ScheduledFuture<?> every(Duration period, Runnable work) {
        return timer.scheduleWithFixedDelay(
                () -> start(work), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void logging(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Background work failed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        virtual.shutdownNow();
        // Not shutdownNow: what waits for a thread would never hear of its end.
        statements.shutdown();
        state.shutdown();
    }

    private record PooledCalls(ExecutorService pool) implements NativeCalls {

        @Override
        public <T> T call(Callable<T> call, Runnable onInterrupt) throws Exception {
            CompletableFuture<T> result = new CompletableFuture<>();
            try {
                pool.execute(() -> {
                    try {
                        result.complete(call.call());
                    } catch (Throwable e) {
                        // Whatever it is, the caller waits for it and gets it.
                        result.completeExceptionally(e);
                    }
                });
            } catch (RejectedExecutionException e) {
                throw new AppException(
                        PlatformError.SHUTTING_DOWN,
                        "The console is stopping. Try again when it is back.",
                        ErrorDetails.NONE,
                        e);
            }
            return await(result, onInterrupt);
        }

        private static <T> T await(CompletableFuture<T> result, Runnable onInterrupt) throws Exception {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return result.get();
                    } catch (InterruptedException _) {
                        if (!interrupted) {
                            interrupted = true;
                            onInterrupt.run();
                        }
                    }
                }
            } catch (ExecutionException e) {
                throw unwrapped(e);
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
