package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
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
    private String keyId;
    private String jobId;
    private String serverId;
    private String appId;
    private String scheduleId;
    private String mailInstanceId;
    private String mailDomainId;
    private String deploymentId;
    private String channelId;
    private String webhookId;
    private String vcsConnectionId;
    private String eventId;
    private String conversationId;
    private String memberId;
    private String inviteId;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        stranger = console.owner().as(OtherOrganization.addTo(console.home()));
        connection = console.addSqlite();
        connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)");
        connection.run("INSERT INTO t VALUES (1, 'x')");
        keyId = console.owner().get("/api-keys").json().at("/0/id").asText();
        memberId = console.owner().get("/me").json().path("memberId").asText();
        inviteId = console.owner()
                .post("/members/invites", JsonText.of("email", "ada@example.com", "role", "viewer"))
                .json()
                .path("id")
                .asText();
        Reply job = connection.script("SELECT 1");
        jobId = job.json().path("id").asText();
        connection.endOf(job);
        serverId = console.owner()
                .post(
                        "/servers",
                        JsonText.of(Map.of(
                                "name",
                                "theirs",
                                "kind",
                                "ssh",
                                "host",
                                "127.0.0.1",
                                "port",
                                1,
                                "user",
                                "ada",
                                "auth",
                                Map.of("type", "agent"))))
                .json()
                .path("id")
                .asText();
        scheduleId = console.owner()
                .post(
                        "/schedules",
                        JsonText.of(
                                Map.of("name", "theirs", "serverId", serverId, "command", "true", "cron", "@yearly")))
                .json()
                .path("id")
                .asText();
        channelId = console.owner()
                .post(
                        "/notification-channels",
                        JsonText.of(Map.of(
                                "kind", "email", "name", "theirs", "events", List.of("*"), "to", "ops@example.com")))
                .json()
                .path("id")
                .asText();
        mailInstanceId = console.owner()
                .post(
                        "/mail/instances",
                        JsonText.of(
                                Map.of("name", "theirs", "hostname", "mail.example.com", "ipv4", List.of("192.0.2.1"))))
                .json()
                .path("id")
                .asText();
        mailDomainId = console.owner()
                .post("/mail/domains", JsonText.of(Map.of("mailInstanceId", mailInstanceId, "fqdn", "example.com")))
                .json()
                .path("id")
                .asText();
        vcsConnectionId = console.owner()
                .post(
                        "/vcs-connections",
                        JsonText.of(
                                Map.of("kind", "gitea", "name", "theirs", "baseUrl", "https://1.1.1.1", "token", "x")))
                .json()
                .path("id")
                .asText();
        // One that no event is sent to.
        webhookId = console.owner()
                .post(
                        "/outbound-webhooks",
                        JsonText.of(Map.of(
                                "url", "https://1.1.1.1/", "events", List.of("deploy.failed"), "enabled", false)))
                .json()
                .path("id")
                .asText();
        conversationId =
                console.owner().post("/conversations", "").json().path("id").asText();
        eventId = console.owner().get("/events").json().at("/0/id").asText();
        appId = console.owner()
                .post(
                        "/apps",
                        JsonText.of(Map.of(
                                "name",
                                "theirs",
                                "serverId",
                                serverId,
                                "runtime",
                                "systemd",
                                "unit",
                                "x.service",
                                "source",
                                Map.of("cloneUrl", "/none/shop.git", "autoDeploy", false))))
                .json()
                .path("id")
                .asText();
        deploymentId = console.owner()
                .post("/apps/" + appId + "/deployments", "")
                .json()
                .path("id")
                .asText();
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
                .toList();
        assertThat(routes).hasSizeGreaterThan(15);
        for (Route route : routes) {
            Reply reply = ask(stranger, route);
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
                Reply reply = ask(console.owner(), route, "db_00000000000000000000000000");
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

    private Reply ask(ApiClient client, Route route) throws IOException, InterruptedException {
        String template = route.template().text();
        String area = template.substring(1, template.indexOf('/', 1));
        return ask(
                client,
                route,
                switch (area) {
                    case "api-keys" -> keyId;
                    case "jobs" -> jobId;
                    case "servers" -> serverId;
                    case "apps" -> appId;
                    case "schedules" -> scheduleId;
                    case "mail" -> template.startsWith("/mail/instances") ? mailInstanceId : mailDomainId;
                    case "deployments" -> deploymentId;
                    case "notification-channels" -> channelId;
                    case "outbound-webhooks" -> webhookId;
                    case "vcs-connections" -> vcsConnectionId;
                    case "events" -> eventId;
                    case "conversations" -> conversationId;
                    case "members" -> template.startsWith("/members/invites") ? inviteId : memberId;
                    default -> connection.id();
                });
    }

    private static Reply ask(ApiClient client, Route route, String id) throws IOException, InterruptedException {
        String template = route.template().text();
        String path = template.replace("{id}", id)
                .replace("{schema}", "main")
                .replace("{table}", "t")
                .replace("{queryId}", "q")
                .replace("{planId}", "plan_00000000000000000000000000")
                .replace("{deliveryId}", "dlv_00000000000000000000000000")
                .replace("{runId}", "run_00000000000000000000000000");
        if (template.endsWith("/value")) {
            path += "?pk=%7B%22id%22%3A1%7D&column=a";
        }
        if (template.endsWith("/series")) {
            path += "?metric=cpu&range=1h";
        }
        if (template.startsWith("/servers/{id}/logs")) {
            path += "?path=/etc/hostname";
        }
        if (template.endsWith("/discovered-apps")) {
            path += "?runtime=systemd";
        }
        if (template.endsWith("/marks")) {
            path += "?range=1h";
        }
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
