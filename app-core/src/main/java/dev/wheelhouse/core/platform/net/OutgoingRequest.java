package dev.wheelhouse.core.platform.net;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request to another machine.
 *
 * @param method upper case
 * @param uri http(s), as {@link OutgoingTargets#parse} makes it
 * @param headers printable ASCII, names in any case; the host, the connection and the length are not among them
 * @param body empty for none; not changed later
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record OutgoingRequest(String method, URI uri, Map<String, String> headers, byte[] body, OutgoingLimits limits) {

    public OutgoingRequest {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        headers = Collections.unmodifiableMap(sorted);
    }

    public static OutgoingRequest get(URI uri) {
        return new OutgoingRequest("GET", uri, Map.of(), new byte[0], OutgoingLimits.STANDARD);
    }

    /** @param contentType of the body */
    public static OutgoingRequest post(URI uri, String contentType, byte[] body) {
        return new OutgoingRequest("POST", uri, Map.of("Content-Type", contentType), body, OutgoingLimits.STANDARD);
    }

    /** With one more header, or another value of it. */
    public OutgoingRequest with(String header, String value) {
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(header, value);
        return new OutgoingRequest(method, uri, more, body, limits);
    }

    public OutgoingRequest within(OutgoingLimits other) {
        return new OutgoingRequest(method, uri, headers, body, other);
    }

    /** As it goes over the wire, up to the body. */
    byte[] head(Endpoint endpoint) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("User-Agent", "wheelhouse");
        all.putAll(headers);
        if (body.length > 0 || method.startsWith("P")) {
            all.put("Content-Length", Integer.toString(body.length));
        }
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        String target = ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
        return HttpRequestHead.of(method, target, endpoint.authority(), all);
    }
}
