package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSourceChannel;

/** Reads a request's body, parking the thread while nothing is there. For one thread. */
final class ExchangeInput {

    private final HttpServerExchange exchange;
    private final Readiness readiness;

    /** Asked at the beginning: the server knows no more of it once the answer has begun. */
    private final boolean waitedFor;

    private @Nullable StreamSourceChannel channel;
    private boolean ended;

    ExchangeInput(HttpServerExchange exchange) {
        this.exchange = exchange;
        this.readiness = new Readiness(exchange);
        this.waitedFor = HttpContinue.requiresContinueResponse(exchange);
        this.ended = exchange.isRequestComplete();
    }

    /** Whether nothing more is to come. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the peer waits for our word before it sends (RFC 9110 section 10.1.1) and has not had it. */
    boolean isWaitedFor() {
        return waitedFor && channel == null;
    }

    /**
     * @param deadline in the terms of {@link System#nanoTime}
     * @return bytes read, at least 1; -1 at the end
     * @throws AppException {@code request_timeout} at the deadline; {@code bad_request} when the body breaks off or its
     *     chunks are malformed
     */
    int read(ByteBuffer target, long deadline) {
        try {
            StreamSourceChannel source = open(deadline);
            int count = source.read(target);
            while (count == 0) {
                awaitReadable(source, deadline);
                count = source.read(target);
            }
            ended = count < 0;
            return count;
        } catch (IOException e) {
            throw new AppException(
                    PlatformError.BAD_REQUEST, "The body broke off, or its chunks are malformed. Send it again.", e);
        }
    }

    private StreamSourceChannel open(long deadline) throws IOException {
        StreamSourceChannel open = channel;
        if (open != null) {
            return open;
        }
        if (HttpContinue.requiresContinueResponse(exchange)) {
            sendContinue(deadline);
        }
        StreamSourceChannel source = exchange.getRequestChannel();
        if (source == null) {
            throw new IOException("The request channel was taken already");
        }
        channel = source;
        return source;
    }

    private void sendContinue(long deadline) throws IOException {
        readiness.reset();
        HttpContinue.sendContinueResponse(exchange, new IoCallback() {
            @Override
            public void onComplete(HttpServerExchange done, Sender sender) {
                readiness.signal();
            }

            @Override
            public void onException(HttpServerExchange failed, Sender sender, IOException failure) {
                // The read that follows meets the same broken connection and reports it.
                readiness.signal();
            }
        });
        requireInTime(readiness.await(deadline - System.nanoTime()));
    }

    private void awaitReadable(StreamSourceChannel source, long deadline) throws IOException {
        readiness.reset();
        source.getReadSetter().set(ready -> {
            ready.suspendReads();
            readiness.signalAfterwards();
        });
        readiness.begin(source::resumeReads);
        boolean inTime = readiness.await(deadline - System.nanoTime());
        if (!inTime) {
            source.suspendReads();
        }
        requireInTime(inTime);
    }

    private static void requireInTime(boolean inTime) {
        if (!inTime) {
            throw new AppException(HttpError.REQUEST_TIMEOUT, "The body did not arrive in time. Send it again.");
        }
    }
}
