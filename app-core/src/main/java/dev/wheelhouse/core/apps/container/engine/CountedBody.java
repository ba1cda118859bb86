package dev.wheelhouse.core.apps.container.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** So many bytes of a stream, and no fewer. */
final class CountedBody extends InputStream {

    private final InputStream from;
    private long left;

    CountedBody(InputStream from, long length) {
        this.from = from;
        this.left = length;
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
        if (left <= 0) {
            return -1;
        }
        int read = from.read(to, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the answer broke off");
        }
        left -= read;
        return read;
    }
}
