package dev.wheelhouse.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.signing.HomeSignature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventApiTest {

    private TestConsole console;
    private ConnectionClient connection;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        connection = console.addSqlite();
        connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)");
        for (int i = 0; i < 3; i++) {
            connection.edits(ConnectionClient.insert("t", Map.of("id", i)));
        }
        console.owner()
                .send(
                        "PATCH",
                        connection.path(),
                        "{\"environment\": \"staging\"}",
                        Map.of("Content-Type", "application/json"));
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private JsonNode list(String query) throws Exception {
        Reply reply = console.owner().get("/events" + query);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static List<String> kinds(JsonNode events) {
        List<String> kinds = new ArrayList<>();
        events.forEach(event -> kinds.add(event.path("kind").asText()));
        return kinds;
    }

    @Test
    void tellsWhatHappenedNewestFirst() throws Exception {
        JsonNode events = list("?subject=" + connection.id());
        assertThat(kinds(events))
                .containsExactly(
                        "database.connection_changed",
                        "database.edited",
                        "database.edited",
                        "database.edited",
                        "database.edited",
                        "database.edited",
                        "database.edited",
                        "database.connection_created");
        assertThat(events.at("/0/data/before/environment").asText()).isEqualTo("development");
        assertThat(events.at("/0/data/after/environment").asText()).isEqualTo("staging");
        assertThat(events.at("/0/actor/origin").asText()).isEqualTo("http");
        assertThat(events.at("/0/actor/address").asText()).isNotEmpty();
        assertThat(events.at("/1/data/outcome").asText()).isEqualTo("succeeded");
    }

    @Test
    void siftsByKindAndTime() throws Exception {
        assertThat(kinds(list("?kind=api_key.*"))).isNotEmpty().allMatch("api_key.created"::equals);
        assertThat(kinds(list("?kind=database.edited,api_key.created"))).contains("database.edited", "api_key.created");
        assertThat(kinds(list("?kind=*"))).isEqualTo(kinds(list("")));
        assertThat(list("?kind=apiXkey.*".replace('X', '_')).size()).isPositive();
        assertThat(list("?kind=deploy.*")).isEmpty();
        String changed =
                list("?kind=database.connection_changed").at("/0/occurredAt").asText();
        assertThat(kinds(list("?from=" + changed))).first().isEqualTo("database.connection_changed");
        assertThat(kinds(list("?to=" + changed))).doesNotContain("database.connection_changed");
    }

    @Test
    void siftsByWhoDidIt() throws Exception {
        String member =
                list("?subject=" + connection.id()).at("/0/actor/memberId").asText();
        try (ApiClient other = console.with("api-keys:write", "events:read", "audit:read")) {
            other.post("/api-keys", "{\"name\": \"by another key\", \"scopes\": [\"events:read\"]}");
            JsonNode made = list("?kind=api_key.created").get(0);
            String key = made.at("/actor/keyId").asText();
            assertThat(kinds(list("?actor=" + key))).containsExactly("api_key.created");
            // What the console does by itself is nobody's.
            List<String> all = kinds(list(""));
            all.remove("server.created");
            assertThat(kinds(list("?actor=" + member))).isEqualTo(all);
            assertThat(list("?actor=" + key.replace("key_", "key%25"))).isEmpty();
            assertThat(list("?actor=" + made.at("/actor/requestId").asText())).isEmpty();
            assertThat(list("?actor=%22")).isEmpty();
        }
        try (ApiClient reader = console.with("events:read")) {
            assertThat(reader.get("/events?actor=" + member).status()).isEqualTo(403);
            assertThat(reader.get("/events/stream?actor=" + member).status()).isEqualTo(403);
        }
    }

    @Test
    void pagesByCursor() throws Exception {
        List<String> all = new ArrayList<>();
        list("").forEach(event -> all.add(event.path("id").asText()));
        List<String> paged = new ArrayList<>();
        String next = "/events?limit=3";
        while (next != null) {
            Reply reply = console.owner().get(next);
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            reply.json().forEach(event -> paged.add(event.path("id").asText()));
            String link = reply.header("Link");
            next = link.isEmpty() ? null : link.substring(link.indexOf("/events"), link.indexOf('>'));
        }
        assertThat(paged).isEqualTo(all).hasSizeGreaterThan(6);
    }

    @Test
    void hidesTheAuditFromWhoMayNotReadIt() throws Exception {
        try (ApiClient reader = console.with("events:read")) {
            JsonNode event = reader.get("/events?kind=database.connection_changed")
                    .json()
                    .get(0);
            assertThat(event.has("actor")).isFalse();
            assertThat(event.path("data").has("before")).isFalse();
            assertThat(event.path("data").has("after")).isFalse();
            assertThat(event.at("/data/name").asText()).isNotEmpty();
        }
    }

    @Test
    void refusesWhatIsNoFilter() throws Exception {
        for (String query : List.of(
                "kind=Deploy.failed",
                "kind=a.*.b",
                "kind=nothing.happened",
                "kind=nothing.*",
                "kind=",
                "kind=" + "a.b,".repeat(20) + "a.b",
                "from=yesterday",
                "from=2026-01-02T03:04:05Z&to=2026-01-02T03:04:05Z",
                "cursor=evt_00000000000000000000000000",
                "cursor=x",
                "limit=0")) {
            Reply reply = console.owner().get("/events?" + query);
            assertThat(reply.status()).as(query + reply.body()).isEqualTo(422);
            String path = reply.json().at("/errors/0/path").asText();
            assertThat(path).startsWith("query.");
        }
    }

    @Test
    void streamsWhatHappensAndGoesOnWhereItsReaderWas() throws Exception {
        String last;
        try (RawHttp stream = stream("?kind=api_key.*", "")) {
            assertThat(readUntil(stream, "retry: 2000")).contains(" 200 ").contains("text/event-stream");
            console.tokenWith("events:read");
            String seen = readUntil(stream, "\"kind\":\"api_key.created\"");
            assertThat(seen).contains("event: api_key.created");
            last = seen.replaceAll("(?s).*id: ([0-9]+).*", "$1");
        }
        console.tokenWith("events:read");
        console.tokenWith("events:read");
        try (RawHttp stream = stream("?kind=api_key.created", "Last-Event-ID: " + last + "\r\n")) {
            String seen = readUntil(stream, "\"kind\":\"api_key.created\"");
            long next = Long.parseLong(seen.replaceAll("(?s).*id: ([0-9]+).*", "$1"));
            assertThat(next).isGreaterThan(Long.parseLong(last));
            readUntil(stream, "\"kind\":\"api_key.created\"");
            assertThat(seen).doesNotContain("event: gap");
        }
        try (RawHttp stream = stream("", "Last-Event-ID: 999999999\r\n")) {
            assertThat(readUntil(stream, "event: gap")).isNotEmpty();
        }
        for (String wrong : List.of("evt_1", "-1", "1 2", "1".repeat(19))) {
            try (RawHttp stream = stream("", "Last-Event-ID: " + wrong + "\r\n")) {
                assertThat(stream.receive().status()).as(wrong).isEqualTo(422);
            }
        }
        try (RawHttp stream = stream("?kind=nothing.happened", "")) {
            assertThat(stream.receive().status()).isEqualTo(422);
        }
    }

    private RawHttp stream(String query, String headers) throws IOException {
        return new RawHttp(console.port())
                .send("GET /api/v1/events/stream" + query + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + console.ownerToken() + "\r\n" + headers + "\r\n");
    }

    private static String readUntil(RawHttp stream, String words) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(words) < 0) {
            int next = stream.socket().getInputStream().read();
            assertThat(next).as(seen + " and no more").isNotNegative();
            seen.append((char) next);
        }
        return seen.toString();
    }

    @Test
    void exportsTheLogSoThatItCanBeVerified() throws Exception {
        Reply reply = console.owner().get("/events/export");
        assertThat(reply.header("Content-Type")).isEqualTo("application/x-ndjson");
        String previous = "";
        long ordinal = 0;
        List<String> lines = reply.body().lines().toList();
        for (String line : lines.subList(0, lines.size() - 1)) {
            JsonNode event = new ObjectMapper().readTree(line);
            assertThat(event.path("ordinal").asLong()).isEqualTo(++ordinal);
            assertThat(event.path("previousHash").asText()).isEqualTo(previous);
            String time = event.path("occurredAt").asText();
            assertThat(time).matches("[0-9T:-]+\\.[0-9]{3}Z");
            previous = Sha256.hexOfParts(
                    previous,
                    event.path("id").asText(),
                    event.path("kind").asText(),
                    event.path("subjectId").asText(),
                    Long.toString(Instant.parse(time).toEpochMilli()),
                    line.replaceAll(".*\"actor\":(\\{.*}),\"data\":.*", "$1"),
                    line.replaceAll(".*,\"data\":(\\{.*}),\"previousHash\":.*", "$1"));
            assertThat(event.path("hash").asText()).isEqualTo(previous);
        }
        assertThat(ordinal).isGreaterThan(5);
        JsonNode signed = new ObjectMapper().readTree(lines.getLast()).path("signed");
        assertThat(signed.path("ordinal").asLong()).isEqualTo(ordinal);
        assertThat(signed.path("hash").asText()).isEqualTo(previous);
        assertThat(new HomeSignature(
                                signed.path("signingKey").asText(),
                                signed.path("signature").asText())
                        .covers(String.join(
                                        "\n",
                                        "wheelhouse audit head",
                                        signed.path("organizationId").asText(),
                                        signed.path("homeId").asText(),
                                        signed.path("oldest").asText(),
                                        Long.toString(ordinal),
                                        previous,
                                        signed.path("signedAt").asText())
                                .getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }

    @Test
    void verifiesTheLogAndSaysWhereItIsBroken(@TempDir Path other) throws Exception {
        try (TestConsole altered = TestConsole.start(other)) {
            for (int i = 0; i < 4; i++) {
                altered.tokenWith("events:read");
            }
            JsonNode whole = altered.owner().post("/events/verify", "").json();
            assertThat(whole.path("ok").asBoolean()).isTrue();
            long count = whole.path("checked").asLong();
            assertThat(whole.path("to").asLong()).isEqualTo(count);
            try (Connection state = DriverManager.getConnection(
                            "jdbc:sqlite:" + altered.home().resolve("state.db"));
                    Statement statement = state.createStatement()) {
                statement.executeUpdate("UPDATE event SET data = '{}' WHERE ordinal = 3");
            }
            JsonNode broken = altered.owner().post("/events/verify", "").json();
            assertThat(broken.path("ok").asBoolean()).isFalse();
            assertThat(broken.path("checked").asLong()).isEqualTo(2);
            assertThat(broken.path("brokenAt").asLong()).isEqualTo(3);
            assertThat(broken.path("fault").asText()).contains("3").contains("altered");
        }
    }

    @Test
    void listsEveryKindThatThereIs() throws Exception {
        JsonNode kinds = console.owner().get("/event-kinds").json();
        assertThat(kinds.valueStream().map(each -> each.path("name").asText()))
                .hasSize(EventKind.values().length)
                .isSorted()
                .contains("deploy.failed", "app.crashed", "api_key.expiring", "webhook.test");
        Set<String> names =
                kinds.valueStream().map(each -> each.path("name").asText()).collect(Collectors.toSet());
        assertThat(kinds.valueStream()
                        .filter(each -> each.has("resolvedBy"))
                        .map(each -> each.path("resolvedBy").asText()))
                .isNotEmpty()
                .allMatch(names::contains);
        assertThat(kinds.valueStream().map(each -> Scope.find(each.path("scope").asText())))
                .allMatch(Optional::isPresent);
    }
}
