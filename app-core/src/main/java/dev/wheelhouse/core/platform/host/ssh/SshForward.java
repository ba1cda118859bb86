package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.sshd.client.channel.ChannelDirectTcpip;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.common.channel.ChannelPipedSink;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A loopback port whose connections go through the server, each in a channel of its own (RFC 4254 section 7.2). The port
 * outlives the session: the next connection after a cut makes a new one. Thread-safe.
 */
final class SshForward implements PortForward {

    private static final System.Logger LOG = System.getLogger(SshForward.class.getName());
    private static final int WAITING_CONNECTIONS = 50;
    private static final int BUFFER_BYTES = 32 << 10;
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final SshLink link;
    private final SshdSocketAddress destination;
    private final Duration limit;
    private final Workers workers;
    private final Consumer<SshForward> whenClosed;
    private final ServerSocket listener;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable AppException failure;

    private SshForward(
            SshLink link,
            SshdSocketAddress destination,
            Duration limit,
            Workers workers,
            Consumer<SshForward> whenClosed,
            ServerSocket listener) {
        this.link = link;
        this.destination = destination;
        this.limit = limit;
        this.workers = workers;
        this.whenClosed = whenClosed;
        this.listener = listener;
    }

    static SshForward open(
            SshLink link, String host, int port, Duration limit, Workers workers, Consumer<SshForward> whenClosed) {
        try {
            ServerSocket listener = new ServerSocket(0, WAITING_CONNECTIONS, InetAddress.ofLiteral("127.0.0.1"));
            SshForward forward =
                    new SshForward(link, new SshdSocketAddress(host, port), limit, workers, whenClosed, listener);
            workers.start(forward::accept);
            return forward;
        } catch (IOException e) {
            throw HostFailures.unavailable("No port of this machine could be opened for the tunnel", e);
        }
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public boolean isOpen() {
        return !listener.isClosed();
    }

    @Override
    public @Nullable AppException failure() {
        return failure;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                workers.start(() -> serve(socket));
            } catch (IOException | AppException e) {
                if (!listener.isClosed()) {
                    LOG.log(System.Logger.Level.WARNING, "A tunnel takes no more connections", e);
                    close();
                }
                return;
            }
        }
    }

    private void serve(Socket socket) {
        open.add(socket);
        try (socket) {
            socket.setTcpNoDelay(true);
            ChannelDirectTcpip channel = openChannel();
            open.add(channel);
            try {
                carry(socket, channel);
            } finally {
                open.remove(channel);
                end(channel);
            }
        } catch (AppException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection through a tunnel was not made", e);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "A connection through a tunnel broke", e);
        } finally {
            open.remove(socket);
        }
    }

    /** Says so to the server, which else would keep the channel and what it leads to (RFC 4254 section 5.3). */
    private void end(ChannelDirectTcpip channel) throws IOException {
        if (!channel.close(false).await(GOODBYE)) {
            channel.close(true);
        }
    }

    /** A channel; why there is none is kept before anybody can see the connection end. */
    private ChannelDirectTcpip openChannel() {
        try {
            ChannelDirectTcpip channel = channel();
            failure = null;
            return channel;
        } catch (AppException e) {
            failure = e;
            throw e;
        }
    }

    private ChannelDirectTcpip channel() {
        SshTarget target = link.target();
        String what = "a tunnel to " + destination.getHostName() + ":" + destination.getPort();
        try {
            ChannelDirectTcpip channel = link.session()
                    .createDirectTcpipChannel(new SshdSocketAddress("127.0.0.1", listener.getLocalPort()), destination);
            channel.addChannelListener(new EndPassedOn());
            OpenFuture opening = channel.open();
            if (!opening.await(limit)) {
                channel.close(true);
                throw SshFailures.requestTimedOut(target, what, limit);
            }
            if (!opening.isOpened()) {
                throw SshFailures.tunnelRefused(target, what, opening.getException());
            }
            return channel;
        } catch (InterruptedIOException e) {
            throw SshFailures.cancelled(target, e);
        } catch (IOException | IllegalStateException e) {
            // The library throws the second when the session broke a moment ago.
            throw SshFailures.lost(target, " while it was asked for " + what, e);
        }
    }

    /** The library only notes that the server sends nothing more (RFC 4254 section 5.3); who reads would wait for ever. */
    private static final class EndPassedOn implements ChannelListener {
        @Override
        public void channelStateChanged(Channel channel, String hint) {
            if (channel instanceof ChannelDirectTcpip tunnel
                    && tunnel.isEofSignalled()
                    && tunnel.getInvertedOut() instanceof ChannelPipedSink answers) {
                answers.eof();
            }
        }
    }

    /** Until both directions have ended, or the channel has and what it brought was passed on. */
    private void carry(Socket socket, ChannelDirectTcpip channel) throws IOException {
        CompletableFuture<Boolean> nothingMoreToSend = new CompletableFuture<>();
        channel.addCloseFutureListener(_ -> nothingMoreToSend.complete(true));
        workers.start(() -> {
            try {
                copy(socket.getInputStream(), channel.getInvertedIn());
                channel.getInvertedIn().close();
            } catch (IOException _) {
                channel.close(false);
            } finally {
                nothingMoreToSend.complete(true);
            }
        });
        copy(channel.getInvertedOut(), socket.getOutputStream());
        socket.shutdownOutput();
        nothingMoreToSend.join();
    }

    /** Passes every piece on at once: what waits for an answer sends nothing more before. */
    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        closeQuietly(listener);
        open.forEach(SshForward::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.DEBUG, "A part of a tunnel did not close", e);
        }
    }
}
