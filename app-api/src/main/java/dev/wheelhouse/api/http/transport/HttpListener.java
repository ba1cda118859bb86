package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.RequestPipeline;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import io.undertow.UndertowOptions;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSourceChannel;

/** The sockets of the API on one address; with 127.0.0.1 the same port on ::1 where there is one. Thread-safe. */
public final class HttpListener implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HttpListener.class.getName());

    private static final int BUFFER_SIZE = 16 * 1024;
    /** A record of 16 KiB with its head and seal (RFC 8446 section 5.2); the server waits for ever for one that does not fit. */
    private static final int TLS_BUFFER_SIZE = 17 * 1024;

    private static final int BUFFERS_KEPT = 256;
    private static final int IDLE_MILLIS = 75_000;

    /** How long a closed socket's port may seem taken: a program that is started at that moment inherits the socket. */
    public static final Duration RELEASE = Duration.ofSeconds(2);

    /** How often a port is tried meanwhile. */
    public static final Duration RELEASE_LOOK = Duration.ofMillis(20);

    /** The parser's own bound, above ours, so that a head somewhat too large is told so and not just cut. */
    private static final int PARSER_HEAD_BYTES = 64 * 1024;

    private final DirectBufferPool buffers;
    private final HttpOpenListener opener;
    private final RequestDispatcher dispatcher;
    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final InetAddress address;
    private final @Nullable ListenerTls tls;
    private final int port;
    private boolean paused;
    private ListeningSockets sockets;

    private HttpListener(ListenerSettings place, RequestDispatcher dispatcher, HttpLimits limits) throws IOException {
        this.address = place.inetAddress();
        this.dispatcher = dispatcher;
        this.buffers = new DirectBufferPool(BUFFER_SIZE, BUFFERS_KEPT);
        this.opener = new HttpOpenListener(buffers, serverOptions(limits));
        opener.setRootHandler(dispatcher);
        this.tls = place.tls() == null
                ? null
                : new ListenerTls(place.tls(), new DirectBufferPool(TLS_BUFFER_SIZE, BUFFERS_KEPT));
        this.sockets = bind(place.port());
        this.port = sockets.port();
    }

    /**
     * Binds and starts to answer.
     *
     * @param place with port 0 for a free one
     * @param requests makes the thread of each request; virtual threads
     * @param called runs for each request with a valid credential, before it is answered
     * @throws IOException when the port is taken or may not be bound
     * @throws AppException {@code validation_failed} for a file of {@code listener.tls} that is no good
     */
    public static HttpListener start(
            ListenerSettings place,
            RequestPipeline pipeline,
            HttpLimits limits,
            Executor requests,
            IdGenerator ids,
            Runnable called)
            throws IOException {
        return new HttpListener(place, new RequestDispatcher(pipeline, limits, requests, ids, called), limits);
    }

    /** @throws AppException {@code validation_failed} for a file of {@code listener.tls} that is no good */
    public static void check(ListenerSettings place) {
        if (place.tls() != null) {
            TlsIdentity.of(TlsFiles.read(place.tls())).context();
        }
    }

    private ListeningSockets bind(int wantedPort) throws IOException {
        return new ListeningSockets(address, wantedPort, tls == null ? null : tls.ssl(), this::open);
    }

    private static OptionMap serverOptions(HttpLimits limits) {
        return OptionMap.builder()
                .set(UndertowOptions.BUFFER_PIPELINED_DATA, true)
                .set(UndertowOptions.DECODE_URL, false)
                // Sizes are held by the route's own rule, which answers with a problem.
                .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .set(UndertowOptions.MAX_HEADER_SIZE, PARSER_HEAD_BYTES)
                .set(
                        UndertowOptions.REQUEST_PARSE_TIMEOUT,
                        Math.toIntExact(limits.readTimeout().toMillis()))
                .set(UndertowOptions.NO_REQUEST_TIMEOUT, IDLE_MILLIS)
                .getMap();
    }

    private void open(StreamConnection connection) {
        ConduitStreamSourceChannel source = connection.getSourceChannel();
        source.setConduit(new StrictFraming(source.getConduit()));
        opener.handleEvent(connection);
    }

    /** What answers the requests that come from now on. */
    public void answerWith(RequestPipeline pipeline) {
        dispatcher.answerWith(pipeline);
    }

    public int port() {
        return port;
    }

    /** The server's certificate that new connections are shown; empty without TLS. */
    public Optional<X509Certificate> certificate() {
        return Optional.ofNullable(tls).map(ListenerTls::certificate);
    }

    /**
     * Uses the certificate and the key that their files hold now; connections that are open go on with those before. To be
     * called again and again.
     *
     * @return whether they are others than before
     * @throws AppException {@code validation_failed} where they are no good; those before stay
     */
    public boolean renewCertificate() {
        return tls != null && tls.renew();
    }

    /**
     * Opens the port anew when one of its threads has died, which would answer nobody any more; what is under way on its
     * connections is cut. Opens ::1 too when it is free at last. To be called again and again: where it fails, the next call tries again.
     */
    public synchronized void keepServed() {
        if (draining.get() || paused) {
            return;
        }
        if (sockets.areServed()) {
            accept(Duration.ZERO);
            return;
        }
        LOG.log(Level.ERROR, "A thread of the API's port " + port + " has died; the port is opened anew.");
        sockets.abandon();
        try {
            sockets = bind(port);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The API's port " + port + " could not be opened anew", e);
        }
    }

    /** Frees the port for another; connections stay and are answered. */
    public synchronized void pause() {
        paused = true;
        sockets.stopAccepting();
    }

    /** Accepts again after {@link #pause}, within {@link #RELEASE}; where the port is not free yet, {@link #keepServed} does it. */
    public synchronized void resume() {
        paused = false;
        accept(RELEASE);
    }

    private void accept(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                sockets.accept();
                return;
            } catch (IOException e) {
                if (System.nanoTime() >= deadline) {
                    LOG.log(Level.WARNING, "The API's port " + port + " could not be opened again yet", e);
                    return;
                }
                LockSupport.parkNanos(RELEASE_LOOK.toNanos());
            }
        }
    }

    /**
     * Stops accepting and gives requests in flight their grace. A second call returns at once.
     *
     * @return whether all have ended
     */
    public boolean drain() {
        if (!draining.compareAndSet(false, true)) {
            return false;
        }
        synchronized (this) {
            sockets.stopAccepting();
        }
        return dispatcher.drain();
    }

    /** {@link #drain Drains}, then interrupts and cuts what is left. May be called twice. */
    @Override
    public void close() {
        // A socket of a worker that has ended cannot be closed again: the call would wait for that worker for ever.
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        drain();
        dispatcher.stop();
        opener.closeConnections();
        synchronized (this) {
            sockets.close();
        }
        buffers.close();
    }
}
