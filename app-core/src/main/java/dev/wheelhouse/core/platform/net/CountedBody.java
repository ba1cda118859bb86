package dev.wheelhouse.core.platform.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** So many bytes of a stream, and no fewer. */
class CountedBody extends InputStream {

    /** Behind what was read already. */
    final InputStream from;

    private long left;

    CountedBody(InputStream from, long length) {
        this.from = from;
        this.left = length;
    }

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            // Whoever has all that it wanted must not wait for more.
            return 0;
        }
        if (left <= 0) {
            left = more();
            if (left <= 0) {
                return -1;
            }
        }
        int read = from.read(to, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the answer broke off");
        }
        left -= read;
        return read;
    }

    /** How many more bytes there are once these were read; 0 at the end. */
    long more() throws IOException {
        return 0;
    }

    /** How many of these are still to be read. */
    final long left() {
        return left;
    }
}
