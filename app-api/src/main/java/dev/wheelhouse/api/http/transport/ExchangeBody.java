package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.RequestBody;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import io.undertow.server.HttpServerExchange;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.IntConsumer;

/** The body of one exchange, within limits of size and time. */
final class ExchangeBody implements RequestBody {

    private static final int WINDOW = 16 * 1024;

    private final HttpServerExchange exchange;
    private final ExchangeInput input;
    private final Duration timeout;
    private final long startedAt;

    /** @param startedAt when the request began, in the terms of {@link System#nanoTime} */
    ExchangeBody(HttpServerExchange exchange, ExchangeInput input, Duration timeout, long startedAt) {
        this.exchange = exchange;
        this.input = input;
        this.timeout = timeout;
        this.startedAt = startedAt;
    }

    @Override
    public boolean isPresent() {
        return !input.isEnded();
    }

    @Override
    public void requireAnnouncedWithin(long maxBytes) {
        requireFits(exchange.getRequestContentLength(), maxBytes);
    }

    @Override
    public byte[] readAll(int maxBytes, IntConsumer arrived) {
        requireAnnouncedWithin(maxBytes);
        long announced = exchange.getRequestContentLength();
        long deadline = startedAt + timeout.toNanos();
        // What is announced is not yet sent: a hundred callers that announce a megabyte must not cost that much.
        ByteArrayOutputStream all = new ByteArrayOutputStream(Math.clamp(announced, 0, WINDOW));
        ByteBuffer window = ByteBuffer.allocate((int) (announced < 0 ? WINDOW : Math.min(announced + 1, WINDOW)));
        while (input.read(window.clear(), deadline) >= 0) {
            all.write(window.array(), 0, window.position());
            requireFits(all.size(), maxBytes);
            arrived.accept(all.size());
        }
        return all.toByteArray();
    }

    @Override
    public InputStream open(long maxBytes) {
        return new BodyInputStream(maxBytes);
    }

    private static void requireFits(long size, long maxBytes) {
        if (size > maxBytes) {
            throw new AppException(
                    PlatformError.PAYLOAD_TOO_LARGE, "The body is larger than " + maxBytes + " bytes. Send less.");
        }
    }

    /** For one thread. */
    private final class BodyInputStream extends InputStream {

        private final long maxBytes;
        private long count;

        BodyInputStream(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            if (input.isEnded()) {
                return -1;
            }
            ByteBuffer window = ByteBuffer.wrap(target, offset, Math.min(length, 4 * WINDOW));
            int read = input.read(window, System.nanoTime() + timeout.toNanos());
            count += Math.max(0, read);
            requireFits(count, maxBytes);
            return read;
        }
    }
}
