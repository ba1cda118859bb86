package dev.wheelhouse.api.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which part of a list is asked for.
 *
 * @param limit how many at most, 1..200
 * @param cursor where to go on, as an earlier page gave it; opaque
 */
public record Paging(int limit, Optional<String> cursor) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 200;
    private static final int MAX_CURSOR = 1_000;

    /** Of a route with {@link Route#withPaging()}. */
    public static Paging of(Request request) {
        return new Paging(request.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT), request.text("cursor", MAX_CURSOR));
    }

    /** The answer with a {@code Link} to the next page (RFC 8288), if there is one. */
    public static Response withNext(Response response, Request request, Optional<String> nextCursor) {
        return nextCursor
                .map(cursor -> response.withHeader("Link", "<" + nextPage(request, cursor) + ">; rel=\"next\""))
                .orElse(response);
    }

    private static String nextPage(Request request, String cursor) {
        Map<String, String> query = new LinkedHashMap<>(request.queryValues());
        query.put("cursor", cursor);
        return request.path() + "?"
                + query.entrySet().stream()
                        .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                        .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
