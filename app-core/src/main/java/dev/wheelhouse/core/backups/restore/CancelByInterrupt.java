package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.platform.job.JobProgress;

/**
 * While it is open, a cancel of the job interrupts the thread that opened it: its command is killed, however long its source
 * or its disk would make it wait. Before and after, an interrupt would leave a server half started.
 */
final class CancelByInterrupt implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private boolean closed;

    CancelByInterrupt(JobProgress progress) {
        progress.onCancel(this::interrupt);
    }

    private synchronized void interrupt() {
        if (!closed) {
            thread.interrupt();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        // One that came too late for any command is seen by isCancelled.
        Thread.interrupted();
    }
}
