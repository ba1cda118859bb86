package dev.wheelhouse.core.apps.container.engine;

import java.io.IOException;
import java.io.InputStream;

/** A body in chunks (RFC 9112 section 7.1); extensions and trailers are read over. */
final class ChunkedBody extends CountedBody {

    private static final int HEX = 16;

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
        if (begun && !HttpHead.line(from).isEmpty()) {
            throw new IOException("a chunk of the answer has no end");
        }
        begun = true;
        String size = HttpHead.line(from);
        int extension = size.indexOf(';');
        long length;
        try {
            length = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).strip(), HEX);
        } catch (NumberFormatException e) {
            throw new IOException("the length of a chunk of the answer is malformed", e);
        }
        if (length < 0) {
            throw new IOException("the length of a chunk of the answer is malformed");
        }
        if (length == 0) {
            ended = true;
            while (!HttpHead.line(from).isEmpty()) {
                // A trailer, which nothing here needs.
            }
        }
        return length;
    }
}
