package dev.wheelhouse.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.net.ScriptedServer;
import dev.wheelhouse.core.testing.Awaiting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Outbound webhooks over HTTP, with a receiver on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookApiTest {

    private static final String FINE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine";

    private TestConsole console;
    private ApiClient owner;
    private ScriptedServer receiver;
    private int keys;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        owner = console.owner();
        assertThat(owner.patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}")
                        .status())
                .isEqualTo(200);
        receiver = new ScriptedServer(console.core().workers());
    }

    @AfterAll
    void stop() {
        receiver.close();
        console.close();
    }

    @BeforeEach
    void answersWell() {
        receiver.answers(FINE);
        receiver.requests().clear();
    }

    private Map<String, Object> fields(String... events) {
        return Map.of("url", "http://127.0.0.1:" + receiver.address().getPort() + "/in", "events", List.of(events));
    }

    private JsonNode created(String... events) throws Exception {
        Reply reply = owner.post("/outbound-webhooks", JsonText.of(fields(events)));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.header("Location"))
                .isEqualTo(
                        "/api/v1/outbound-webhooks/" + reply.json().path("id").asText());
        return reply.json();
    }

    private static String path(JsonNode webhook) {
        return "/outbound-webhooks/" + webhook.path("id").asText();
    }

    /** Makes a key, which is an event. */
    private void happens() throws Exception {
        keys++;
        assertThat(owner.post("/api-keys", JsonText.of("name", "k-" + keys, "scopes", List.of("events:read")))
                        .status())
                .isEqualTo(201);
    }

    private JsonNode deliveries(JsonNode webhook, int count) throws Exception {
        return Awaiting.answer(
                () -> owner.get(path(webhook) + "/deliveries").json(),
                each -> each.size() == count,
                "There are not " + count + " deliveries");
    }

    private static void refusedAt(Reply reply, String path) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        assertThat(reply.json().at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    private void delete(JsonNode webhook) throws Exception {
        assertThat(owner.delete(path(webhook)).status()).isEqualTo(204);
    }

    @Test
    void addsReadsChangesAndForgets() throws Exception {
        JsonNode made = created("deploy.*", "api_key.created");
        assertThat(made.path("secret").asText()).matches("whsec_[A-Za-z0-9+/]{43}=");
        Reply read = owner.get(path(made));
        assertThat(read.json().has("secret")).isFalse();
        assertThat(read.json().path("enabled").asBoolean()).isTrue();
        assertThat(read.json().path("failing").asBoolean()).isFalse();
        assertThat(read.json().path("pending").asInt()).isZero();
        assertThat(read.header("ETag")).isEqualTo("\"r1\"");

        Reply changed = owner.patch(path(made), "{\"events\":[\"*\"],\"enabled\":false}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().at("/events/0").asText()).isEqualTo("*");
        assertThat(changed.json().path("url")).isEqualTo(made.path("url"));
        refusedAt(owner.patch(path(made), "{\"enabled\":null}"), "enabled");
        refusedAt(owner.patch(path(made), "{\"events\":[]}"), "events");
        Reply stale = owner.send("DELETE", path(made), "", Map.of("If-Match", String.valueOf(read.header("ETag"))));
        assertThat(stale.status()).isEqualTo(412);
        JsonNode all = owner.get("/outbound-webhooks?enabled=false").json();
        assertThat(all).hasSize(1);
        assertThat(owner.get("/outbound-webhooks?enabled=true&failing=true").json())
                .isEmpty();
        delete(made);
        assertThat(owner.get(path(made)).status()).isEqualTo(404);
        JsonNode told = owner.get("/events?subject=" + made.path("id").asText()).json();
        assertThat(told.findValuesAsText("kind"))
                .containsExactly("webhook.deleted", "webhook.changed", "webhook.created");
        assertThat(told.toString()).doesNotContain("whsec_", "/in");
        assertThat(told.at("/1/data/before/enabled").asBoolean()).isTrue();
    }

    @Test
    void namesTheFieldAtFault() throws Exception {
        Map<String, Object> good = fields("*");
        refusedAt(post(JsonText.merge(good, Map.of("url", "ftp://hooks.example/"))), "url");
        refusedAt(post(JsonText.merge(good, Map.of("url", "https://u:p@hooks.example/"))), "url");
        refusedAt(post(JsonText.merge(good, Map.of("url", "https://0x7f.2/"))), "url");
        refusedAt(post(JsonText.merge(good, Map.of("url", "https://hooks.example/" + "x".repeat(2000)))), "url");
        refusedAt(post(JsonText.merge(good, Map.of("events", List.of("*", "deploy.exploded")))), "events[1]");
        refusedAt(post(JsonText.merge(good, Map.of("events", List.of()))), "events");
        refusedAt(post(JsonText.merge(good, Map.of("secret", "whsec_mine"))), "secret");
    }

    private Reply post(Map<String, ?> body) throws Exception {
        return owner.post("/outbound-webhooks", JsonText.of(body));
    }

    @Test
    void deliversAndKeepsWhatBecameOfIt() throws Exception {
        JsonNode made = created("api_key.created");
        happens();
        JsonNode delivery = deliveries(made, 1).get(0);
        assertThat(delivery.path("status").asText()).isEqualTo("succeeded");
        assertThat(delivery.path("type").asText()).isEqualTo("api_key.created");
        assertThat(delivery.at("/attempts/0/statusCode").asInt()).isEqualTo(200);
        assertThat(delivery.at("/response/body").asText()).isEqualTo("fine");
        assertThat(delivery.has("nextAttemptAt")).isFalse();
        String id = delivery.at("/request/headers/webhook-id").asText();
        assertThat(id).isEqualTo(delivery.path("eventId").asText());
        String body = delivery.at("/request/body").asText();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(
                Base64.getDecoder().decode(made.path("secret").asText().substring(6)), "HmacSHA256"));
        String at = delivery.at("/request/headers/webhook-timestamp").asText();
        assertThat(delivery.at("/request/headers/webhook-signature").asText())
                .isEqualTo("v1,"
                        + Base64.getEncoder()
                                .encodeToString(
                                        mac.doFinal((id + "." + at + "." + body).getBytes(StandardCharsets.UTF_8))));
        assertThat(receiver.requests().getLast()).endsWith(body);

        JsonNode data = new ObjectMapper().readTree(body).path("data");
        Reply event = owner.get(data.path("url").asText().substring("/api/v1".length()));
        assertThat(event.json().path("id").asText()).isEqualTo(id);
        assertThat(event.json().path("subjectId")).isEqualTo(data.path("subjectId"));
        assertThat(owner.get(path(made) + "/deliveries/" + delivery.path("id").asText())
                        .json())
                .isEqualTo(delivery);
        delete(made);
    }

    @Test
    void filtersAndRedelivers() throws Exception {
        JsonNode made = created("api_key.created");
        happens();
        deliveries(made, 1);
        receiver.answers("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nRetry-After: 3600\r\n\r\n");
        happens();
        JsonNode pending = deliveries(made, 2).get(0);
        assertThat(pending.path("status").asText()).isEqualTo("pending");
        assertThat(pending.at("/attempts/0/error").asText()).endsWith(" answered 503.");
        assertThat(owner.get(path(made) + "/deliveries?status=pending").json()).hasSize(1);
        assertThat(owner.get(path(made) + "/deliveries?status=succeeded,failed").json())
                .hasSize(1);
        refusedAt(owner.get(path(made) + "/deliveries?status=lost"), "query.status");
        Reply page = owner.get(path(made) + "/deliveries?limit=1");
        assertThat(page.header("Link")).contains("cursor=");
        assertThat(owner.get(path(made)).json().path("pending").asInt()).isEqualTo(1);
        assertThat(owner.get("/outbound-webhooks?failing=true").json()).hasSize(1);

        receiver.answers(FINE);
        Reply again =
                owner.post(path(made) + "/deliveries/" + pending.path("id").asText() + "/redeliver", "");
        assertThat(again.status()).as(again.body()).isEqualTo(202);
        Awaiting.answer(
                () -> owner.get(path(made) + "/deliveries?status=succeeded").json(),
                each -> each.size() == 2,
                "It was not sent again");
        Reply unset = owner.post(path(made) + "/redeliver", "{\"since\":\"2026-01-02T03:04:05Z\",\"failedOnly\":null}");
        assertThat(unset.status()).as("not all").isEqualTo(422);
        Reply all = owner.post(path(made) + "/redeliver", "{\"since\":\"2026-01-02T03:04:05Z\"}");
        assertThat(all.status()).as(all.body()).isEqualTo(202);
        assertThat(all.json().path("redelivered").asInt()).isEqualTo(2);
        Awaiting.answer(() -> receiver.requests().size(), each -> each == 5, "Not all was sent again");
        Reply none = owner.post(path(made) + "/redeliver", "{\"since\":\"2026-01-02T03:04:05Z\",\"failedOnly\":true}");
        assertThat(none.json().path("redelivered").asInt()).isZero();
        refusedAt(owner.post(path(made) + "/redeliver", "{\"since\":\"yesterday\"}"), "since");
        delete(made);
    }

    @Test
    void triesForReal() throws Exception {
        JsonNode made = created("deploy.failed");
        Reply good = owner.post(path(made) + "/test", "");
        assertThat(good.status()).as(good.body()).isEqualTo(200);
        assertThat(good.json().path("delivered").asBoolean()).isTrue();
        assertThat(good.json().has("error")).isFalse();
        receiver.answers("HTTP/1.1 401 No\r\nContent-Length: 7\r\n\r\nwho?!?!");
        Reply bad = owner.post(path(made) + "/test", "");
        assertThat(bad.json().path("delivered").asBoolean()).isFalse();
        assertThat(bad.json().path("statusCode").asInt()).isEqualTo(401);
        assertThat(bad.json().path("error").asText()).contains("401");
        assertThat(bad.json().at("/delivery/response/body").asText()).isEqualTo("who?!?!");
        deliveries(made, 2);
        delete(made);
    }

    @Test
    void aSecretIsShownOnceEvenToWhoSendsAgain() throws Exception {
        String body = JsonText.of(fields("*"));
        Map<String, String> key = Map.of("Idempotency-Key", "w1", "Content-Type", "application/json");
        Reply first = owner.send("POST", "/outbound-webhooks", body, key);
        Reply again = owner.send("POST", "/outbound-webhooks", body, key);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
        assertThat(again.json().has("secret")).isFalse();
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
        String rotate = path(first.json()) + "/rotate-secret";
        Reply rotated = owner.send("POST", rotate, "", Map.of("Idempotency-Key", "w2"));
        assertThat(rotated.json().path("secret").asText())
                .startsWith("whsec_")
                .isNotEqualTo(first.json().path("secret").asText());
        assertThat(rotated.json().has("previousSecretUntil")).isTrue();
        Reply replayed = owner.send("POST", rotate, "", Map.of("Idempotency-Key", "w2"));
        assertThat(replayed.json().has("secret")).isFalse();
        assertThat(replayed.json().path("secretShown").asBoolean()).isTrue();
        delete(first.json());
    }

    @Test
    void aKeyThatMayNotReadEventsSendsThemNowhere() throws Exception {
        try (ApiClient blind = console.with("webhooks:read", "webhooks:write")) {
            Reply refused = blind.post("/outbound-webhooks", JsonText.of(fields("*")));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().path("detail").asText()).contains("events:read");
        }
    }
}
