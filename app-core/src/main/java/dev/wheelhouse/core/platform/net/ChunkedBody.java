package dev.wheelhouse.core.platform.net;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;

/** A body in chunks (RFC 9112 section 7.1); extensions and trailers are read over. */
final class ChunkedBody extends CountedBody {

    private static final int LONGEST_LINE = 16 << 10;

    private boolean begun;
    private boolean ended;

    ChunkedBody(InputStream from) {
        super(from, 0);
    }

    /** Only what can be read without waiting, so that a buffer around this passes on what has come. */
    @Override
    public int available() throws IOException {
        return (int) Math.min(left(), from.available());
    }

    @Override
    long more() throws IOException {
        if (ended) {
            return 0;
        }
        if (begun && !line().isEmpty()) {
            throw new IOException("a chunk of the answer has no end");
        }
        begun = true;
        String size = line();
        int extension = size.indexOf(';');
        long length;
        try {
            length = HexFormat.fromHexDigitsToLong((extension < 0 ? size : size.substring(0, extension)).strip());
        } catch (IllegalArgumentException e) {
            throw new IOException("the length of a chunk of the answer is malformed", e);
        }
        if (length < 0) {
            throw new IOException("the length of a chunk of the answer is malformed");
        }
        if (length == 0) {
            ended = true;
            HttpLines trailers = new HttpLines(from, LONGEST_LINE);
            while (!trailers.next().isEmpty()) {
                // Nothing here needs them.
            }
        }
        return length;
    }

    private String line() throws IOException {
        return new HttpLines(from, LONGEST_LINE).next();
    }
}
