package dev.wheelhouse.core.apps.container.engine;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a request's body in chunks (RFC 9112 section 7.1); without {@link #finish} it has no end. For one thread. */
final class ChunkedOutput extends FilterOutputStream {

    private static final int CHUNK_BYTES = 32 << 10;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final byte[] held = new byte[CHUNK_BYTES];
    private int count;

    ChunkedOutput(OutputStream to) {
        super(to);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int at = from;
        int left = length;
        while (left > 0) {
            int now = Math.min(left, held.length - count);
            System.arraycopy(bytes, at, held, count, now);
            count += now;
            at += now;
            left -= now;
            if (count == held.length) {
                send();
            }
        }
    }

    private void send() throws IOException {
        if (count > 0) {
            out.write(Integer.toHexString(count).getBytes(StandardCharsets.US_ASCII));
            out.write(LINE_END);
            out.write(held, 0, count);
            out.write(LINE_END);
            count = 0;
        }
    }

    /** Sends the rest, and that nothing follows. */
    void finish() throws IOException {
        send();
        out.write('0');
        out.write(LINE_END);
        out.write(LINE_END);
        out.flush();
    }

    /** What it writes to stays open. */
    @Override
    public void close() {
        // Its connection is closed with the answer.
    }
}
