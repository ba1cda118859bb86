package dev.wheelhouse.ui.curl;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One call of the HTTP API.
 *
 * @param method such as {@code POST}
 * @param path below {@code /api/v1}, beginning with a slash; its segments are percent-encoded ({@link #segment})
 * @param query names and values, not encoded, in the order to send them
 * @param body JSON text; null for none
 */
public record CurlCommand(
        String method,
        String path,
        Map<String, String> query,
        @Nullable String body) {

    // Of the private use area: no text of a person holds them.
    static final String VARIABLE_BEGIN = "\uE0F1";
    static final String VARIABLE_END = "\uE0F2";

    public CurlCommand {
        query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    }

    public static CurlCommand get(String path) {
        return new CurlCommand("GET", path, Map.of(), null);
    }

    public static CurlCommand get(String path, Map<String, String> query) {
        return new CurlCommand("GET", path, query, null);
    }

    public static CurlCommand post(String path, String body) {
        return new CurlCommand("POST", path, Map.of(), body);
    }

    public static CurlCommand post(String path, CallBody body) {
        return post(path, body.json());
    }

    /** Without a body. */
    public static CurlCommand post(String path) {
        return new CurlCommand("POST", path, Map.of(), null);
    }

    public static CurlCommand patch(String path, CallBody body) {
        return new CurlCommand("PATCH", path, Map.of(), body.json());
    }

    public static CurlCommand put(String path, CallBody body) {
        return new CurlCommand("PUT", path, Map.of(), body.json());
    }

    public static CurlCommand delete(String path) {
        return new CurlCommand("DELETE", path, Map.of(), null);
    }

    /** The same with one more parameter. */
    public CurlCommand with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put(name, value);
        return new CurlCommand(method, path, more, body);
    }

    /**
     * Stands inside a JSON string of a body for a secret that is no part of the line: the shell reads it from a variable
     * when the line runs.
     *
     * @param name of the variable, upper case
     */
    public static String variable(String name) {
        return VARIABLE_BEGIN + name + VARIABLE_END;
    }

    /** A name as one segment of a path (RFC 3986 section 3.3). */
    public static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The path with its query, percent-encoded. */
    public String target() {
        if (query.isEmpty()) {
            return path;
        }
        return path
                + query.entrySet().stream()
                        .map(each -> segment(each.getKey()) + "=" + segment(each.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
