package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Requests that the console makes on a caller's behalf. A name is looked up once; what it resolves to is judged by
 * {@link OutgoingTargets} and is what is connected to, while TLS still asks for and verifies the name. Redirects are
 * not followed, proxies not used, and each request has a connection of its own. Thread-safe; an interrupt ends a request.
 */
public final class OutgoingRequests {

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private static final int BUFFER_BYTES = 16 << 10;

    private final OutgoingTargets targets;
    private final Workers workers;
    private final Network network;

    /** What a test puts in place of the real one. */
    record Network(AddressResolver resolver, Connector connector, Supplier<SSLContext> tls) {}

    /** Connects a socket; the limit in milliseconds. */
    @FunctionalInterface
    interface Connector {
        void connect(Socket socket, InetSocketAddress address, int limit) throws IOException;
    }

    OutgoingRequests(OutgoingTargets targets, Workers workers, Network network) {
        this.targets = targets;
        this.workers = workers;
        this.network = network;
    }

    /** @param privateHosts names or addresses that may be private, asked for at every request */
    public OutgoingRequests(Supplier<? extends Collection<String>> privateHosts, Workers workers) {
        this(
                new OutgoingTargets(privateHosts),
                workers,
                new Network(AddressResolver.SYSTEM, Socket::connect, OutgoingRequests::systemTls));
    }

