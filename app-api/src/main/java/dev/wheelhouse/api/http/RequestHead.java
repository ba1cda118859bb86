package dev.wheelhouse.api.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything of a request before its body, undecoded.
 *
 * @param method as sent
 * @param path as sent, with its escapes
 * @param query as sent, without the question mark; empty for none
 * @param authority host and port out of an absolute-form target (RFC 9112 section 3.2.2); empty for the usual form
 * @param headers values by lower-case name, in the order received
 * @param id our own name for the request
 * @param address the peer's address
 * @param secure whether it came over TLS
 */
public record RequestHead(
        String method,
        String path,
        String query,
        Optional<String> authority,
        Map<String, List<String>> headers,
        String id,
        String address,
        boolean secure) {

    /** All values of a header; empty when it was not sent. */
    public List<String> headerValues(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headerValues(name).stream().findFirst();
    }
}
