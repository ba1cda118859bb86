package dev.wheelhouse.api.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Notification channels over HTTP, and a far side on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChannelApiTest {

    private static final String SECRET_PATH = "/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX";
    private static final String TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";

    private final List<String> received = new CopyOnWriteArrayList<>();
    private TestConsole console;
    private HttpServer sink;
    private volatile String answer = "ok";
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        sink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sink.createContext("/", exchange -> {
            try (exchange) {
                received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer.equals("ok") ? 200 : 404, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        sink.start();
        Reply allowed = console.owner().patch("/settings", "{\"privateHosts\":[\"127.0.0.1\"]}");
        assertThat(allowed.status()).as(allowed.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        sink.stop(0);
        console.close();
    }

    private String url() {
        return "http://127.0.0.1:" + sink.getAddress().getPort() + SECRET_PATH;
    }

    private Map<String, Object> slack() {
        names++;
        return Map.of("kind", "slack", "name", "Ops " + names, "url", url(), "events", List.of("deploy.succeeded"));
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/notification-channels", JsonText.of(fields));
    }

    private String created(Map<String, ?> fields) throws Exception {
        Reply reply = create(fields);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/notification-channels/" + reply.json().path("id").asText();
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
    }

    private static void refusedAt(Reply reply, String path) {
        refused(reply, 422, "validation_failed");
        assertThat(reply.json().at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    @Test
    void addsReadsChangesAndForgets() throws Exception {
        Map<String, Object> fields = slack();
        Reply made = create(fields);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        JsonNode channel = made.json();
        String path = "/notification-channels/" + channel.path("id").asText();
        assertThat(made.header("Location")).isEqualTo("/api/v1" + path);
        assertThat(channel.path("id").asText()).startsWith("chan_");
        assertThat(channel.path("kind").asText()).isEqualTo("slack");
        assertThat(channel.path("name").asText()).isEqualTo(fields.get("name"));
        assertThat(channel.path("enabled").asBoolean()).isTrue();
        assertThat(channel.path("events").get(0).asText()).isEqualTo("deploy.succeeded");
        assertThat(channel.path("hint").asText())
                .isEqualTo("127.0.0.1:" + sink.getAddress().getPort());
        assertThat(channel.has("createdAt")).isTrue();
        assertThat(channel.path("failing").asBoolean()).isFalse();
        assertThat(channel.path("pending").asInt()).isZero();
        assertThat(channel).hasSize(9);

        Reply read = console.owner().get(path);
        assertThat(read.json()).isEqualTo(channel);
        assertThat(console.owner()
                        .send("GET", path, "", Map.of("If-None-Match", read.header("ETag")))
                        .status())
                .isEqualTo(304);
        Reply changed = console.owner().patch(path, "{\"enabled\":false,\"events\":[\"*\"]}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().path("enabled").asBoolean()).isFalse();
        assertThat(changed.header("ETag")).isNotEqualTo(read.header("ETag"));
        assertThat(console.owner()
                        .patch(path, "{\"enabled\":null}")
                        .json()
                        .path("enabled")
                        .asBoolean())
                .isTrue();
        refused(
                console.owner().send("DELETE", path, "", Map.of("If-Match", read.header("ETag"))),
                412,
                "precondition_failed");
        refused(
                console.owner()
                        .send(
                                "PATCH",
                                path,
                                "{\"name\":\"x\"}",
                                Map.of("If-Match", read.header("ETag"), "Content-Type", "application/json")),
                412,
                "precondition_failed");
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        refused(console.owner().get(path), 404, "not_found");
    }

    @Test
    void listsWithFilters() throws Exception {
        String off = created(JsonText.merge(slack(), Map.of("name", "Filtered Night", "enabled", false)));
        JsonNode found = console.owner()
                .get("/notification-channels?name=ED%20NIGHT&enabled=false")
                .json();
        assertThat(found).hasSize(1);
        assertThat(off).endsWith(found.at("/0/id").asText());
        assertThat(console.owner()
                        .get("/notification-channels?name=ED%20NIGHT&enabled=true")
                        .json())
                .isEmpty();
        refusedAt(console.owner().get("/notification-channels?enabled=perhaps"), "query.enabled");
    }

    @Test
    void testsForRealWithTheFarSidesOwnWords() throws Exception {
        String path = created(slack());
        int before = received.size();
        Reply taken = console.owner().post(path + "/test", "");
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
        assertThat(taken.body()).isEqualTo("{\"delivered\":true}");
        assertThat(received).hasSize(before + 1);
        assertThat(received.getLast()).contains("Test from Wheelhouse");
        answer = "no_service";
        try {
            Reply refused = console.owner().post(path + "/test", "");
            assertThat(refused.status()).isEqualTo(200);
            assertThat(refused.json().path("delivered").asBoolean()).isFalse();
            assertThat(refused.json().path("error").asText())
                    .isEqualTo("127.0.0.1:" + sink.getAddress().getPort() + " answered 404: no_service");
        } finally {
            answer = "ok";
        }
    }

    @Test
    void doesWhatCarriesAnIdempotencyKeyOnce() throws Exception {
        Map<String, String> key = Map.of("Idempotency-Key", "once-" + names, "Content-Type", "application/json");
        String body = JsonText.of(slack());
        Reply first = console.owner().send("POST", "/notification-channels", body, key);
        Reply again = console.owner().send("POST", "/notification-channels", body, key);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        String path = "/notification-channels/" + first.json().path("id").asText() + "/test";
        int before = received.size();
        for (int call = 0; call < 2; call++) {
            Reply sent = console.owner().send("POST", path, "", Map.of("Idempotency-Key", "test-" + names));
            assertThat(sent.body()).isEqualTo("{\"delivered\":true}");
        }
        assertThat(received).hasSize(before + 1);
    }

    @Test
    void namesTheFieldAtFault() throws Exception {
        Map<String, Object> good = slack();
        refusedAt(create(JsonText.merge(good, Map.of("kind", "pager"))), "kind");
        refusedAt(create(JsonText.merge(good, Map.of("to", "bob@example.org"))), "to");
        refusedAt(create(JsonText.merge(good, Map.of("events", List.of("deploy.*", "deploy.exploded")))), "events[1]");
        refusedAt(create(JsonText.merge(good, Map.of("events", List.of()))), "events");
        refusedAt(create(JsonText.merge(good, Map.of("url", "http://u:p@example.com/"))), "url");
        refusedAt(create(JsonText.merge(good, Map.of("url", "http://2130706434/"))), "url");
        refusedAt(create(JsonText.merge(good, Map.of("url", "http://example.com/" + "x".repeat(2000)))), "url");
        refusedAt(create(JsonText.merge(good, Map.of("typo", 1))), "typo");
        refusedAt(create(Map.of("kind", "webhook", "name", "x", "events", List.of("*"))), "url");
        Map<String, Object> mail = Map.of("kind", "email", "name", "x", "events", List.of("*"));
        refusedAt(create(JsonText.merge(mail, Map.of("to", "a@example.org,b@example.org"))), "to");
        Map<String, Object> chat = Map.of("kind", "telegram", "name", "x", "events", List.of("*"), "botToken", TOKEN);
        refusedAt(create(JsonText.merge(chat, Map.of("chatId", "my chat"))), "chatId");
        String path = created(good);
        refused(create(good), 409, "already_exists");
        refusedAt(console.owner().patch(path, "{\"kind\":\"email\"}"), "kind");
        refusedAt(console.owner().patch(path, "{\"url\":null}"), "url");
        refusedAt(console.owner().patch(path, "{\"chatId\":\"5\"}"), "chatId");
        refusedAt(console.owner().patch(path, "{\"events\":[\"no.such\"]}"), "events[0]");
    }

    @Test
    void answersAndEventsHoldNoSecret() throws Exception {
        String path = created(Map.of(
                "kind",
                "telegram",
                "name",
                "chat",
                "events",
                List.of("*"),
                "botToken",
                TOKEN,
                "chatId",
                "-1001234567890"));
        Reply changed = console.owner().patch(path, "{\"chatId\":\"-1001234567891\"}");
        assertThat(changed.json().path("hint").asText()).isEqualTo("…7891");
        String other = created(slack());
        String id = path.substring(path.lastIndexOf('/') + 1);
        List<String> answers = List.of(
                changed.body(),
                console.owner().get(path).body(),
                console.owner().get(other).body(),
                console.owner().get("/notification-channels?limit=200").body(),
                console.owner().get("/events?limit=200").body(),
                console.owner().get("/events?subject=" + id).body());
        assertThat(console.owner().get("/events?subject=" + id).json().findValuesAsText("kind"))
                .contains("notification.channel_created", "notification.channel_changed");
        assertThat(answers)
                .noneMatch(each -> each.contains(TOKEN) || each.contains("XXXXXXXX") || each.contains("-10012345678"));
    }

    @Test
    void needsItsScopes() throws Exception {
        String path = created(slack());
        try (ApiClient reader = console.with("notifications:read")) {
            assertThat(reader.get(path).status()).isEqualTo(200);
            refused(reader.post(path + "/test", ""), 403, "insufficient_scope");
            refused(reader.patch(path, "{\"enabled\":false}"), 403, "insufficient_scope");
            refused(reader.delete(path), 403, "insufficient_scope");
        }
    }

    @Test
    void showsWhomAnEventReached() throws Exception {
        Map<String, Object> fields = new HashMap<>(slack());
        fields.put("events", List.of("api_key.created"));
        String path = created(fields);
        Reply key = console.owner().post("/api-keys", "{\"name\": \"told\", \"scopes\": [\"events:read\"]}");
        assertThat(key.status()).as(key.body()).isEqualTo(201);
        JsonNode delivery = Awaiting.answer(
                        () -> console.owner().get(path + "/deliveries").json(),
                        each -> each.size() == 1,
                        "Nothing was delivered")
                .get(0);
        assertThat(delivery.path("status").asText()).isEqualTo("succeeded");
        assertThat(delivery.path("events").asInt()).isEqualTo(1);
        assertThat(path).endsWith(delivery.path("targetId").asText());
        assertThat(delivery.at("/request/body").asText()).contains("told").doesNotContain(SECRET_PATH);
        assertThat(delivery.has("response")).isFalse();
        assertThat(console.owner()
                        .get(path + "/deliveries/" + delivery.path("id").asText())
                        .json())
                .isEqualTo(delivery);
        assertThat(console.owner().get(path + "/deliveries?status=failed").json())
                .isEmpty();

        String reached = "/events/" + delivery.path("eventId").asText() + "/deliveries";
        assertThat(console.owner().get(reached).json()).hasSize(1).first().isEqualTo(delivery);
        try (ApiClient reader = console.owner().as(key.json().path("token").asText())) {
            assertThat(reader.get(reached).json())
                    .as("without notifications:read")
                    .isEmpty();
            refused(reader.get(path + "/deliveries"), 403, "insufficient_scope");
        }
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        assertThat(console.owner().get(reached).json()).isEmpty();
    }
}
