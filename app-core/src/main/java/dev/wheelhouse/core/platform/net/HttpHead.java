package dev.wheelhouse.core.platform.net;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The beginning of an answer (RFC 9112 sections 4 and 5).
 *
 * @param status 200..599
 * @param headers by lower-case name; several of one name are one with commas (RFC 9110 section 5.3)
 */
public record HttpHead(int status, Map<String, String> headers) {

    private static final int LARGEST = 64 << 10;
    private static final int INFORMATIONAL_END = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    /**
     * Reads the head of an answer and the informational ones before it.
     *
     * @throws IOException when these are malformed or have more than 64 KiB together
     */
    public static HttpHead read(InputStream from) throws IOException {
        HttpLines lines = new HttpLines(from, LARGEST);
        while (true) {
            HttpHead head = readOne(lines);
            if (head.status >= INFORMATIONAL_END) {
                return head;
            }
        }
    }

    private static HttpHead readOne(HttpLines lines) throws IOException {
        String[] words = lines.next().split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("what answers there does not speak HTTP");
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("a header of the answer is malformed");
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (first, second) -> first + ", " + second);
        }
        return new HttpHead(Integer.parseInt(words[1]), headers);
    }

    /** What of the stream behind the head is the answer's body (RFC 9112 section 6.3), for any method but HEAD. */
    public InputStream body(InputStream from) throws IOException {
        if (status == NO_CONTENT || status == NOT_MODIFIED) {
            return InputStream.nullInputStream();
        }
        String encoding = headers.get("transfer-encoding");
        if (encoding != null) {
            if (!encoding.equalsIgnoreCase("chunked")) {
                throw new IOException("the answer is encoded in a way that was not asked for");
            }
            return new ChunkedBody(from);
        }
        String length = headers.get("content-length");
        if (length == null) {
            return from;
        }
        if (!length.matches("[0-9]{1,18}")) {
            throw new IOException("the length of the answer is malformed");
        }
        return new CountedBody(from, Long.parseLong(length));
    }
}
