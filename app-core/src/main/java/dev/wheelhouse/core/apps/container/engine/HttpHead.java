package dev.wheelhouse.core.apps.container.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The beginning of an answer (RFC 9112 sections 4 and 5).
 *
 * @param headers by lower-case name; of several with one name the last
 */
record HttpHead(int status, Map<String, String> headers) {

    private static final int LONGEST_LINE = 16 << 10;
    private static final int MOST_HEADERS = 200;
    private static final int INFORMATIONAL_END = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    static HttpHead read(InputStream from) throws IOException {
        while (true) {
            HttpHead head = readOne(from);
            if (head.status >= INFORMATIONAL_END) {
                return head;
            }
        }
    }

    private static HttpHead readOne(InputStream from) throws IOException {
        String[] words = line(from).split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("what answers there does not speak HTTP");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(from); !line.isEmpty(); line = line(from)) {
            int colon = line.indexOf(':');
            if (colon < 1 || headers.size() >= MOST_HEADERS) {
                throw new IOException("a header of the answer is malformed");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new HttpHead(Integer.parseInt(words[1]), headers);
    }

    /** A line without its end. */
    static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = from.read(); each != '\n'; each = from.read()) {
            if (each < 0) {
                throw new EOFException("the answer broke off");
            }
            if (line.length() >= LONGEST_LINE) {
                throw new IOException("a line of the answer is too long");
            }
            line.append((char) each);
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** What of the stream behind the head is the answer's body (RFC 9112 section 6.3). */
    InputStream body(InputStream from) throws IOException {
        if (status == NO_CONTENT || status == NOT_MODIFIED) {
            return InputStream.nullInputStream();
        }
        if (headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .contains("chunked")) {
            return new ChunkedBody(from);
        }
        String length = headers.get("content-length");
        if (length == null) {
            return from;
        }
        try {
            return new CountedBody(from, Long.parseLong(length));
        } catch (NumberFormatException e) {
            throw new IOException("the length of the answer is malformed", e);
        }
    }
}
