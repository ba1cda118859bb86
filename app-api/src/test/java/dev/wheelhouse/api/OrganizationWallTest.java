package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.access.OtherOrganization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to one organization is not there for another. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrganizationWallTest {

    private TestConsole console;
    private ApiClient stranger;
    private ConnectionClient connection;
    private Belongings belongings;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        stranger = console.owner().as(OtherOrganization.addTo(console.home()));
        connection = console.addSqlite();
        belongings = new Belongings(console.owner(), connection, directory.toRealPath());
    }

    @AfterAll
    void stop() {
        stranger.close();
        console.close();
    }

    @Test
    void everyObjectOfAnotherOrganizationIsNotFound() throws Exception {
        List<Route> routes = ApiWiring.routes(console.core(), Clock.systemUTC()).stream()
                .filter(route -> route.template().text().contains("{id}"))
                // The vault and its homes are the state's.
                .filter(route -> !route.template().text().startsWith("/vault/"))
                .toList();
        assertThat(routes).hasSizeGreaterThan(100);
        for (Route route : routes) {
            Reply reply = ask(stranger, route, belongings.path(route.template().text()));
            assertThat(reply.status())
                    .as("%s %s answers %s", route.method(), route.template(), reply.body())
                    .isEqualTo(404);
            assertThat(reply.json().path("code").asText()).isEqualTo("not_found");
        }
        assertThat(connection.value("SELECT count(*) FROM t").asInt()).isEqualTo(1);
    }

    @Test
    void anUnknownIdIsNotFoundEither() throws Exception {
        for (Route route : ApiWiring.routes(console.core(), Clock.systemUTC())) {
            if (route.template().text().contains("{id}")) {
                Reply reply = ask(
                        console.owner(),
                        route,
                        Belongings.path(route.template().text(), "db_00000000000000000000000000"));
                assertThat(reply.status())
                        .as("%s %s", route.method(), route.template())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void listsShowNothingOfAnotherOrganization() throws Exception {
        assertThat(stranger.get("/db-connections").json()).isEmpty();
        assertThat(stranger.get("/servers").json()).isEmpty();
        assertThat(stranger.get("/servers/local").status()).isEqualTo(404);
        assertThat(stranger.get("/jobs").json()).isEmpty();
        assertThat(stranger.get("/apps").json()).isEmpty();
        assertThat(stranger.get("/schedules").json()).isEmpty();
        assertThat(stranger.get("/notification-channels").json()).isEmpty();
        assertThat(stranger.get("/mail/instances").json()).isEmpty();
        assertThat(stranger.get("/mail/domains").json()).isEmpty();
        assertThat(stranger.get("/deployments").json()).isEmpty();
        assertThat(stranger.get("/outbound-webhooks").json()).isEmpty();
        assertThat(stranger.get("/vcs-connections").json()).isEmpty();
        assertThat(stranger.get("/conversations").json()).isEmpty();
        assertThat(stranger.get("/members/invites").json()).isEmpty();
        assertThat(stranger.get("/members").json()).hasSize(1);
        assertThat(stranger.get("/members?name=owner").json()).isEmpty();
        JsonNode keys = stranger.get("/api-keys").json();
        assertThat(keys).hasSize(1);
        assertThat(keys.at("/0/name").asText()).isEqualTo("Stranger's key");
    }

    @Test
    void toolsShowNothingOfAnotherOrganization() throws Exception {
        String call = JsonText.of(
                "jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", Map.of("name", "list_databases"));
        Reply ours = console.owner().post("/mcp", call);
        assertThat(ours.body()).contains(connection.id());
        Reply theirs = stranger.post("/mcp", call);
        assertThat(theirs.json().at("/result/isError").asBoolean(true)).isFalse();
        assertThat(theirs.body()).doesNotContain(connection.id());
    }

    @Test
    void bothMayUseOneName() throws Exception {
        Path file = console.newFile();
        Map<String, Object> fields = JsonText.merge(
                Map.of("engine", "sqlite", "path", file.toString(), "create", true),
                Map.of("environment", "development", "name", "shared name"));
        assertThat(console.owner().post("/db-connections", JsonText.of(fields)).status())
                .isEqualTo(201);
        Reply theirs = stranger.post("/db-connections", JsonText.of(fields));
        assertThat(theirs.status()).isEqualTo(201);
        String id = theirs.json().path("id").asText();
        assertThat(console.owner().get("/db-connections/" + id).status()).isEqualTo(404);
        assertThat(stranger.delete("/db-connections/" + id).status()).isEqualTo(204);
    }

    @Test
    void eventsOfAnotherOrganizationAreNotListed() throws Exception {
        assertThat(console.owner().get("/events?subject=" + connection.id()).json())
                .isNotEmpty();
        assertThat(stranger.get("/events?subject=" + connection.id()).json()).isEmpty();
    }

    private static Reply ask(ApiClient client, Route route, String path) throws IOException, InterruptedException {
        String template = route.template().text();
        return switch (route.method()) {
            case GET -> client.get(path);
            case DELETE -> client.delete(path);
            case PATCH ->
                client.patch(
                        path,
                        switch (template) {
                            case "/api-keys/{id}" -> "{\"requestsPerMinute\":60}";
                            case "/members/{id}" -> "{\"role\":\"viewer\"}";
                            default -> "{\"name\":\"taken-over\"}";
                        });
            case PUT ->
                client.send(
                        "PUT",
                        path,
                        path.startsWith("/apps/")
                                ? "{\"cloneUrl\":\"/none/taken-over.git\"}"
                                : "{\"baseUrl\":\"http://127.0.0.1:1\"}",
                        Map.of("Content-Type", "application/json"));
            default -> post(client, template, path);
        };
    }

    /** A body that would do something if the object were theirs. */
    private static Reply post(ApiClient client, String template, String path) throws IOException, InterruptedException {
        String last = template.substring(template.lastIndexOf('/') + 1);
        return switch (last) {
            case "test",
                    "start",
                    "stop",
                    "restart",
                    "run",
                    "pull",
                    "base-backup",
                    "plan",
                    "restore",
                    "recovery-text",
                    "verify",
                    "rotate-secret",
                    "rehearse",
                    "deployments",
                    "cancel",
                    "approve",
                    "reject",
                    "rollback" -> client.post(path, "");
            case "redeliver" ->
                client.post(path, template.contains("/deliveries/") ? "" : "{\"since\":\"2026-01-02T03:04:05Z\"}");
            case "webhooks" -> client.post(path, "{\"appId\":\"app_none\",\"owner\":\"a\",\"name\":\"b\"}");
            case "messages" -> client.post(path, "{\"content\":\"/servers\"}");
            case "trust-host-key" -> client.post(path, "{\"fingerprint\":\"SHA256:" + "x".repeat(43) + "\"}");
            case "undo" -> client.post(path, "");
            case "publish" -> client.post(path, "{\"preview\":true}");
            case "rotate-dkim" -> client.post(path, "{}");
            case "dkim-key" -> client.post(path, "{\"format\":\"pkcs8\"}");
            case "query" -> client.post(path, "{\"sql\":\"DELETE FROM t\",\"confirm\":true}");
            case "explain", "format", "completion" -> client.post(path, "{\"sql\":\"SELECT 1\"}");
            case "edits", "preview" ->
                client.post(path, "{\"edits\":[{\"op\":\"delete\",\"table\":\"t\",\"pk\":{\"id\":1}}]}");
            case "export" -> client.post(path, "{\"table\":\"t\",\"format\":\"csv\"}");
            case "scripts" ->
                client.send("POST", path + "?confirm=true", "DELETE FROM t", Map.of("Content-Type", "text/plain"));
            default -> throw new AssertionError("Say what to send to " + template);
        };
    }
}
