package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamTest {

    private static final String OWNER = "Host: localhost\r\nAuthorization: Bearer whk_owner\r\n";

    private final DemoRoutes demo = new DemoRoutes();
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(
                demo.routes(),
                HttpLimits.standard()
                        .withWriteTimeout(Duration.ofSeconds(2))
                        .withStreams(Duration.ofMillis(50), Duration.ofMinutes(1))
                        .withReadTimeout(Duration.ofSeconds(2))
                        .withShutdownGrace(Duration.ofMillis(200)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawAnswer get(String path) throws IOException {
        return RawHttp.exchange(server.port(), "GET /api/v1" + path + " HTTP/1.1\r\n" + OWNER + "\r\n");
    }

    @Test
    void sendsEncodedChunksInOrder() throws IOException {
        RawAnswer answer = get("/chunks");
        assertThat(answer.complete()).isTrue();
        assertThat(answer.body()).hasSize(400_003).startsWith("[1,1,").endsWith("1,2]");
    }

    @Test
    void beginsAtOnceWhatTakesLongAndSaysThatItIsThere() throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("POST /api/v1/later HTTP/1.1\r\n" + OWNER + "\r\n");
            InputStream in = http.socket().getInputStream();
            String begun = readUntil(in, " \r\n");
            assertThat(begun).startsWith("HTTP/1.1 200 ").contains("application/json");
            readUntil(in, " \r\n");
            demo.later().complete(Map.of("ok", true));
            assertThat(readUntil(in, "{\"ok\":true}\r\n0\r\n\r\n")).doesNotContain("problem");
        }
    }

    private static String readUntil(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int next = in.read();
            assertThat(next).as(text + " and no more").isNotNegative();
            assertThat(text).hasSizeLessThan(10_000);
            text.append((char) next);
        }
        return text.toString();
    }

    @Test
    void anErrorBeforeTheFirstByteIsAProblem() throws IOException {
        RawAnswer answer = get("/stream/early");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"code\":\"conflict\"").doesNotContain("some bytes");
    }

    @Test
    void anErrorAfterTheFirstByteBreaksTheBody() throws IOException {
        RawAnswer answer = get("/stream/late");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.complete()).as("a part must not look like the whole").isFalse();
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void theWriterLearnsThatTheReaderHasGone() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET /api/v1/stream/endless HTTP/1.1\r\n" + OWNER + "\r\n");
            assertThat(http.socket().getInputStream().readNBytes(100_000)).hasSize(100_000);
        }
        assertThat(demo.streamFailure().get(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aReaderThatTakesNothingEndsTheStreamAndCostsNoMemory() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET /api/v1/stream/endless HTTP/1.1\r\n" + OWNER + "\r\n");
            assertThat(demo.streamFailure().get(20, TimeUnit.SECONDS)).hasMessageContaining("taken nothing");
        }
    }

    @Test
    void stoppingEndsAStream() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET /api/v1/stream/endless HTTP/1.1\r\n" + OWNER + "\r\n");
            assertThat(http.socket().getInputStream().readNBytes(1_000)).hasSize(1_000);
            server.close();
            assertThat(demo.streamFailure().get(20, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void readsAnUploadAsItComes() throws IOException {
        String head = "POST /api/v1/uploads HTTP/1.1\r\n" + OWNER + "Content-Type: text/plain; charset=utf-8\r\n";
        byte[] megabyte = "x".repeat(1024 * 1024).getBytes(StandardCharsets.US_ASCII);
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(head + "Content-Length: " + 48L * 1024 * 1024 + "\r\n\r\n");
            for (int i = 0; i < 48; i++) {
                http.send(megabyte);
            }
            assertThat(http.receive().body()).isEqualTo("{\"bytes\":50331648}");
        }
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n");
            http.send("3\r\nfgh\r\n0\r\n\r\n");
            assertThat(http.receive().body()).isEqualTo("{\"bytes\":8}");
        }
    }

    @Test
    void anUploadThatStallsOrBreaksOffIsRefused() throws IOException {
        String head = "POST /api/v1/uploads HTTP/1.1\r\n" + OWNER + "Content-Type: text/plain\r\n";
        assertThat(RawHttp.exchange(server.port(), head + "Content-Length: 100\r\n\r\nabc")
                        .status())
                .isEqualTo(408);
        assertThat(RawHttp.exchange(server.port(), head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n")
                        .status())
                .isIn(400, 408);
    }
}
