package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.RequestPipeline;
import dev.wheelhouse.core.platform.id.IdGenerator;
import io.undertow.UndertowOptions;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSourceChannel;

/** The sockets of the API: 127.0.0.1, and the same port on ::1 where there is one. Thread-safe. */
public final class HttpListener implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HttpListener.class.getName());

    private static final int BUFFER_SIZE = 16 * 1024;
    private static final int BUFFERS_KEPT = 256;
    private static final int IDLE_MILLIS = 75_000;

    /** The parser's own bound, above ours, so that a head somewhat too large is told so and not just cut. */
    private static final int PARSER_HEAD_BYTES = 64 * 1024;

    private final DirectBufferPool buffers;
    private final HttpOpenListener opener;
    private final RequestDispatcher dispatcher;
    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final int port;
    private ListeningSockets sockets;

    private HttpListener(int wantedPort, RequestDispatcher dispatcher, HttpLimits limits) throws IOException {
        this.dispatcher = dispatcher;
        this.buffers = new DirectBufferPool(BUFFER_SIZE, BUFFERS_KEPT);
        this.opener = new HttpOpenListener(buffers, serverOptions(limits));
        opener.setRootHandler(dispatcher);
        this.sockets = new ListeningSockets(wantedPort, this::open);
        this.port = sockets.port();
    }

    /**
     * Binds and starts to answer.
     *
     * @param port 0 for a free one
     * @param requests makes the thread of each request; virtual threads
     * @throws IOException when the port is taken or may not be bound
     */
    public static HttpListener start(
            int port, RequestPipeline pipeline, HttpLimits limits, Executor requests, IdGenerator ids)
            throws IOException {
        return new HttpListener(port, new RequestDispatcher(pipeline, limits, requests, ids), limits);
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

    /**
     * Opens the port anew when one of its threads has died, which would answer nobody any more; what is under way on its
     * connections is cut. To be called again and again: where it fails, the next call tries again.
     */
    public synchronized void keepServed() {
        if (draining.get() || sockets.areServed()) {
            return;
        }
        LOG.log(Level.ERROR, "A thread of the API's port " + port + " has died; the port is opened anew.");
        sockets.abandon();
        try {
            sockets = new ListeningSockets(port, this::open);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The API's port " + port + " could not be opened anew", e);
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
