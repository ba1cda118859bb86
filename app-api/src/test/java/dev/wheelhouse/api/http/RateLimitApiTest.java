package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much a key may call, and how often a credential may be wrong. */
class RateLimitApiTest extends DatabaseApiTest {

    private JsonNode key(ApiClient maker, Map<String, Object> more) throws IOException, InterruptedException {
        Reply made = maker.post("/api-keys", JsonText.of(more));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json();
    }

    private ApiClient with(JsonNode key) {
        return console.owner().as(key.path("token").asText());
    }

    @Test
    void refusesMoreThanAKeyMayAndSaysWhenToComeBack() throws Exception {
        ApiClient slow = with(key(console.owner(), Map.of("name", "slow", "requestsPerMinute", 60)));
        Reply first = slow.get("/me");
        assertThat(first.header("RateLimit")).isEqualTo("\"default\";r=59;t=1");
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=60;w=60");
        assertThat(slow.get("/db-connections/none").header("RateLimit")).startsWith("\"default\";r=58;");
        Reply refused = slow.get("/me");
        for (int i = 0; i < 100 && refused.status() == 200; i++) {
            refused = slow.get("/me");
        }
        refused(refused, 429, "rate_limited");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(console.owner().get("/me").header("RateLimit")).isEmpty();
    }

    @Test
    void makesKeysOfAtMostTheMakersRate() throws Exception {
        JsonNode made = key(console.owner(), Map.of("name", "default", "scopes", List.of("*")));
        assertThat(made.at("/key/requestsPerMinute").asInt()).isEqualTo(600);
        assertThat(key(with(made), Map.of("name", "child"))
                        .at("/key/requestsPerMinute")
                        .asInt())
                .isEqualTo(600);
        JsonNode slow = key(with(made), Map.of("name", "slow", "requestsPerMinute", 100, "scopes", List.of("*")));
        assertThat(key(with(slow), Map.of("name", "grandchild"))
                        .at("/key/requestsPerMinute")
                        .asInt())
                .isEqualTo(100);
        for (int wrong : new int[] {59, 0, -1, 601, 6001}) {
            refusedAt(
                    with(made).post("/api-keys", JsonText.of(Map.of("name", "no", "requestsPerMinute", wrong))),
                    "requestsPerMinute");
        }
        key(console.owner(), Map.of("name", "fast", "requestsPerMinute", 6000));
    }

    @Test
    void changesARateWithThoseBelowIt() throws Exception {
        JsonNode parent = key(console.owner(), Map.of("name", "parent", "scopes", List.of("*")));
        String child = "/api-keys/"
                + key(with(parent), Map.of("name", "child", "scopes", List.of("*")))
                        .at("/key/id")
                        .asText();
        String path = "/api-keys/" + parent.at("/key/id").asText();
        Reply read = console.owner().get(path);
        Reply changed = console.owner()
                .send(
                        "PATCH",
                        path,
                        "{\"requestsPerMinute\":120}",
                        Map.of("Content-Type", "application/json", "If-Match", read.header("ETag")));
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().path("requestsPerMinute").asInt()).isEqualTo(120);
        assertThat(changed.header("ETag")).isNotEqualTo(read.header("ETag"));
        assertThat(console.owner().get(child).json().path("requestsPerMinute").asInt())
                .isEqualTo(120);
        assertThat(with(parent).get("/me").header("RateLimit-Policy")).isEqualTo("\"default\";q=120;w=60");
        refusedAt(console.owner().patch(child, "{\"requestsPerMinute\":121}"), "requestsPerMinute");
        refusedAt(with(parent).patch(path, "{\"requestsPerMinute\":600}"), "requestsPerMinute");
        Reply stale = console.owner()
                .send(
                        "PATCH",
                        path,
                        "{\"requestsPerMinute\":90}",
                        Map.of("Content-Type", "application/json", "If-Match", read.header("ETag")));
        refused(stale, 412, "precondition_failed");
        String local = console.owner().get("/me").json().path("keyId").asText();
        refused(console.owner().patch("/api-keys/" + local, "{\"requestsPerMinute\":90}"), 409, "state_invalid");
        assertThat(console.owner().get("/events?kind=api_key.changed").json()).hasSize(2);
    }

    @Test
    void refusesFailuresFromWhereManyCameAndNeverAValidToken() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(from("127.0.3.1", "whk_wrong").status()).isEqualTo(401);
        }
        RawHttp.RawAnswer refused = from("127.0.3.1", "whk_wrong");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("6");
        assertThat(from("127.0.3.1", console.ownerToken()).status()).isEqualTo(200);
        assertThat(from("127.0.3.2", "whk_wrong").status()).isEqualTo(401);
        assertThat(from("127.0.3.1", "").status()).isEqualTo(401);
    }

    private RawHttp.RawAnswer from(String address, String token) throws IOException {
        return RawHttp.exchange(
                console.port(),
                address,
                "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\n");
    }
}
