package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call into a database, which can be cancelled or run out of time. A cancel is sent again until the call ends, since
 * one that meets no running statement is lost; a connection that does not answer it within five seconds is dropped.
 * Thread-safe.
 */
public final class Execution implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Execution.class.getName());
    private static final Duration CANCEL_AGAIN_AFTER = Duration.ofMillis(200);
    private static final Duration DROP_AFTER = Duration.ofSeconds(5);

    /** Why a call was stopped. */
    private enum Stop {
        CANCELLED,
        TIMED_OUT,
        OUT_OF_MEMORY
    }

    private final Workers workers;
    private final Caller caller;

    /** Of the thread that began it: the work itself may run on others. */
    private final Effects effects = Effects.current();

    private final @Nullable Duration timeLimit;
    private final Consumer<Execution> onClose;
    private final @Nullable Future<?> timer;
    private final ReentrantLock delivery = new ReentrantLock();
    private volatile @Nullable Stop stop;
    private @Nullable Connection connection;
    private @Nullable Dialect dialect;
    private @Nullable Runnable abandon;
    private boolean closed;
    private volatile boolean tablesChanged;

    /**
     * @param caller whose call it is
     * @param timeLimit null for none
     * @param onClose runs once when the call has ended
     */
    Execution(Workers workers, Caller caller, @Nullable Duration timeLimit, Consumer<Execution> onClose) {
        this.workers = workers;
        this.caller = caller;
        this.timeLimit = timeLimit;
        this.onClose = onClose;
        this.timer = timeLimit == null ? null : workers.after(timeLimit, () -> stop(Stop.TIMED_OUT));
    }

    Caller caller() {
        return caller;
    }

    /** Says that what follows may stay in the database, whatever becomes of the call. */
    public void noteEffects() {
        effects.note();
    }

    /** Stops the call because somebody asked for it. */
    public void cancel() {
        stop(Stop.CANCELLED);
    }

    /** Stops the call because the console's memory runs short. */
    void stopForMemory() {
        stop(Stop.OUT_OF_MEMORY);
    }

    private void stop(Stop reason) {
        synchronized (this) {
            if (closed || stop != null) {
                return;
            }
            stop = reason;
        }
        giveUpOpening();
        sendCancel(0);
    }

    /** Says how to give up the connection that is being opened for the call; null once none is. */
    void whileOpening(@Nullable Runnable giveUp) {
        synchronized (this) {
            abandon = giveUp;
        }
        if (stop != null) {
            giveUpOpening();
        }
    }

    private void giveUpOpening() {
        Runnable giveUp;
        synchronized (this) {
            giveUp = abandon;
            abandon = null;
        }
        if (giveUp != null) {
            giveUp.run();
        }
    }

    private void sendCancel(int sent) {
        Connection used;
        Dialect how;
        synchronized (this) {
            if (closed) {
                return;
            }
            used = connection;
            how = dialect;
        }
        if (used != null && CANCEL_AGAIN_AFTER.multipliedBy(sent).compareTo(DROP_AFTER) >= 0) {
            drop(used);
            return;
        }
        if (used != null && how != null) {
            deliver(used, how);
        }
        Future<?> _ = workers.after(CANCEL_AGAIN_AFTER, () -> sendCancel(sent + 1));
    }

    private void deliver(Connection used, Dialect how) {
        delivery.lock();
        try {
            if (isAttached()) {
                how.cancel(used);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "A cancel was not delivered", e);
        } finally {
            delivery.unlock();
        }
    }

    private synchronized boolean isAttached() {
        return connection != null;
    }

    /** Waits for a cancel that is being sent, at most the five seconds that the driver tries. After {@link #detach}. */
    @SuppressWarnings("LockNotBeforeTry") // To have had the lock is all that is wanted.
    void awaitDelivery() {
        delivery.lock();
        delivery.unlock();
    }

    private void drop(Connection used) {
        try {
            used.abort(workers.virtualThreads());
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "A connection that ignored its cancel could not be dropped", e);
        }
    }

    /** A statement about to run, unless the call was stopped. */
    public <S extends Statement> S watch(S running) {
        check();
        return running;
    }

    /** Names what a cancel has to reach from now on. */
    synchronized void attach(Connection used, Dialect how) {
        connection = used;
        dialect = how;
    }

    /** Called before the connection goes back to its pool: no cancel may reach the next user's statement. */
    synchronized void detach() {
        connection = null;
        dialect = null;
    }

    /** @throws AppException {@code cancelled} or {@code statement_timeout} once the call was stopped */
    public void check() {
        AppException stopped = stopped(null);
        if (stopped != null) {
            throw stopped;
        }
    }

    /** The error for a call that was stopped; null when it was not. */
    @Nullable
    AppException stopped(@Nullable Throwable cause) {
        Stop reason = stop;
        if (reason == null) {
            return null;
        }
        return switch (reason) {
            case CANCELLED -> new AppException(PlatformError.CANCELLED, "The statement was cancelled.", cause);
            case TIMED_OUT ->
                new AppException(
                        DatabaseError.STATEMENT_TIMEOUT,
                        "The statement ran longer than its time limit of "
                                + (timeLimit == null ? 0 : timeLimit.toMillis())
                                + " ms and was stopped. Raise timeoutMs, or make it do less.",
                        cause);
            case OUT_OF_MEMORY ->
                new AppException(
                        PlatformError.BUSY,
                        "The console's memory ran short while the statement ran, so it was stopped. Make it build"
                                + " fewer or shorter values, or try again when less is running.",
                        cause);
        };
    }

    /** Notes that the call may have changed what tables there are. */
    public void noteTablesChanged() {
        tablesChanged = true;
    }

    boolean hasChangedTables() {
        return tablesChanged;
    }

    boolean isStopped() {
        return stop != null;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            connection = null;
            dialect = null;
        }
        if (timer != null) {
            timer.cancel(false);
        }
        onClose.accept(this);
    }
}
