package dev.wheelhouse.core.databases.sessions;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Connects the PostgreSQL driver to a tunnel's port, whatever address it asks for. So the driver keeps the database's own
 * name, which is what TLS verifies, and its cancel requests go the same way. The driver makes it by name; it is of no use
 * to anybody else.
 */
public final class TunnelSocketFactory extends SocketFactory {

    private static final int CONNECT_MILLIS = 5000;

    private final InetSocketAddress tunnel;

    /** @param address host and port of the tunnel's end on this machine, such as {@code 127.0.0.1:41000} */
    public TunnelSocketFactory(String address) {
        int colon = address.lastIndexOf(':');
        tunnel = new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    static String argument(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** Connected already, so that nobody looks the database's name up here, where it may not be known. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(tunnel, CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return createSocket();
    }
}
