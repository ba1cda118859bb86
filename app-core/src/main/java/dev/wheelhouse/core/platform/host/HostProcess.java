package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A command under way. The caller reads both outputs (an unread one blocks the command once some 64 KiB wait)
 * and closes it. Thread-safe; each stream is for one thread at a time.
 *
 * <p>A read has no time limit of its own: {@link #close} from another thread, such as a timer's, ends it.
 */
public interface HostProcess extends AutoCloseable {

    /** The command's standard input; closing it is the end of the input. Flush what shall arrive. */
    OutputStream stdin();

    InputStream stdout();

    InputStream stderr();

    boolean isRunning();

    /** What it is found by later, also by another console; empty when it never ran, or the machine tells nothing of it. */
    default Optional<ProcessMark> mark() {
        return Optional.empty();
    }

    /**
     * Waits for the end.
     *
     * @param limit longest wait
     * @return the exit code as in {@link Host#run}; empty when it still runs
     * @throws dev.wheelhouse.core.platform.error.AppException {@code upstream_failed} when the machine went away before
     *     it sent the end; {@code cancelled} when the thread is interrupted, and the command goes on
     */
    OptionalInt waitFor(Duration limit);

    /** Asks the command and what it started to end (SIGTERM). Returns at once. */
    void terminate();

    /**
     * Waits until the command has ended and, once {@link #terminate} was called, also what it had started then. A shell
     * that is asked to end does so at once, while what it runs may take its time or never heed.
     *
     * @param limit longest wait
     * @return false when some of it still runs, or nobody knows
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link #waitFor}
     */
    boolean awaitGone(Duration limit);

    /**
     * Kills the command if it still runs, and what it started: if the command still runs, or was asked to end. Ends every
     * read and write of its streams. May be called again.
     */
    @Override
    void close();
}
