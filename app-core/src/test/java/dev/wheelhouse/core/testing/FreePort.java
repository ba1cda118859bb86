package dev.wheelhouse.core.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of loopback that nobody has, for what cannot be given a socket. */
public final class FreePort {

    /** Below the ephemeral ports, which outgoing connections take: a free one may be in use a moment later. */
    private static final int LOWEST = 20_000;

    private static final int HIGHEST = 32_000;

    private FreePort() {}

    /** One that is free for TCP and UDP on 127.0.0.1. */
    public static int next() throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (ServerSocket _ = new ServerSocket(port, 1, loopback);
                    DatagramSocket _ = new DatagramSocket(port, loopback)) {
                return port;
            } catch (BindException _) {
                // Somebody has it.
            }
        }
    }
}
