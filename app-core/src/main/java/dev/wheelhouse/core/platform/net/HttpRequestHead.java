package dev.wheelhouse.core.platform.net;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** The beginning of a request (RFC 9112 sections 3 and 5) whose connection serves no other. */
public final class HttpRequestHead {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern TARGET = Pattern.compile("[!-~]+");
    private static final Pattern VALUE = Pattern.compile("[\\t -~]*");

    private HttpRequestHead() {}

    /**
     * @param target path and query, encoded
     * @param host as the header of that name takes it
     * @param headers further ones
     * @throws IllegalArgumentException for a character that would end what it stands in
     */
    public static byte[] of(String method, String target, String host, Map<String, String> headers) {
        StringBuilder head = new StringBuilder();
        head.append(checked(TOKEN, method))
                .append(' ')
                .append(checked(TARGET, target))
                .append(" HTTP/1.1\r\nHost: ")
                .append(checked(TARGET, host))
                .append("\r\nConnection: close\r\n");
        headers.forEach((name, value) -> head.append(checked(TOKEN, name))
                .append(": ")
                .append(checked(VALUE, value))
                .append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The text itself is not repeated: it may be a secret. */
    private static String checked(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("A part of a request has characters that it cannot have");
        }
        return text;
    }
}
