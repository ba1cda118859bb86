package dev.wheelhouse.api;

import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Holds the API's port from the first moment of a start until the listener takes it, so that a taken port fails at once.
 * It does not listen: nobody can connect whom the listener would not find.
 */
final class PortReservation implements AutoCloseable {

    private final Socket socket;
    private final int port;

    private PortReservation(Socket socket) {
        this.socket = socket;
        this.port = socket.getLocalPort();
    }

    /**
     * @param place port 0 for a free one
     * @throws IOException when the port cannot be had; the message says what to do
     */
    static PortReservation take(ListenerSettings place) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(place.inetAddress(), place.port()));
            return new PortReservation(socket);
        } catch (IOException e) {
            socket.close();
            throw ApiServer.portTaken(place, e);
        }
    }

    int port() {
        return port;
    }

    /** Releases the port for the listener. May be called twice. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The port " + port + " cannot be released", e);
        }
    }
}
