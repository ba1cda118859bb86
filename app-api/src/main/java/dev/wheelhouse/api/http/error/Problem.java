package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.RetryAfter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem document (RFC 9457) and the headers that go with it.
 *
 * @param status HTTP status
 * @param code wire name of the cause
 * @param members all members of the document in order, the standard ones first
 * @param headers headers the status asks for, such as {@code Retry-After} (seconds)
 */
public record Problem(int status, String code, Map<String, Object> members, Map<String, String> headers) {

    public static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(ProblemCatalog.Row row, String detail, String instance, ErrorDetails details) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", row.type());
        members.put("title", row.title());
        members.put("status", row.status());
        members.put("code", row.code());
        members.put("detail", detail);
        members.put("instance", instance);
        details.attributes().forEach(members::putIfAbsent);
        return new Problem(row.status(), row.code(), members, headers(row, details));
    }

    private static Map<String, String> headers(ProblemCatalog.Row row, ErrorDetails details) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (row.status() == 401) {
            headers.put("WWW-Authenticate", "Bearer");
        }
        if (row.status() == 503) {
            headers.put("Retry-After", row.code().equals("busy") ? "1" : "5");
        }
        if (details instanceof RetryAfter(long seconds)) {
            headers.put("Retry-After", Long.toString(seconds));
        }
        if (details instanceof CarriesHeaders own) {
            headers.putAll(own.headers());
        }
        return headers;
    }
}
