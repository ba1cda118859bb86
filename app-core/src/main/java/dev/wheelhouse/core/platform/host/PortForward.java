package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A port of another machine that answers here. Thread-safe. */
public interface PortForward extends AutoCloseable {

    /** Where it answers on this machine; the same until it is closed. */
    InetSocketAddress address();

    /** Whether the port still answers; false once this or its host was closed. */
    boolean isOpen();

    /** Why the newest connection through it was closed at once; null when it was not. */
    @Nullable
    AppException failure();

    /** Closes the port and every connection through it. Idempotent. */
    @Override
    void close();
}
