package dev.wheelhouse.api.http.transport;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSinkChannel;

/** Writes an answer's body, parking the thread while the reader is slow. For one thread. */
final class ExchangeOutput {

    /**
     * Bytes handed to the socket at once. The JDK copies heap bytes into a direct buffer of the same size and keeps that,
     * so a 10 MB write would cost 10 MB for good.
     */
    private static final int WINDOW = 64 * 1024;

    private static final int MAX_BUFFERS = 64;

    private final HttpServerExchange exchange;
    private final Duration timeout;
    private final Readiness readiness;
    private @Nullable StreamSinkChannel channel;

    ExchangeOutput(HttpServerExchange exchange, Duration timeout) {
        this.exchange = exchange;
        this.readiness = new Readiness(exchange);
        this.timeout = timeout;
    }

    /** @throws IOException when the peer is gone or takes nothing for too long */
    void write(List<ByteBuffer> chunks) throws IOException {
        Deque<ByteBuffer> rest = new ArrayDeque<>();
        chunks.stream()
                .filter(ByteBuffer::hasRemaining)
                .map(ByteBuffer::duplicate)
                .forEach(rest::add);
        while (!rest.isEmpty()) {
            writeFully(window(rest));
        }
    }

    private static ByteBuffer[] window(Deque<ByteBuffer> rest) {
        List<ByteBuffer> window = new ArrayList<>();
        int room = WINDOW;
        while (room > 0 && window.size() < MAX_BUFFERS && !rest.isEmpty()) {
            ByteBuffer next = rest.getFirst();
            if (next.remaining() <= room) {
                window.add(rest.removeFirst());
                room -= next.remaining();
                continue;
            }
            window.add(next.slice(next.position(), room));
            next.position(next.position() + room);
            room = 0;
        }
        return window.toArray(ByteBuffer[]::new);
    }

    void write(ByteBuffer bytes) throws IOException {
        writeFully(new ByteBuffer[] {bytes});
    }

    private void writeFully(ByteBuffer[] window) throws IOException {
        StreamSinkChannel sink = open();
        int first = 0;
        while (first < window.length) {
            if (!window[first].hasRemaining()) {
                first++;
            } else if (sink.write(window, first, window.length - first) == 0) {
                awaitWritable(sink);
            }
        }
    }

    /** Pushes out what the channel itself holds back. */
    void flush() throws IOException {
        StreamSinkChannel sink = open();
        while (!sink.flush()) {
            awaitWritable(sink);
        }
    }

    /** Ends the body and waits until all of it is with the operating system. */
    void finish() throws IOException {
        StreamSinkChannel sink = open();
        sink.shutdownWrites();
        while (!sink.flush()) {
            awaitWritable(sink);
        }
    }

    private StreamSinkChannel open() throws IOException {
        StreamSinkChannel open = channel;
        if (open != null) {
            return open;
        }
        StreamSinkChannel sink = exchange.getResponseChannel();
        if (sink == null) {
            throw new IOException("The response channel was taken already");
        }
        channel = sink;
        return sink;
    }

    private void awaitWritable(StreamSinkChannel sink) throws IOException {
        readiness.reset();
        sink.getWriteSetter().set(ready -> {
            ready.suspendWrites();
            readiness.signalAfterwards();
        });
        readiness.begin(sink::resumeWrites);
        if (!readiness.await(timeout.toNanos())) {
            sink.suspendWrites();
            throw new IOException("The peer has taken nothing for " + timeout.toSeconds() + " s");
        }
    }
}
