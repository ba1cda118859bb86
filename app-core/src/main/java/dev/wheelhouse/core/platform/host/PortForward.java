package dev.wheelhouse.core.platform.host;

import java.net.InetSocketAddress;

/** A port of another machine that answers here. Thread-safe. */
public interface PortForward extends AutoCloseable {

    /** Where it answers on this machine; the same until it is closed. */
    InetSocketAddress address();

    /** Closes the port and every connection through it. Idempotent. */
    @Override
    void close();
}
