package dev.wheelhouse.core.platform.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Listens at a UNIX socket and meets each connection with what a test gives. Its file stays when it is closed. */
public final class SocketServer implements AutoCloseable {

    private final ServerSocketChannel listener;
    private final Conversation conversation;
    private final Thread accepting;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    public SocketServer(Path socket, Conversation conversation) throws IOException {
        this.conversation = conversation;
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        accepting = Thread.ofVirtual().start(this::accept);
    }

    /** What is done with a connection; it is closed afterwards. */
    @FunctionalInterface
    public interface Conversation {
        void meet(Connection connection) throws IOException;
    }

    /** The server's side of a connection. */
    public record Connection(InputStream input, OutputStream output) {}

    public static SocketServer echoing(Path socket) throws IOException {
        return new SocketServer(socket, connection -> connection.input().transferTo(connection.output()));
    }

    /** How many connections are open. */
    public int connections() {
        return open.size();
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> meet(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void meet(SocketChannel socket) {
        try (socket) {
            conversation.meet(new Connection(Channels.newInputStream(socket), Channels.newOutputStream(socket)));
        } catch (IOException _) {
            // The other side has gone.
        } finally {
            open.remove(socket);
        }
    }

    /** Goes away without its file, as a killed server does. */
    public void stopListening() {
        try {
            listener.close();
            // The system lets go of the socket when nobody waits at it any more.
            accepting.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stopListening();
        for (SocketChannel socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
