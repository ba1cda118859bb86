package dev.wheelhouse.core.backups;

import java.io.IOException;

/** Works one configuration under a lease, until it ends. One thread runs it; others may end it. */
interface BackupSession extends AutoCloseable {

    /** Returns when it has ended. */
    void run() throws IOException;

    /** Has what waits begin soon. */
    void wake();

    /** Has {@link #run} return soon. Idempotent. */
    void end();

    @Override
    void close() throws IOException;

    /** What it does beside {@link #run}, which may go on for a while after {@link #close}. */
    SessionLoops loops();
}
