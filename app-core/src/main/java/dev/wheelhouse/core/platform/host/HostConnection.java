package dev.wheelhouse.core.platform.host;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A conversation with something that listens on a machine. The caller closes it. Thread-safe; each stream is for
 * one thread at a time. Reads and writes have no time limit of their own: {@link #close} from another thread, such as a
 * timer's, ends them.
 */
public interface HostConnection extends AutoCloseable {

    /** What the other side sends; at its end when that closes or this was closed. */
    InputStream input();

    /** What the other side is sent. Flush what shall arrive. */
    OutputStream output();

    /** Ends the conversation in both directions. Idempotent. */
    @Override
    void close();
}
