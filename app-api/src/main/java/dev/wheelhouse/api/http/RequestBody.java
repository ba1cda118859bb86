package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;

/** The body as the listener offers it. Used by one thread, read at most once. */
public interface RequestBody {

    /** Whether the request announces one, by length or by chunks. */
    boolean isPresent();

    /**
     * Looks at the announced length, if there is one; before anything is read.
     *
     * @throws AppException {@code payload_too_large}
     */
    void requireAnnouncedWithin(long maxBytes);

    /**
     * Reads all of it.
     *
     * @param arrived gets how many bytes have come, after each read; what it throws ends the reading
     * @throws AppException {@code payload_too_large} or {@code request_timeout}
     * @throws IOException when the peer is gone
     */
    byte[] readAll(int maxBytes, IntConsumer arrived) throws IOException;

    /**
     * A stream of it that fails with {@code payload_too_large} past the limit and with {@code request_timeout} when
     * nothing comes.
     */
    InputStream open(long maxBytes);
}
