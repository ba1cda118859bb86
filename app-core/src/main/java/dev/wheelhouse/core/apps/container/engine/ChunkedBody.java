package dev.wheelhouse.core.apps.container.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body in chunks (RFC 9112 section 7.1); extensions and trailers are read over. */
final class ChunkedBody extends InputStream {

    private static final int HEX = 16;

    private final InputStream from;
    private long left;
    private boolean begun;
    private boolean ended;

    ChunkedBody(InputStream from) {
        this.from = from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            // Whoever has all that it wanted must not wait for more.
            return 0;
        }
        if (left == 0 && !nextChunk()) {
            return -1;
        }
        int read = from.read(to, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the answer broke off");
        }
        left -= read;
        return read;
    }

    /** Only what can be read without waiting, so that a buffer around this passes on what has come. */
    @Override
    public int available() throws IOException {
        return left == 0 ? 0 : (int) Math.min(left, from.available());
    }

    private boolean nextChunk() throws IOException {
        if (ended) {
            return false;
        }
        if (begun && !HttpHead.line(from).isEmpty()) {
            throw new IOException("a chunk of the answer has no end");
        }
        begun = true;
        String size = HttpHead.line(from);
        int extension = size.indexOf(';');
        try {
            left = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).strip(), HEX);
        } catch (NumberFormatException e) {
            throw new IOException("the length of a chunk of the answer is malformed", e);
        }
        if (left < 0) {
            throw new IOException("the length of a chunk of the answer is malformed");
        }
        if (left == 0) {
            ended = true;
            while (!HttpHead.line(from).isEmpty()) {
                // A trailer, which nothing here needs.
            }
        }
        return !ended;
    }
}