    /** TLS that trusts what this Java trusts. */
    public static SSLContext systemTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no TLS", e);
        }
    }

    /**
     * Sends a request and waits for the whole answer, whatever its status.
     *
     * @param path of the field that the address comes from
     * @throws AppException {@code validation_failed} on the field for a private host that the settings do not name;
     *     {@code upstream_failed} and {@code upstream_timeout} with words that name the host; {@code cancelled} when the
     *     calling thread is interrupted
     */
    public OutgoingAnswer send(String path, OutgoingRequest request) {
        return send(path, request, OutgoingRequests::whole);
    }

    /**
     * As {@link #send}, for an answer that its head decides: its body is cut at the largest that the limits let, and a body
     * that breaks off, never ends or is malformed is what came of it.
     */
    public OutgoingAnswer sendForBeginning(String path, OutgoingRequest request) {
        return send(path, request, OutgoingRequests::beginning);
    }

    /**
     * As {@link #sendForBeginning}, over a way to the host that somebody else has made, such as a forwarded port: which
     * addresses are private here says nothing about the host there.
     *
     * @param way where the host answers on this machine
     */
    public OutgoingAnswer sendThrough(InetSocketAddress way, String path, OutgoingRequest request) {
        return send(path, request, OutgoingRequests::beginning, (exchange, endpoint) -> {
            Socket socket = SocketChannel.open().socket();
            exchange.awaits(socket);
            network.connector()
                    .connect(socket, way, (int) request.limits().connect().toMillis());
            return socket;
        });
    }

    /** Connects to the host of a request. */
    @FunctionalInterface
    private interface Way {
        Socket connected(Exchange exchange, Endpoint endpoint) throws IOException;
    }

    /** Reads a body. */
    @FunctionalInterface
    private interface BodyReader {
        byte[] read(HttpHead head, InputStream input, int most) throws IOException;
    }

    private OutgoingAnswer send(String path, OutgoingRequest request, BodyReader reader) {
        return send(path, request, reader, looked(path, request));
    }

    /** The way to where the host's name leads, as far as requests may go there. */
    private Way looked(String path, OutgoingRequest request) {
        return (exchange, endpoint) -> {
            List<InetAddress> addresses = targets.addresses(path, endpoint.host(), name -> lookUp(exchange, name));
            return connected(exchange, endpoint, addresses, request.limits());
        };
    }

    private OutgoingAnswer send(String path, OutgoingRequest request, BodyReader reader, Way way) {
        Endpoint endpoint = Endpoint.of(path, request.uri());
        byte[] head = request.head(endpoint);
        try (Exchange exchange = new Exchange(workers, request.limits().total())) {
            try {
                Socket socket = sent(request, endpoint, head, exchange, way);
                return answer(request, new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES), reader);
            } catch (IOException e) {
                throw OutgoingFailures.of(endpoint, request.limits(), exchange.isTimedOut(), e);
            }
        }
    }

    /**
     * As {@link #send}, for an answer that is read as it comes, of any length: the limits' largest answer does not hold, their
     * total does.
     *
     * @param idle how long the server may send nothing, from the request on; 1 ms or more
     * @return to be closed, whatever its status
     */
    public OutgoingStream open(String path, OutgoingRequest request, Duration idle) {
        Endpoint endpoint = Endpoint.of(path, request.uri());
        byte[] head = request.head(endpoint);
        Exchange exchange = new Exchange(workers, request.limits().total());
        boolean opened = false;
        try {
            Socket socket = sent(request, endpoint, head, exchange, looked(path, request));
            InputStream input = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
            OutgoingStream stream = new OutgoingStream(exchange, endpoint, request.limits(), idle, socket, input);
            opened = true;
            return stream;
        } catch (IOException e) {
            throw OutgoingFailures.of(endpoint, request.limits(), exchange.isTimedOut(), e);
        } finally {
            if (!opened) {
                exchange.close();
            }
        }
    }

    private Socket sent(OutgoingRequest request, Endpoint endpoint, byte[] head, Exchange exchange, Way way)
            throws IOException {
        Socket socket = secured(endpoint, way.connected(exchange, endpoint));
        OutputStream output = socket.getOutputStream();
        if (!READING.contains(request.method())) {
            Effects.current().note();
        }
        output.write(head);
        output.write(request.body());
        output.flush();
        return socket;
    }

    /**
     * Refuses an address that nothing may be sent to; sends nothing. A name that does not resolve now may later.
     *
     * @param path of the field that the address comes from
     * @throws AppException {@code validation_failed} on the field for a private host that the settings do not name
     */
    public void check(String path, URI uri) {
        Endpoint endpoint = Endpoint.of(path, uri);
        try (Exchange exchange = new Exchange(workers, OutgoingLimits.STANDARD.connect())) {
            targets.addresses(path, endpoint.host(), name -> lookUp(exchange, name));
        } catch (IOException _) {
            // Told when something is sent there.
        }
    }

    /** Whether the settings name the host of an address as one that may be private. */
    public boolean isAllowedByName(URI uri) {
        return targets.isAllowed(Endpoint.of("url", uri).host());
    }

    private static OutgoingAnswer answer(OutgoingRequest request, InputStream input, BodyReader reader)
            throws IOException {
        HttpHead head = HttpHead.read(input);
        byte[] body = request.method().equals("HEAD")
                ? new byte[0]
                : reader.read(head, input, request.limits().largestAnswer());
        return new OutgoingAnswer(head.status(), head.headers(), body);
    }

    private static byte[] whole(HttpHead head, InputStream input, int most) throws IOException {
        InputStream body = head.body(input);
        byte[] bytes = body.readNBytes(most);
        if (bytes.length == most && body.read() >= 0) {
            throw new IOException("the answer has more than " + most + " bytes");
        }
        return bytes;
    }

    private static byte[] beginning(HttpHead head, InputStream input, int most) {
        byte[] bytes = new byte[most];
        int length = 0;
        try {
            InputStream body = head.body(input);
            for (int read = 0; read >= 0 && length < most; length += Math.max(0, read)) {
                read = body.read(bytes, length, most - length);
            }
        } catch (IOException _) {
            // The head said what there was to know.
        }
        return Arrays.copyOf(bytes, length);
    }

    /** On a thread of its own, since nothing ends a look-up but its own time limit. */
    private List<InetAddress> lookUp(Exchange exchange, String name) throws IOException {
        FutureTask<List<InetAddress>> task =
                new FutureTask<>(() -> network.resolver().resolve(name));
        exchange.awaits(() -> task.cancel(true));
        workers.start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("A name could not be looked up", e);
        } catch (CancellationException e) {
            throw new IOException("the time is over", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("cancelled");
        }
    }

    private Socket connected(Exchange exchange, Endpoint endpoint, List<InetAddress> addresses, OutgoingLimits limits)
            throws IOException {
        IOException first = null;
        for (InetAddress address : addresses) {
            Socket socket = SocketChannel.open().socket();
            exchange.awaits(socket);
            try {
                network.connector().connect(socket, new InetSocketAddress(address, endpoint.port()), (int)
                        limits.connect().toMillis());
                return socket;
            } catch (IOException e) {
                first = first == null ? e : first;
                if (Thread.currentThread().isInterrupted() || exchange.isTimedOut()) {
                    break;
                }
            }
        }
        throw first == null ? new IOException("it has no address") : first;
    }

    private Socket secured(Endpoint endpoint, Socket socket) throws IOException {
        if (!endpoint.secure()) {
            return socket;
        }
        String host = endpoint.host().text();
        SSLSocket secure =
                (SSLSocket) network.tls().get().getSocketFactory().createSocket(socket, host, endpoint.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (endpoint.host().literal() == null) {
            parameters.setServerNames(List.of(new SNIHostName(host.getBytes(StandardCharsets.US_ASCII))));
        }
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }
}
