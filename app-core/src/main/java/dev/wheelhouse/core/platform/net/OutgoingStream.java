package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** An answer whose body is read as it comes; closing it ends its connection. For one thread, whose interrupt ends it too. */
public final class OutgoingStream extends InputStream {

    private final Exchange exchange;
    private final Endpoint endpoint;
    private final OutgoingLimits limits;
    private final Duration idle;
    private final HttpHead head;
    private final InputStream body;

    /** @param idle how long the server may send nothing */
    OutgoingStream(
            Exchange exchange,
            Endpoint endpoint,
            OutgoingLimits limits,
            Duration idle,
            Socket socket,
            InputStream input)
            throws IOException {
        this.exchange = exchange;
        this.endpoint = endpoint;
        this.limits = limits;
        this.idle = idle;
        socket.setSoTimeout((int) idle.toMillis());
        try {
            this.head = HttpHead.read(input);
        } catch (SocketTimeoutException e) {
            throw silence(e);
        }
        this.body = head.body(input);
    }

    private AppException silence(SocketTimeoutException e) {
        return new AppException(
                PlatformError.UPSTREAM_TIMEOUT,
                endpoint.authority() + " sent nothing for " + OutgoingFailures.seconds(idle) + ".",
                e);
    }

    /** 200..599; a redirect is an answer like any other. */
    public int status() {
        return head.status();
    }

    /** The headers of the answer, as in {@link HttpHead#headers}. */
    public HttpHead head() {
        return head;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * @throws AppException {@code upstream_failed} and {@code upstream_timeout} with words that name the host; {@code
     *     cancelled} when the calling thread is interrupted
     */
    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return body.read(to, offset, length);
        } catch (SocketTimeoutException e) {
            throw silence(e);
        } catch (IOException e) {
            throw OutgoingFailures.of(endpoint, limits, exchange.isTimedOut(), e);
        }
    }

    @Override
    public void close() {
        exchange.close();
    }
}
