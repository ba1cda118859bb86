package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.RawHttp;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Headers in which a proxy says for whom it calls. Anybody can send them, so they count for nothing. */
class ForwardedHeadersTest extends DatabaseApiTest {

    private RawHttp.RawAnswer me(String from, String token, String... headers) throws IOException {
        return RawHttp.exchange(
                console.port(),
                from,
                "GET /api/v1/me HTTP/1.1\r\nAuthorization: Bearer " + token + "\r\n" + RawHttp.lines(headers) + "\r\n");
    }

    private static String[] claiming(String address) {
        return new String[] {
            "Host: localhost",
            "X-Forwarded-For: " + address,
            "X-Real-IP: " + address,
            "Forwarded: for=" + address + ";proto=https;host=localhost",
            "X-Forwarded-Proto: https"
        };
    }

    @Test
    void doNotChangeWhoseFailuresAreCounted() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(me("127.0.4.1", "whk_wrong", claiming("127.0.5." + i)).status())
                    .isEqualTo(401);
        }
        assertThat(me("127.0.4.1", "whk_wrong", claiming("127.0.5.99")).status())
                .isEqualTo(429);
        assertThat(me("127.0.4.2", "whk_wrong", claiming("127.0.4.1")).status()).isEqualTo(401);
    }

    @Test
    void doNotChangeTheHostOrTheSchemeThatGuardsSee() throws Exception {
        String token = console.ownerToken();
        assertThat(me("127.0.0.1", token, "Host: localhost", "X-Forwarded-Host: evil.example")
                        .status())
                .isEqualTo(200);
        for (String claim : new String[] {"X-Forwarded-Host: localhost", "Forwarded: host=localhost"}) {
            RawHttp.RawAnswer foreign = me("127.0.0.1", token, "Host: evil.example", claim);
            assertThat(foreign.status()).isEqualTo(403);
            assertThat(foreign.body()).contains("host_rejected");
        }
        RawHttp.RawAnswer secure = me(
                "127.0.0.1",
                token,
                "Host: localhost",
                "Origin: https://localhost",
                "X-Forwarded-Proto: https",
                "Forwarded: proto=https");
        assertThat(secure.status()).isEqualTo(403);
        assertThat(secure.body()).contains("origin_rejected");
    }

    @Test
    void doNotChangeTheAddressInTheAudit() throws Exception {
        console.owner()
                .send(
                        "POST",
                        "/api-keys",
                        "{\"name\": \"claimed\"}",
                        Map.of(
                                "Content-Type", "application/json",
                                "X-Forwarded-For", "198.51.100.7",
                                "Forwarded", "for=198.51.100.7"));
        String events = console.owner().get("/events?kind=api_key.created").body();
        assertThat(events).contains("claimed").contains("127.0.0.1").doesNotContain("198.51.100.7");
    }
}
