package dev.wheelhouse.core.platform.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Lines of a head or of a chunked body's frame, so many bytes of them and no more. For one thread. */
final class HttpLines {

    private final InputStream from;
    private int left;

    HttpLines(InputStream from, int mostBytes) {
        this.from = from;
        this.left = mostBytes;
    }

    /** A line without its end. */
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = from.read(); each != '\n'; each = from.read()) {
            if (each < 0) {
                throw new EOFException("the answer broke off");
            }
            if (left-- <= 0) {
                throw new IOException("the head of the answer is too long");
            }
            line.append((char) each);
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
