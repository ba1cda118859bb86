package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.BodyRule;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.HttpMethod;
import dev.wheelhouse.api.http.MediaTypes;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.core.platform.caller.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Walks a started server's route table and proves the guards of every route. */
public final class GuardWalk {

    private final int port;
    private final List<Route> routes;
    private final String ownerToken;
    private final Function<Scope, String> tokenWithout;
    private final List<String> failures = new ArrayList<>();

    /**
     * @param ownerToken a valid token with every scope
     * @param tokenWithout a valid token with every scope but one
     */
    public GuardWalk(int port, List<Route> routes, String ownerToken, Function<Scope, String> tokenWithout) {
        this.port = port;
        this.routes = routes;
        this.ownerToken = ownerToken;
        this.tokenWithout = tokenWithout;
    }

    /** Fails with every hole found, not only the first. */
    public void prove() throws IOException {
        assertThat(routes).isNotEmpty();
        for (Route route : routes) {
            if (route.access() instanceof Access.Signed) {
                continue;
            }
            proveHead(route);
            proveAccess(route);
            if (route.method() != HttpMethod.GET) {
                proveBody(route);
            }
        }
        assertThat(failures).as("Holes in the guards").isEmpty();
    }

    private void proveHead(Route route) throws IOException {
        String owner = bearer(ownerToken);
        expect(403, "host_rejected", route, "a foreign Host", ask(route, "Host: evil.example\r\n" + owner));
        String own = "Host: 127.0.0.1:" + port + "\r\n" + owner;
        expect(403, "origin_rejected", route, "a foreign Origin", ask(route, own + "Origin: http://evil.example\r\n"));
        expect(403, "origin_rejected", route, "a cross-site fetch", ask(route, own + "Sec-Fetch-Site: cross-site\r\n"));
    }

    private void proveAccess(Route route) throws IOException {
        String host = "Host: localhost\r\n";
        if (route.access() instanceof Access.Open) {
            return;
        }
        expect(401, "unauthenticated", route, "no credential", ask(route, host));
        // Few failures a minute are let pass from one address.
        int number = routes.indexOf(route);
        String from = "127.9." + number / 250 + "." + (number % 250 + 1);
        RawAnswer unknown = RawHttp.exchange(port, from, request(route, host + bearer("whk_nobody")));
        expect(401, "unauthenticated", route, "an unknown token", unknown);
        if (route.access() instanceof Access.Scoped(Scope scope)) {
            RawAnswer answer = ask(route, host + bearer(tokenWithout.apply(scope)));
            expect(403, "insufficient_scope", route, "a key with every other scope", answer);
        }
    }

    private void proveBody(Route route) throws IOException {
        String head = "Host: [::1]:1\r\n" + bearer(ownerToken);
        String foreign = head + "Content-Type: application/xml\r\nContent-Length: 4\r\n";
        expect(415, "unsupported_media_type", route, "XML", ask(route, foreign, "<a/>"));
        long limit = route.body() instanceof BodyRule.Text(long maxBytes)
                ? maxBytes
                : HttpLimits.standard().maxBodyBytes();
        String type = route.body() instanceof BodyRule.Text ? MediaTypes.TEXT : MediaTypes.JSON;
        String large = head + "Content-Type: " + type + "\r\nContent-Length: " + (limit + 1) + "\r\n";
        expect(413, "payload_too_large", route, "an oversize body", ask(route, large));
    }

    private static String bearer(String token) {
        return "Authorization: Bearer " + token + "\r\n";
    }

    private RawAnswer ask(Route route, String headers) throws IOException {
        return ask(route, headers, "");
    }

    private RawAnswer ask(Route route, String headers, String body) throws IOException {
        return RawHttp.exchange(port, request(route, headers) + body);
    }

    private static String request(Route route, String headers) {
        String path = Route.BASE_PATH + route.template().text().replaceAll("\\{[^}]*}", "x");
        return route.method() + " " + path + " HTTP/1.1\r\n" + headers + "\r\n";
    }

    private void expect(int status, String code, Route route, String what, RawAnswer answer) {
        if (answer.status() != status || !answer.body().contains("\"code\":\"" + code + "\"")) {
            failures.add(route.method() + " " + route.template() + " answers " + what + " with " + answer.status() + " "
                    + answer.body());
        }
    }
}
