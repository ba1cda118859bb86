package dev.wheelhouse.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.caller.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiKeyApiTest {

    private TestConsole console;
    private ApiClient owner;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        console = TestConsole.start(directory);
        owner = console.owner();
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private JsonNode create(Map<String, Object> body) throws IOException, InterruptedException {
        Reply reply = owner.post("/api-keys", JsonText.of(body));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json();
    }

    @Test
    void scopesThatAreNullAreNotTheUsualOnes() throws Exception {
        Reply refused = owner.post("/api-keys", "{\"name\":\"unset\",\"scopes\":null}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.json().at("/errors/0/path").asText()).isEqualTo("scopes");
    }

    @Test
    void showsTheTokenOnce() throws Exception {
        Reply made = owner.post("/api-keys", "{\"name\":\"once\"}");
        String token = made.json().path("token").asText();
        assertThat(token).matches("whk_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}");
        String path = made.header("Location").replace("/api/v1", "");
        Reply read = owner.get(path);
        assertThat(read.json()).isEqualTo(made.json().path("key"));
        assertThat(read.body() + owner.get("/api-keys").body()).doesNotContain(token.substring(10));
        assertThat(token)
                .startsWith(read.json().path("prefix").asText())
                .endsWith(read.json().path("last4").asText());
    }

    @Test
    void withoutScopesMayReadAndQuery() throws Exception {
        JsonNode made = create(Map.of("name", "default"));
        List<String> scopes = Arrays.stream(Scope.values())
                .filter(scope -> scope.isRead() || scope == Scope.DATABASES_QUERY)
                .map(Scope::wireName)
                .toList();
        assertThat(made.at("/key/scopes").valueStream().map(JsonNode::asText)).containsExactlyElementsOf(scopes);
        Instant expires = Instant.parse(made.at("/key/expiresAt").asText());
        Instant created = Instant.parse(made.at("/key/createdAt").asText());
        assertThat(Duration.between(created, expires)).isEqualTo(Duration.ofDays(90));
        assertThat(create(Map.of("name", "endless", "expiresInDays", 0))
                        .path("key")
                        .has("expiresAt"))
                .isFalse();
    }

    @Test
    void meTellsWhoAsks() throws Exception {
        JsonNode me = owner.get("/me").json();
        assertThat(me.path("role").asText()).isEqualTo("owner");
        assertThat(me.path("scopes")).hasSize(Scope.values().length);
        try (ApiClient less = console.with("databases:query")) {
            JsonNode other = less.get("/me").json();
            assertThat(other.path("scopes")).hasToString("[\"databases:query\"]");
            assertThat(other.path("memberId")).isEqualTo(me.path("memberId"));
            assertThat(other.path("keyId")).isNotEqualTo(me.path("keyId"));
        }
    }

    @Test
    void nobodyMakesAKeyOfMoreThanTheyHave() throws Exception {
        try (ApiClient less = console.with("api-keys:write", "databases:read")) {
            Reply more = less.post("/api-keys", JsonText.of("name", "x", "scopes", List.of("databases:admin")));
            assertThat(more.status()).isEqualTo(422);
            for (String body : List.of("{\"name\":\"x\"}", "{\"name\":\"x\",\"scopes\":[\"*\"]}")) {
                Reply made = less.post("/api-keys", body);
                try (ApiClient child = owner.as(made.json().path("token").asText())) {
                    assertThat(child.get("/me").json().path("scopes"))
                            .as("Made with %s", body)
                            .hasToString(
                                    body.contains("*")
                                            ? "[\"api-keys:write\",\"databases:read\"]"
                                            : "[\"databases:read\"]");
                }
            }
        }
        try (ApiClient none = console.with("api-keys:write")) {
            assertThat(none.post("/api-keys", "{\"name\":\"x\"}").status()).isEqualTo(422);
        }
        try (ApiClient all = owner.as(create(Map.of("name", "all", "scopes", List.of("*")))
                .path("token")
                .asText())) {
            assertThat(all.get("/me").json().path("scopes")).hasSize(Scope.values().length);
        }
    }

    @Test
    void aRevokedKeyStopsAtOnce() throws Exception {
        JsonNode made = create(Map.of("name", "revoked"));
        String path = "/api-keys/" + made.at("/key/id").asText();
        try (ApiClient client = owner.as(made.path("token").asText())) {
            assertThat(client.get("/me").status()).isEqualTo(200);
            assertThat(owner.send("DELETE", path, "", Map.of("If-Match", "\"other\""))
                            .status())
                    .isEqualTo(412);
            assertThat(owner.delete(path).status()).isEqualTo(204);
            assertThat(client.get("/me").status()).isEqualTo(401);
        }
        assertThat(owner.delete(path).status()).isEqualTo(404);
        assertThat(owner.get(path).status()).isEqualTo(404);
    }

    @Test
    void aKeyGoesWithTheOneThatMadeIt() throws Exception {
        JsonNode parent = create(Map.of("name", "parent", "scopes", List.of("*"), "expiresInDays", 7));
        String path = "/api-keys/" + parent.at("/key/id").asText();
        assertThat(parent.path("key").has("parentId")).isFalse();
        try (ApiClient asParent = owner.as(parent.path("token").asText())) {
            Reply made = asParent.post("/api-keys", "{\"name\":\"child\"}");
            assertThat(made.json().at("/key/parentId")).isEqualTo(parent.at("/key/id"));
            assertThat(made.json().at("/key/expiresAt")).isEqualTo(parent.at("/key/expiresAt"));
            Reply longer = asParent.post("/api-keys", "{\"name\":\"longer\",\"expiresInDays\":30}");
            assertThat(longer.status()).isEqualTo(422);
            assertThat(longer.json().at("/errors/0/path").asText()).isEqualTo("expiresInDays");
            try (ApiClient asChild = owner.as(made.json().path("token").asText());
                    ApiClient narrow = console.with("api-keys:write")) {
                Reply outranked = narrow.delete(path);
                assertThat(outranked.status()).isEqualTo(403);
                assertThat(outranked.json().path("code").asText()).isEqualTo("insufficient_scope");
                Reply used = owner.delete(path);
                assertThat(used.status()).isEqualTo(409);
                assertThat(used.json().path("code").asText()).isEqualTo("in_use");
                assertThat(used.json().path("detail").asText()).contains("1 key");
                assertThat(owner.delete(path + "?children=perhaps").status()).isEqualTo(422);
                assertThat(owner.delete(path + "?children=true").status()).isEqualTo(204);
                assertThat(asChild.get("/me").status()).isEqualTo(401);
            }
        }
    }

    @Test
    void theLocalTokenCannotBeRevoked() throws Exception {
        Reply reply = owner.delete(
                "/api-keys/" + owner.get("/me").json().path("keyId").asText());
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.json().path("code").asText()).isEqualTo("state_invalid");
    }

    @Test
    void namesWhatIsWrong() throws Exception {
        Map<String, String> wrong = Map.of(
                "{\"name\":\"\"}",
                "name",
                "{\"name\":\"" + "x".repeat(101) + "\"}",
                "name",
                "{\"name\":\"x\",\"scopes\":[]}",
                "scopes",
                "{\"name\":\"x\",\"scopes\":[\"databases:read\",\"all\"]}",
                "scopes[1]",
                "{\"name\":\"x\",\"scopes\":\"*\"}",
                "scopes",
                "{\"name\":\"x\",\"expiresInDays\":8}",
                "expiresInDays",
                "{\"name\":\"x\",\"expiresInDays\":99999999999999999999}",
                "expiresInDays",
                "{\"name\":\"x\",\"expiresIn\":7}",
                "expiresIn",
                "{\"name\":7}",
                "name",
                "{}",
                "name");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Reply reply = owner.post("/api-keys", each.getKey());
            assertThat(reply.status()).as(each.getKey()).isEqualTo(422);
            assertThat(reply.json().at("/errors/0/path").asText()).isEqualTo(each.getValue());
        }
    }
}
