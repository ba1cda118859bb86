package dev.wheelhouse.core.databases.sessions;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection being opened, which can be given up at any moment: it is opened on a virtual thread of its own, and
 * interrupting one of those closes the socket that it waits on (java.net.Socket, "connect" and "getInputStream"). For one
 * connection; {@link #abandon} may be called from any thread.
 */
final class Opening {

    private static final System.Logger LOG = System.getLogger(Opening.class.getName());

    private final CompletableFuture<Connection> opened = new CompletableFuture<>();
    private volatile @Nullable Thread thread;

    /** What opens it. */
    interface Opener {
        Connection open() throws SQLException;
    }

    /**
     * Opens a connection.
     *
     * @param threads makes a virtual thread for each task
     * @param execution ends it when it is stopped; null for none
     * @throws SQLException as the driver says it; with SQLSTATE 08001 when the time is over or it was given up
     */
    static Connection open(Opener opener, Executor threads, @Nullable Execution execution, Duration limit)
            throws SQLException {
        Opening opening = new Opening();
        try {
            threads.execute(() -> opening.run(opener));
        } catch (RejectedExecutionException e) {
            throw new SQLException("The console is stopping.", "08001", e);
        }
        if (execution != null) {
            execution.whileOpening(opening::abandon);
        }
        try {
            return opening.await(limit);
        } finally {
            if (execution != null) {
                execution.whileOpening(null);
            }
        }
    }

    private void run(Opener opener) {
        thread = Thread.currentThread();
        if (opened.isDone()) {
            return;
        }
        try {
            Connection connection = opener.open();
            if (!opened.complete(connection)) {
                // Nobody waits for it any more.
                connection.close();
            }
        } catch (SQLException | RuntimeException e) {
            if (!opened.completeExceptionally(e)) {
                LOG.log(System.Logger.Level.DEBUG, "A connection that was given up did not open", e);
            }
        }
    }

    private void abandon() {
        opened.completeExceptionally(new SQLException("The attempt to connect was cancelled.", "08001"));
        interrupt();
    }

    private void interrupt() {
        Thread opener = thread;
        if (opener != null) {
            opener.interrupt();
        }
    }

    private Connection await(Duration limit) throws SQLException {
        try {
            return opened.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (TimeoutException _) {
            giveUp("The attempt to connect timed out after " + limit.toSeconds() + " seconds.");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            giveUp("The attempt to connect was interrupted.");
        }
        // It may have been opened in the very moment.
        return opened.resultNow();
    }

    private void giveUp(String words) throws SQLException {
        SQLException failure = new SQLException(words, "08001");
        if (opened.completeExceptionally(failure)) {
            interrupt();
            throw failure;
        }
        if (opened.isCompletedExceptionally()) {
            throw failure;
        }
    }
}
