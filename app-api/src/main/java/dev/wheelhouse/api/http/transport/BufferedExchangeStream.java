package dev.wheelhouse.api.http.transport;

import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a streaming handler writes into: gathers small writes, sends when the buffer is full or on {@link #flush}. Until
 * then nothing has left, and the answer may still become another one. For one thread.
 */
final class BufferedExchangeStream extends OutputStream {

    private final ExchangeOutput output;
    private final PooledByteBuffer lease;
    private final ByteBuffer buffer;
    private @Nullable IOException failure;
    private boolean closed;

    BufferedExchangeStream(ExchangeOutput output, PooledByteBuffer lease) {
        this.output = output;
        this.lease = lease;
        this.buffer = lease.getBuffer();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        requireOpen();
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (!buffer.hasRemaining()) {
                sendBuffer();
            }
            int count = Math.min(buffer.remaining(), end - at);
            buffer.put(source, at, count);
            at += count;
        }
    }

    @Override
    public void flush() throws IOException {
        requireOpen();
        sendBuffer();
        try {
            output.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Only ends what the handler may write; the answer is finished by the caller of the handler. */
    @Override
    public void close() {
        closed = true;
    }

    /** Sends what is left. */
    void sendRest() throws IOException {
        IOException earlier = failure;
        if (earlier != null) {
            throw earlier;
        }
        sendBuffer();
    }

    /** Why the connection failed, if it did: then the handler's own exception is only the echo of it. */
    boolean hasFailed() {
        return failure != null;
    }

    void release() {
        closed = true;
        lease.close();
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("The stream is closed");
        }
        IOException earlier = failure;
        if (earlier != null) {
            throw new IOException("The connection failed earlier", earlier);
        }
    }

    private void sendBuffer() throws IOException {
        buffer.flip();
        try {
            if (buffer.hasRemaining()) {
                output.write(buffer);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        } finally {
            buffer.clear();
        }
    }
}
