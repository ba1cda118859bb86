package dev.wheelhouse.api.http.transport;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;
import org.xnio.ssl.SslConnection;
import org.xnio.ssl.XnioSsl;

/** One port with the threads that serve it and its connections. Not thread-safe. */
final class ListeningSockets {

    private static final Logger LOG = System.getLogger(ListeningSockets.class.getName());

    private static final InetAddress IPV4_LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress IPV6_LOOPBACK = InetAddress.ofLiteral("::1");
    private static final int IO_THREADS = 2;
    /** Those of the connections and one that accepts them. */
    private static final int THREADS = IO_THREADS + 1;

    /** As many as there are sockets, see {@link #abandon}. */
    private static final int TASK_THREADS = 2;

    private final ThreadGroup threads = new ThreadGroup("wheelhouse-http");
    private final XnioWorker worker;
    private final ChannelListener<StreamConnection> opener;
    private final Map<InetAddress, AcceptingChannel<? extends StreamConnection>> sockets = new HashMap<>();
    private final Set<StreamConnection> connections =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final InetAddress address;
    private final @Nullable XnioSsl tls;
    private final int port;
    private boolean toldOfSecond;

    /**
     * @param address with 127.0.0.1 comes ::1 where there is one
     * @param wantedPort 0 for a free one
     * @param tls null for plain HTTP
     * @param opener is given each connection
     */
    ListeningSockets(
            InetAddress address, int wantedPort, @Nullable XnioSsl tls, ChannelListener<StreamConnection> opener)
            throws IOException {
        this.address = address;
        this.tls = tls;
        this.opener = opener;
        this.worker = Xnio.getInstance(ListeningSockets.class.getClassLoader()).createWorker(threads, workerOptions());
        try {
            this.port = bind(address, wantedPort);
            bindSecond();
        } catch (IOException | RuntimeException | Error e) {
            worker.shutdownNow();
            throw e;
        }
    }

    private static OptionMap workerOptions() {
        return OptionMap.builder()
                .set(Options.WORKER_NAME, "wheelhouse-http")
                .set(Options.WORKER_IO_THREADS, IO_THREADS)
                .set(Options.WORKER_TASK_CORE_THREADS, TASK_THREADS)
                .set(Options.WORKER_TASK_MAX_THREADS, TASK_THREADS)
                .set(Options.THREAD_DAEMON, true)
                .set(Options.TCP_NODELAY, true)
                .getMap();
    }

    private static OptionMap socketOptions() {
        return OptionMap.builder()
                .set(Options.WORKER_IO_THREADS, IO_THREADS)
                .set(Options.TCP_NODELAY, true)
                .set(Options.REUSE_ADDRESSES, true)
                .set(Options.BACKLOG, 1_000)
                // Said here, so that no setting of the Java runtime lets older ones in.
                .set(Options.SSL_ENABLED_PROTOCOLS, Sequence.of("TLSv1.3", "TLSv1.2"))
                .getMap();
    }

    private int bind(InetAddress where, int wantedPort) throws IOException {
        InetSocketAddress place = new InetSocketAddress(where, wantedPort);
        AcceptingChannel<? extends StreamConnection> socket = tls == null
                ? worker.createStreamConnectionServer(
                        place, ChannelListeners.<StreamConnection>openListenerAdapter(this::open), socketOptions())
                : tls.createSslConnectionServer(
                        worker,
                        place,
                        ChannelListeners.<SslConnection>openListenerAdapter(this::open),
                        socketOptions());
        socket.resumeAccepts();
        sockets.put(where, socket);
        return socket.getLocalAddress(InetSocketAddress.class).getPort();
    }

    private void bindSecond() {
        if (!address.equals(IPV4_LOOPBACK) || sockets.containsKey(IPV6_LOOPBACK)) {
            return;
        }
        try {
            bind(IPV6_LOOPBACK, port);
        } catch (IOException e) {
            if (!toldOfSecond) {
                LOG.log(Level.INFO, "Not listening on [::1]:" + port + " as well yet: " + e.getMessage());
            }
            toldOfSecond = true;
        }
    }

    private void open(StreamConnection connection) {
        connections.add(connection);
        opener.handleEvent(connection);
    }

    int port() {
        return port;
    }

    /** Whether all threads live; an error in the server's own loop, such as of memory, ends the loop's thread. */
    boolean areServed() {
        Thread[] alive = new Thread[2 * (THREADS + TASK_THREADS)];
        threads.enumerate(alive);
        return Stream.of(alive).filter(XnioIoThread.class::isInstance).count() == THREADS;
    }

    void stopAccepting() {
        if (areServed()) {
            sockets.values().forEach(IoUtils::safeClose);
            sockets.clear();
        }
    }

    /**
     * Binds what is not bound: after {@link #stopAccepting}, or where ::1 could not be had before. To be called again and
     * again.
     *
     * @throws IOException where the port is taken: by another program, or by one that this one starts at this moment, which
     *     has a socket that is closed here until it closes what it inherited
     */
    void accept() throws IOException {
        if (!sockets.containsKey(address)) {
            bind(address, port);
        }
        bindSecond();
    }

    /** Frees the port and cuts every connection, whichever threads have died. May be called again. */
    void abandon() {
        for (AcceptingChannel<? extends StreamConnection> socket : sockets.values()) {
            // The socket is closed at once, but the call then waits for its dead thread for ever.
            worker.execute(() -> IoUtils.safeClose(socket));
        }
        sockets.clear();
        synchronized (connections) {
            connections.forEach(IoUtils::safeClose);
            connections.clear();
        }
        worker.shutdown();
    }

    void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(1, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException _) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
