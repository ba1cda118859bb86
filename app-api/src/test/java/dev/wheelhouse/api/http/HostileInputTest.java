package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {

    private static final String GOOD = "{\"name\":\"a\",\"count\":1,\"edits\":[{\"op\":\"x\",\"values\":{\"k\":1}}]}";

    private TestServer server;

    @BeforeAll
    void start() throws IOException {
        server = TestServer.start(
                new DemoRoutes().routes(), HttpLimits.standard().withReadTimeout(Duration.ofMillis(500)));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private RawAnswer post(byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + FakeAuthenticator.OWNER + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        return RawHttp.exchange(server.port(), request.toByteArray());
    }

    static List<String> hostileBodies() {
        return List.of(
                "[".repeat(1_000),
                "[".repeat(1_000) + "]".repeat(1_000),
                "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000),
                "{\"name\":\"\\u0000\",\"count\":99999999999999999999,\"edits\":[]}",
                "{\"name\":\"\\ud800\",\"count\":1,\"edits\":[]}",
                "{\"\\udfff\":1}",
                "{\"name\":\"a\",\"count\":1,\"edits\":[{\"op\":\"x\",\"values\":{\"k\":\"\\ud800\"}}]}",
                "{\"name\":\"a\",\"count\":1e999999999,\"edits\":[]}",
                "{\"name\":\"a\",\"count\":" + "9".repeat(900_000) + ",\"edits\":[]}",
                "{\"name\":\"a\",\"name\":\"b\",\"count\":1,\"edits\":[]}",
                "{\"name\":\"" + "a".repeat(2_000_000) + "\"}",
                "NaN",
                "",
                " ",
                "nul",
                "\u0000",
                "\ufeff{}",
                "{} {}",
                "'a'",
                "{\"name\":\"a\",}",
                "[1,]",
                "01",
                "\"\t\"",
                "/* c */ {}");
    }

    @ParameterizedTest
    @MethodSource("hostileBodies")
    void refusesHostileBodiesWithAProblem(String body) throws IOException {
        RawAnswer answer = post(body.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.status()).isIn(400, 413, 422);
        assertThat(answer.complete()).isTrue();
        assertThat(answer.body()).contains("\"code\":\"");
    }

    @Test
    void refusesBrokenUtf8() throws IOException {
        for (int[] bad : new int[][] {{0xC3}, {0xC0, 0xAF}, {0xED, 0xA0, 0x80}, {0xFF}, {0xF5, 0x80, 0x80, 0x80}}) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes("{\"name\":\"".getBytes(StandardCharsets.US_ASCII));
            for (int b : bad) {
                body.write(b);
            }
            body.writeBytes("\",\"count\":1,\"edits\":[]}".getBytes(StandardCharsets.US_ASCII));
            RawAnswer answer = post(body.toByteArray());
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("malformed_json");
        }
    }

    @Test
    void aDamagedBodyNeverBecomesAnInternalError() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 1_500; round++) {
            byte[] body = damaged(GOOD.getBytes(StandardCharsets.UTF_8), random);
            RawAnswer answer = post(body);
            assertThat(answer.status())
                    .as("seed %d, round %d: %s", seed, round, new String(body, StandardCharsets.ISO_8859_1))
                    .isIn(201, 400, 422);
        }
    }

    private static byte[] damaged(byte[] good, SplittableRandom random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte b : good) {
            switch (random.nextInt(40)) {
                case 0 -> {}
                case 1 -> out.write(random.nextInt(256));
                case 2 -> {
                    out.write(b);
                    out.write(b);
                }
                case 3 -> out.writeBytes("\\ud83d".getBytes(StandardCharsets.US_ASCII));
                default -> out.write(b);
            }
        }
        return out.toByteArray();
    }

    @Test
    void aDamagedHeadIsRefusedOrAnsweredButNeverHangs() throws IOException {
        byte[] good = (RawHttp.lines(
                                "GET /api/v1/things/1/tables/a%2Fb?x=%C3%A9 HTTP/1.1",
                                "Host: localhost",
                                "Accept: */*",
                                "Authorization: Bearer whk_owner",
                                "Content-Length: 0",
                                "Connection: close")
                        + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 1_000; round++) {
            byte[] head = good.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                head[random.nextInt(head.length - 4)] = (byte) random.nextInt(256);
            }
            RawAnswer answer = RawHttp.exchange(server.port(), head);
            assertThat(answer.status())
                    .as("seed %d, round %d: %s", seed, round, new String(head, StandardCharsets.ISO_8859_1))
                    .isNotEqualTo(500)
                    .isLessThan(506);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/tiny HTTP/1.1\nHost: localhost\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nX-A: b\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n\n",
                "GET /api/v1/tiny HTTP/1.1\nHost: localhost\n\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n\tc\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\n Host: localhost\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: identity\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
                "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked"
                        + "\r\n\r\n0\r\n\r\n"
            })
    void refusesWhatProxiesReadInTwoWays(String request) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            assertThat(http.send(request).receive().status()).isEqualTo(400);
            assertThat(http.receive().status()).isZero();
        }
    }

    @Test
    void refusesChunksWithBareLineFeeds() throws IOException {
        String head = "POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + FakeAuthenticator.OWNER
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (String body : new String[] {"2\n{}\r\n0\r\n\r\n", "2\r\n{}\n0\r\n\r\n", "2\r\n{}\r\n0\n\n"}) {
            assertThat(RawHttp.exchange(server.port(), head + body).status())
                    .as(body)
                    .isEqualTo(400);
        }
    }

    @Test
    void readsPipelinedBodiesOfBothFramings() throws IOException {
        String start = "POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + FakeAuthenticator.OWNER + "\r\nContent-Type: application/json\r\n";
        String lines = "[\n 1,\n\t2]";
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(start + "Content-Length: " + lines.length() + "\r\n\r\n" + lines
                    + start + "Transfer-Encoding: Chunked\r\n\r\n" + Integer.toHexString(lines.length()) + ";x=y\r\n"
                    + lines
                    + "\r\n0\r\nX-Trailer: a\r\n\r\nGET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(http.receive().status()).isEqualTo(422);
            assertThat(http.receive().status()).isEqualTo(422);
            assertThat(http.receive().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("badFraming")
    void refusesBadFraming(String headers) throws IOException {
        RawAnswer answer = RawHttp.exchange(
                server.port(),
                RawHttp.lines(
                                "POST /api/v1/things HTTP/1.1",
                                "Host: localhost",
                                "Content-Type: application/json",
                                "Authorization: Bearer whk_owner")
                        + headers);
        assertThat(answer.status()).isIn(0, 400, 408);
    }

    static List<String> badFraming() {
        return List.of(
                "Content-Length: -1\r\n\r\n{}",
                "Content-Length: x\r\n\r\n{}",
                "Content-Length: 99999999999999999999\r\n\r\n{}",
                "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
    }
}
