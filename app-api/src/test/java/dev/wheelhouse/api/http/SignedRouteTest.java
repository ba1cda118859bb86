package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A route that is opened by a signature over the bytes of its body. */
class SignedRouteTest {

    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(new DemoRoutes().routes(), HttpLimits.standard());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawAnswer post(String path, String host, String more, String body) throws IOException {
        return RawHttp.exchange(
                server.port(),
                "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Content-Length: " + body.length()
                        + "\r\n\r\n" + body);
    }

    @Test
    void getsTheBytesAsTheyCameWhateverTheyAre() throws IOException {
        String bytes = "\u0000 {\r\n\u00ff";
        for (String type : new String[] {"", "Content-Type: text/xml\r\n", "Content-Type: application/json\r\n"}) {
            RawAnswer answer = post("/hooks/1", "localhost", type, bytes);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"hex\":\"00207b0d0aff\"}");
        }
        assertThat(post("/api/v1/hooks/1", "localhost", "", "").body()).isEqualTo("{\"hex\":\"\"}");
    }

    @Test
    void answersByThePublicNameWhichNoOtherRouteDoes() throws IOException {
        assertThat(post("/hooks/1", "hooks.example", "Origin: https://git.example\r\n", "x")
                        .status())
                .isEqualTo(200);
        assertThat(post("/hooks/1", "evil.example", "", "x").status()).isEqualTo(403);
        assertThat(post("/hooks/1?token=x", "hooks.example", "", "x").status()).isEqualTo(400);
        assertThat(post("/hooks/1/more", "hooks.example", "", "x").status()).isEqualTo(403);
        assertThat(post("/api/v1/things", "hooks.example", "Authorization: Bearer whk_owner\r\n", "x")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void refusesMoreBytesThanItTakesWhileTheyAreSent() throws IOException {
        assertThat(post("/hooks/1", "localhost", "", "x".repeat(1000)).status()).isEqualTo(200);
        assertThat(post("/hooks/1", "localhost", "", "x".repeat(1001)).status()).isEqualTo(413);
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("POST /hooks/1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
            http.send("3e9\r\n" + "x".repeat(1001) + "\r\n");
            assertThat(http.receive().status()).isEqualTo(413);
        }
    }
}
