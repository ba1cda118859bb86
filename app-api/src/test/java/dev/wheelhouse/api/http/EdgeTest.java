package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.GuardWalk;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EdgeTest {

    private TestServer server;

    @BeforeAll
    void start() throws IOException {
        server = TestServer.start(
                new DemoRoutes().routes(), HttpLimits.standard().withReadTimeout(Duration.ofMillis(700)));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private RawAnswer ask(String start, String... headers) throws IOException {
        return askWithBody(start, "", headers);
    }

    private RawAnswer askWithBody(String start, String body, String... headers) throws IOException {
        String head = String.join("\r\n", headers) + (headers.length == 0 ? "" : "\r\n");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String length = body.isEmpty() ? "" : "Content-Length: " + bytes.length + "\r\n";
        String request = start + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + FakeAuthenticator.OWNER
                + "\r\n" + head + length + "\r\n" + body;
        return RawHttp.exchange(server.port(), request.getBytes(StandardCharsets.UTF_8));
    }

    private RawAnswer post(String path, String json) throws IOException {
        return askWithBody("POST /api/v1" + path, json, "Content-Type: application/json");
    }

    @Test
    void everyRouteIsGuarded() throws IOException {
        new GuardWalk(server.port(), server.routes(), FakeAuthenticator.OWNER, _ -> FakeAuthenticator.POWERLESS)
                .prove();
    }

    @Test
    void everyAnswerCarriesTheSafetyHeadersAndItsOwnRequestId() throws IOException {
        for (String path : new String[] {"/api/v1/tiny", "/api/v1/nowhere"}) {
            RawAnswer answer = ask("GET " + path, "X-Request-Id: mine");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("X-Request-Id")).matches("req_[0-9a-hjkmnp-tv-z]{26}");
        }
    }

    @Test
    void aProblemNamesTypeTitleStatusCodeDetailAndInstance() throws IOException {
        RawAnswer answer = ask("GET /api/v1/nowhere");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body())
                .startsWith("{\"type\":\"urn:wheelhouse:problem:not_found\",\"title\":\"Not found\",\"status\":404,"
                        + "\"code\":\"not_found\",\"detail\":\"")
                .endsWith("\"instance\":\"" + answer.header("X-Request-Id") + "\"}");
    }

    @Test
    void anEscapedSlashStaysInsideItsSegment() throws IOException {
        assertThat(ask("GET /api/v1/things/1/tables/a%2Fb%20%C3%A9+").body())
                .contains("\"id\":\"1\"")
                .contains("\"table\":\"a/b é+\"")
                .as("decoded once: the escape of an escape stays one");
        assertThat(ask("GET /api/v1/things/1/tables/a%252Fb").body()).contains("\"table\":\"a%2Fb\"");
        assertThat(ask("GET /api/v1/things/1/tables/a;b=c").body()).contains("\"table\":\"a;b=c\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%zz", "%C3", "%C0%AF", "%ED%A0%80", "%FF", "%F5%80%80%80", "%+1"})
    void refusesBadEscapesAndBadUtf8(String segment) throws IOException {
        RawAnswer path = ask("GET /api/v1/things/1/tables/" + segment);
        assertThat(path.status()).isEqualTo(400);
        // The server below may have refused it with a bare 400 already.
        assertThat(path.body()).matches("|.*\"code\":\"bad_request\".*");
        assertThat(ask("GET /api/v1/things?cursor=" + segment).status()).isEqualTo(400);
    }

    @Test
    void refusesAnEmptySegmentWhereAPlaceIs() throws IOException {
        assertThat(ask("GET /api/v1/things/1/tables/").status()).isEqualTo(404);
        assertThat(ask("GET /api/v1/me/").status()).isEqualTo(404);
        assertThat(ask("GET /api/v1//me").status()).isEqualTo(404);
    }

    @Test
    void namesTheAllowedMethods() throws IOException {
        RawAnswer answer = ask("PUT /api/v1/things");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, POST");
        assertThat(ask("OPTIONS /api/v1/things").status()).isEqualTo(405);
        assertThat(ask("TRACE /api/v1/things").status()).isEqualTo(405);
    }

    @Test
    void answersHeadLikeGetWithoutTheBody() throws IOException {
        RawHttp http = new RawHttp(server.port());
        try (http) {
            http.send("HEAD /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + "HEAD /api/v1/stream/endless HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + FakeAuthenticator.OWNER + "\r\nConnection: close\r\n\r\n");
            String all = new String(http.socket().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).contains("Content-Length: 11").contains("text/csv").endsWith("\r\n\r\n");
            assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, query.limit",
        "limit=201, query.limit",
        "limit=, query.limit",
        "limit=1e1, query.limit",
        "limit=%2B5, query.limit",
        "limit=99999999999, query.limit",
        "limit=٣, query.limit",
        "limit=5&limit=5, query.limit",
        "flag=yes, query.flag",
        "limt=5, query.limt",
        "cursor=a&%63ursor=b, query.cursor"
    })
    void refusesNonsenseInTheQuery(String query, String path) throws IOException {
        String escaped = query.replace("٣", "%D9%A3");
        RawAnswer answer = ask("GET /api/v1/things?" + escaped);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("\"errors\":[{\"path\":\"" + path + "\"");
    }

    @Test
    void linksToTheNextPageWithTheOtherParametersKept() throws IOException {
        RawAnswer answer = ask("GET /api/v1/things?limit=7&cursor=old&flag=true");
        assertThat(answer.body()).contains("\"limit\":7").contains("\"flag\":true");
        assertThat(answer.header("Link")).isEqualTo("</api/v1/things?limit=7&cursor=a+b%26c&flag=true>; rel=\"next\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "api_key", "access_token", "TOKEN"})
    void refusesCredentialsInTheUrl(String name) throws IOException {
        RawAnswer answer = ask("GET /api/v1/things?" + name + "=secret-in-url");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).doesNotContain("secret-in-url");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7,200",
        "LOCALHOST,200",
        "[::1]:80,200",
        "console.example:1,200",
        "127.0.0.2,403",
        "localhost.evil.example,403",
        "localhost:x,400",
        "[::1,400",
        "user@localhost,400"
    })
    void answersOnlyToItsOwnNames(String host, int status) throws IOException {
        RawAnswer answer = RawHttp.exchange(server.port(), "GET /api/v1/tiny HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void refusesNoHostAndTwoHosts() throws IOException {
        assertThat(RawHttp.exchange(server.port(), "GET /api/v1/tiny HTTP/1.1\r\n\r\n")
                        .status())
                .isEqualTo(400);
        assertThat(RawHttp.exchange(server.port(), "GET /api/v1/tiny HTTP/1.0\r\n\r\n")
                        .status())
                .isEqualTo(400);
        String twice = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), twice).status()).isEqualTo(400);
    }

    @Test
    void takesAnAbsoluteTargetOnlyForTheSameHost() throws IOException {
        String same = "GET http://localhost:9/api/v1/tiny HTTP/1.1\r\nHost: localhost:9\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), same).status()).isEqualTo(200);
        String other = "GET http://localhost/api/v1/tiny HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), other).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://127.0.0.1,200",
        "Origin: null,403",
        "Origin: https://127.0.0.1,403",
        "Origin: http://127.0.0.1:80,403",
        "Sec-Fetch-Site: same-origin,200",
        "Sec-Fetch-Site: none,200",
        "Sec-Fetch-Site: same-site,403",
        "Sec-Fetch-Site: sideways,403"
    })
    void refusesForeignPages(String header, int status) throws IOException {
        assertThat(ask("GET /api/v1/tiny", header).status()).isEqualTo(status);
    }

    @Test
    void takesEitherCredentialHeaderButNotTwoDifferentOnes() throws IOException {
        assertThat(ask("GET /api/v1/me", "X-API-Key: " + FakeAuthenticator.OWNER)
                        .status())
                .isEqualTo(200);
        assertThat(ask("GET /api/v1/me", "X-API-Key: " + FakeAuthenticator.POWERLESS)
                        .status())
                .isEqualTo(401);
        String keyOnly =
                "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nx-api-key: " + FakeAuthenticator.OWNER + "\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), keyOnly).status()).isEqualTo(200);
        String basic = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic abc\r\n\r\n";
        RawAnswer refused = RawHttp.exchange(server.port(), basic);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
        String expired = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: bearer "
                + FakeAuthenticator.EXPIRED + "\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), expired).body()).contains("token_expired");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,201",
        "Application/JSON; charset=UTF-8,201",
        "application/json; charset=latin1,415",
        "application/json; profile=x,415",
        "text/plain,415",
        "application/merge-patch+json,415",
        "application/x-www-form-urlencoded,415",
        "nonsense,415"
    })
    void takesJsonOnly(String type, int status) throws IOException {
        RawAnswer answer = askWithBody(
                "POST /api/v1/things", "{\"name\":\"a\",\"count\":1,\"edits\":[]}", "Content-Type: " + type);
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void refusesABodyWithoutContentTypeOrWithACoding() throws IOException {
        assertThat(askWithBody("POST /api/v1/things", "{}").status()).isEqualTo(415);
        assertThat(askWithBody("POST /api/v1/things", "{}", "Content-Type: application/json", "Content-Encoding: gzip")
                        .status())
                .isEqualTo(415);
    }

    @Test
    void takesMergePatchForPatch() throws IOException {
        RawAnswer answer =
                askWithBody("PATCH /api/v1/things/1", "{\"name\":null}", "Content-Type: application/merge-patch+json");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("\"name\":\"null\"").contains("\"count\":1");
        RawAnswer cleared = askWithBody("PATCH /api/v1/things/1", "{\"count\":null}", "Content-Type: application/json");
        assertThat(cleared.status()).isEqualTo(422);
        assertThat(cleared.body()).contains("\"path\":\"count\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"v1\"|204",
                "*|204",
                "\"v0\", \"v1\"|204",
                "\"v0\"|412",
                "W/\"v1\"|412",
                "v1|400",
                "\"v1|400",
                "\"v1\" x|400"
            })
    void honoursIfMatch(String ifMatch, int status) throws IOException {
        assertThat(ask("DELETE /api/v1/things/1", "If-Match: " + ifMatch).status())
                .isEqualTo(status);
    }

    @Test
    void aRouteWithoutBodyLetsPassNoneAndAnEmptyObject() throws IOException {
        assertThat(ask("POST /api/v1/things/1/start").status()).isEqualTo(202);
        assertThat(post("/things/1/start", "{}").status()).isEqualTo(202);
        RawAnswer more = post("/things/1/start", "{\"now\":true}");
        assertThat(more.status()).isEqualTo(422);
        assertThat(more.body()).contains("\"path\":\"now\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|200",
                "*/*|200",
                "application/*;q=0.1|200",
                "text/html, application/json;q=0|406",
                "text/html|406",
                "*/*, application/json;q=0|406",
                "application/problem+json|406"
            })
    void refusesAcceptThatExcludesTheAnswer(String accept, int status) throws IOException {
        RawAnswer answer = ask("GET /api/v1/tiny", "Accept: " + accept);
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void refusesLongUrlsAndLargeHeaders() throws IOException {
        RawAnswer uri = ask("GET /api/v1/things?cursor=" + "a".repeat(9_000));
        assertThat(uri.status()).isEqualTo(414);
        assertThat(uri.body()).contains("uri_too_long");
        RawAnswer headers = ask("GET /api/v1/tiny", "X-Large: " + "a".repeat(17_000));
        assertThat(headers.status()).isEqualTo(431);
        assertThat(headers.body()).contains("headers_too_large");
    }

    @Test
    void refusesALargeBodyAlsoInChunksAndTheAnswerArrives() throws IOException {
        String json = "{\"name\":\"" + "a".repeat(2_000_000) + "\"}";
        assertThat(post("/things", json).status()).isEqualTo(413);
        StringBuilder chunked = new StringBuilder("POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer " + FakeAuthenticator.OWNER
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 40; i++) {
            chunked.append("c350\r\n").append("a".repeat(50_000)).append("\r\n");
        }
        RawAnswer answer = RawHttp.exchange(server.port(), chunked + "0\r\n\r\n");
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("payload_too_large");
    }

    @Test
    void refusesABodyThatComesTooSlowly() throws IOException {
        String start = "POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + FakeAuthenticator.OWNER + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
        RawAnswer answer = RawHttp.exchange(server.port(), start);
        assertThat(answer.status()).isEqualTo(408);
        assertThat(answer.body()).contains("request_timeout");
    }

    @Test
    void closesOnAHeadThatNeverEnds() throws IOException {
        assertThat(RawHttp.exchange(server.port(), "GET /api/v1/tiny HTTP/1.1\r\nHost: loc")
                        .status())
                .isIn(0, 408);
    }

    @Test
    void sendsContinueOnlyToThoseItWillListenTo() throws IOException {
        String head = RawHttp.lines(
                "POST /api/v1/things HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Content-Length: 36",
                "Expect: 100-continue");
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(head + "Authorization: Bearer " + FakeAuthenticator.OWNER + "\r\n\r\n");
            assertThat(http.receive().status()).isEqualTo(100);
            http.send("{\"name\":\"a\",\"count\":1,\"edits\":[]   }");
            assertThat(http.receive().status()).isEqualTo(201);
        }
        assertThat(RawHttp.exchange(server.port(), head + "\r\n").status()).isEqualTo(401);
    }

    /** The peer would wait for our word, we for its body. */
    @ParameterizedTest
    @CsvSource({
        "POST /api/v1/things, Content-Length: 36, 401",
        "POST /api/v1/things, Transfer-Encoding: chunked, 401",
        "POST /api/v1/things, Content-Length: 99999999999, 401",
        "POST /api/v1/nowhere, Content-Length: 36, 404",
        "POST /api/v1/things, Transfer-Encoding: gzip, 400"
    })
    void aRefusedExpectClosesAtOnce(String start, String framing, int status) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(RawHttp.lines(
                            start + " HTTP/1.1",
                            "Host: localhost",
                            "Content-Type: application/json",
                            framing,
                            "Expect: 100-continue")
                    + "\r\n");
            RawAnswer answer = http.receive();
            assertThat(answer.status()).as(answer.head()).isEqualTo(status);
            assertThat(answer.complete()).isTrue();
            assertThat(answer.header("Connection")).isEqualTo("close");
            http.socket().setSoTimeout(3000);
            assertThat(http.socket().getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void keepsTheConnectionForTheNextRequestAlsoPipelined() throws IOException {
        String request = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(request + request + request);
            for (int i = 0; i < 3; i++) {
                assertThat(http.receive().body()).isEqualTo("{\"ok\":true}");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "stack", "other"})
    void anUnexpectedFailureKeepsItsTextInTheLog(String how) throws IOException {
        RawAnswer answer = ask("GET /api/v1/fail/" + how);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body())
                .contains("\"code\":\"internal\"")
                .doesNotContain("secret")
                .doesNotContain("pretended")
                .doesNotContain("Exception");
    }

    @Test
    void aBusyAnswerSaysWhenToTryAgain() throws IOException {
        RawAnswer answer = ask("GET /api/v1/fail/busy");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }
}
