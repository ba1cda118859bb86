package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.RequestHead;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Copies a request's head out of the server's own objects, undecoded. */
final class HeadReader {

    private HeadReader() {}

    static RequestHead read(HttpServerExchange exchange, String id) {
        Map<String, List<String>> headers = new HashMap<>();
        for (HeaderValues values : exchange.getRequestHeaders()) {
            headers.put(values.getHeaderName().toString().toLowerCase(Locale.ROOT), List.copyOf(values));
        }
        String target = exchange.getRequestURI();
        Optional<String> authority = Optional.empty();
        if (exchange.isHostIncludedInRequestURI()) {
            int start = target.indexOf("//") + 2;
            int slash = target.indexOf('/', start);
            int end = slash < 0 ? target.length() : slash;
            authority = Optional.of(target.substring(start, end));
            target = slash < 0 ? "/" : target.substring(slash);
        }
        return new RequestHead(
                exchange.getRequestMethod().toString(),
                target,
                exchange.getQueryString(),
                authority,
                headers,
                id,
                address(exchange),
                exchange.isSecure());
    }

    private static String address(HttpServerExchange exchange) {
        InetAddress address = exchange.getSourceAddress().getAddress();
        return address == null ? exchange.getSourceAddress().getHostString() : address.getHostAddress();
    }
}
