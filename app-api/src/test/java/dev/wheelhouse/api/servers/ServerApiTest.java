package dev.wheelhouse.api.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.host.ssh.CutProxy;
import dev.wheelhouse.core.platform.host.ssh.TestSshServer;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Servers over HTTP, and databases that are reached through them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class ServerApiTest {

    private static final Map<String, Object> PASSWORD = Map.of("type", "password", "password", TestSshServer.PASSWORD);

    private TestConsole console;
    private TestSshServer ssh;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        console = TestConsole.start(directory);
        ssh = new TestSshServer();
    }

    @AfterAll
    void stop() {
        console.close();
        ssh.close();
    }

    private Map<String, Object> fields(int port) {
        names++;
        return Map.of(
                "name",
                "web-" + names,
                "kind",
                "ssh",
                "host",
                "127.0.0.1",
                "port",
                port,
                "user",
                TestSshServer.USER,
                "auth",
                PASSWORD);
    }

    private Reply create(Map<String, ?> fields) throws Exception {
        return console.owner().post("/servers", JsonText.of(fields));
    }

    private String created(int port) throws Exception {
        Reply reply = create(fields(port));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/servers/" + reply.json().path("id").asText();
    }

    private String trusted(int port) throws Exception {
        String path = created(port);
        ok(trust(path, ssh.hostKey().fingerprint()));
        return path;
    }

    private Reply trust(String path, String fingerprint) throws Exception {
        return console.owner().post(path + "/trust-host-key", JsonText.of("fingerprint", fingerprint));
    }

    private JsonNode test(String path) throws Exception {
        return ok(console.owner().post(path + "/test", ""));
    }

    private static JsonNode ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static JsonNode refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
        return reply.json();
    }

    private static void refusedAt(Reply reply, String path) {
        assertThat(refused(reply, 422, "validation_failed").at("/errors/0/path").asText())
                .as(reply.body())
                .isEqualTo(path);
    }

    private static String idOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Test
    void theAnsweringMachineIsAServerCalledLocal() throws Exception {
        JsonNode own = ok(console.owner().get("/servers/local"));

        assertThat(own.path("kind").asText()).isEqualTo("local");
        assertThat(own.path("status").asText()).isEqualTo("online");
        assertThat(own.path("id").asText())
                .isEqualTo(Files.readString(console.home().resolve("home-id")).strip());
        JsonNode test = test("/servers/local");
        assertThat(test.path("ok").asBoolean()).isTrue();
        assertThat(test.path("os").asText()).isNotEmpty();
        refused(console.owner().delete("/servers/local"), 409, "state_invalid");
        refusedAt(console.owner().patch("/servers/local", "{\"host\":\"x\"}"), "host");
        JsonNode renamed = ok(console.owner().patch("/servers/local", "{\"name\":\"my-machine\"}"));
        assertThat(renamed.path("name").asText()).isEqualTo("my-machine");
        assertThat(renamed.path("id").asText()).isEqualTo(own.path("id").asText());
    }

    @Test
    void addsReadsChangesAndForgets() throws Exception {
        Reply made = create(fields(22));
        assertThat(made.status()).isEqualTo(201);
        String path = "/servers/" + made.json().path("id").asText();
        assertThat(made.header("Location")).endsWith(path);
        assertThat(made.json().path("status").asText()).isEqualTo("unknown");
        assertThat(made.json().at("/auth/type").asText()).isEqualTo("password");
        assertThat(made.json().has("hostKeyFingerprint")).isFalse();

        Reply read = console.owner().get(path);
        Map<String, String> asRead = Map.of("If-Match", read.header("ETag"));
        JsonNode changed = ok(console.owner()
                .send(
                        "PATCH",
                        path,
                        "{\"user\":\"grace\",\"port\":null,\"auth\":{\"password\":\"another\"}}",
                        withJson(asRead)));
        assertThat(changed.path("user").asText()).isEqualTo("grace");
        assertThat(changed.path("port").asInt()).isEqualTo(22);
        refused(console.owner().send("PATCH", path, "{\"user\":\"x\"}", withJson(asRead)), 412, "precondition_failed");
        refused(console.owner().send("DELETE", path, "", asRead), 412, "precondition_failed");

        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        refused(console.owner().get(path), 404, "not_found");
    }

    private static Map<String, String> withJson(Map<String, String> headers) {
        return Stream.concat(
                        headers.entrySet().stream(), Map.of("Content-Type", "application/json").entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void namesTheFieldAtFault() throws Exception {
        Map<String, Object> good = fields(22);
        refusedAt(create(JsonText.merge(good, Map.of("name", "Web 1"))), "name");
        refusedAt(create(JsonText.merge(good, Map.of("name", "local"))), "name");
        refusedAt(create(JsonText.merge(good, Map.of("host", "ssh://web-1"))), "host");
        refusedAt(create(JsonText.merge(good, Map.of("host", "-oProxyCommand=x"))), "host");
        refusedAt(create(JsonText.merge(good, Map.of("port", 0))), "port");
        refusedAt(create(JsonText.merge(good, Map.of("user", "a b"))), "user");
        refusedAt(create(Map.of("name", "bare", "kind", "ssh", "host", "h", "user", "u")), "auth");
        refusedAt(create(JsonText.merge(good, Map.of("auth", Map.of("type", "password")))), "auth.password");
        refusedAt(create(JsonText.merge(good, Map.of("auth", Map.of("type", "key")))), "auth.privateKey");
        refusedAt(
                create(JsonText.merge(good, Map.of("auth", Map.of("type", "key", "privateKey", "no key")))),
                "auth.privateKey");
        refusedAt(
                create(JsonText.merge(good, Map.of("auth", Map.of("type", "agent", "password", "x")))),
                "auth.password");
        refusedAt(create(JsonText.merge(good, Map.of("kind", "local"))), "host");
        refusedAt(create(JsonText.merge(good, Map.of("auth", Map.of("type", "magic")))), "auth.type");
        assertThat(create(good).status()).isEqualTo(201);
        refused(create(good), 409, "already_exists");
    }

    @Test
    void meetsAServerTrustsItAndLogsIn() throws Exception {
        String path = created(ssh.port());
        JsonNode first = test(path);
        assertThat(first.path("ok").asBoolean()).isFalse();
        String fingerprint = ssh.hostKey().fingerprint();
        assertThat(first.path("hostKeyFingerprint").asText()).isEqualTo(fingerprint);

        JsonNode other = refused(trust(path, "SHA256:" + "0".repeat(43)), 409, "host_key_unknown");
        assertThat(other.path("fingerprint").asText()).isEqualTo(fingerprint);
        refusedAt(trust(path, "md5:00"), "fingerprint");
        assertThat(ok(trust(path, fingerprint)).path("hostKeyFingerprint").asText())
                .isEqualTo(fingerprint);

        JsonNode second = test(path);
        assertThat(second.path("ok").asBoolean()).as(second.toString()).isTrue();
        assertThat(second.path("os").asText()).isNotEmpty();
        assertThat(ok(console.owner().get(path)).path("status").asText()).isEqualTo("online");
    }

    @Test
    void stopsHardWhenTheKeyChanges() throws Exception {
        try (TestSshServer changing = new TestSshServer()) {
            String path = created(changing.port());
            ok(trust(path, changing.hostKey().fingerprint()));
            changing.showHostKeys(TestSshServer.newKey("ssh-ed25519", 256));

            ConnectionClient through =
                    console.addPostgres(PostgresServer.shared().newDatabase(), Map.of("serverId", idOf(path)));
            JsonNode problem = refused(through.query("SELECT 1"), 409, "host_key_changed");

            assertThat(problem.path("fingerprint").asText())
                    .isEqualTo(changing.hostKey().fingerprint());
            JsonNode test = test(path);
            assertThat(test.path("ok").asBoolean()).isFalse();
            assertThat(test.path("error").asText()).contains("another than the one that is trusted");
            Awaiting.answer(
                    () -> console.owner()
                            .get("/events?kind=server.host_key_changed")
                            .json(),
                    events -> events.size() == 1,
                    "There is no event of the changed key");
            ok(trust(path, changing.hostKey().fingerprint()));
            assertThat(through.value("SELECT 7").asInt()).isEqualTo(7);
        }
    }

    @Test
    void anotherHostOrPortIsAnotherMachine() throws Exception {
        String path = trusted(ssh.port());

        JsonNode moved = ok(console.owner().patch(path, JsonText.of("port", 1, "auth", PASSWORD)));

        assertThat(moved.has("hostKeyFingerprint")).isFalse();
        ok(console.owner().patch(path, JsonText.of("port", ssh.port(), "auth", PASSWORD)));
        assertThat(test(path).path("ok").asBoolean()).isFalse();
    }

    @Test
    void triesADraftWithAndWithoutItsKeyAndKeepsNothing() throws Exception {
        Map<String, Object> draft =
                Map.of("host", "127.0.0.1", "port", ssh.port(), "user", TestSshServer.USER, "auth", PASSWORD);
        JsonNode first = ok(console.owner().post("/servers/test", JsonText.of(draft)));
        assertThat(first.path("ok").asBoolean()).isFalse();
        String fingerprint = first.path("hostKeyFingerprint").asText();
        assertThat(fingerprint).isEqualTo(ssh.hostKey().fingerprint());

        Map<String, Object> confirmed = JsonText.merge(draft, Map.of("hostKeyFingerprint", fingerprint));
        assertThat(ok(console.owner().post("/servers/test", JsonText.of(confirmed)))
                        .path("ok")
                        .asBoolean())
                .isTrue();
        Map<String, Object> wrong =
                JsonText.merge(confirmed, Map.of("auth", Map.of("type", "password", "password", "not-it-at-all")));
        JsonNode refused = ok(console.owner().post("/servers/test", JsonText.of(wrong)));
        assertThat(refused.path("error").asText())
                .contains("refuses the user ada")
                .doesNotContain("not-it-at-all");

        String stored = trusted(ssh.port());
        Map<String, Object> asStored =
                JsonText.merge(confirmed, Map.of("auth", Map.of("type", "password"), "serverId", idOf(stored)));
        assertThat(ok(console.owner().post("/servers/test", JsonText.of(asStored)))
                        .path("ok")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void keepsTheSecretThatAPatchDoesNotMention() throws Exception {
        String path = trusted(ssh.port());
        ok(console.owner().patch(path, "{\"auth\":{\"type\":\"password\"}}"));
        assertThat(test(path).path("ok").asBoolean()).isTrue();
        ok(console.owner().patch(path, "{\"auth\":{\"password\":\"wrong\"}}"));
        assertThat(test(path).path("ok").asBoolean()).isFalse();
        refusedAt(console.owner().patch(path, "{\"auth\":{\"type\":\"key\"}}"), "auth.privateKey");
        refusedAt(console.owner().patch(path, "{\"auth\":{\"password\":null}}"), "auth.password");
        ok(console.owner().patch(path, "{\"auth\":{\"type\":\"agent\"}}"));
        refusedAt(console.owner().patch(path, "{\"auth\":{\"type\":\"password\"}}"), "auth.password");
    }

    @Test
    void isNotDeletedWhileADatabaseGoesThroughIt() throws Exception {
        String path = trusted(ssh.port());
        ConnectionClient through =
                console.addPostgres(PostgresServer.shared().newDatabase(), Map.of("serverId", idOf(path)));
        String name = ok(through.get("")).path("name").asText();

        JsonNode problem = refused(console.owner().delete(path), 409, "in_use");

        assertThat(problem.path("detail").asText()).contains("the database connection " + name);
        refusedAt(console.owner().patch(through.path(), "{\"serverId\":null}"), "password");
        ok(console.owner().patch(through.path(), "{\"serverId\":null,\"password\":null}"));
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
    }

    @Test
    void worksADatabaseThroughAServerAndAfterACut() throws Exception {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        try (CutProxy cable = new CutProxy(ssh.port())) {
            String path = trusted(cable.port());
            ConnectionClient through = console.addPostgres(database, Map.of("serverId", idOf(path)));
            assertThat(ok(through.get("")).path("serverId").asText()).isEqualTo(idOf(path));
            assertThat(through.value("SELECT 7").asInt()).isEqualTo(7);
            assertThat(ok(through.post("/test", Map.of())).path("ok").asBoolean())
                    .isTrue();

            cable.cut();
            Reply down = through.query("SELECT 1");
            assertThat(down.status()).as(down.body()).isIn(502, 504);
            JsonNode test = ok(through.post("/test", Map.of()));
            assertThat(test.path("ok").asBoolean()).isFalse();
            assertThat(test.path("error").asText()).contains("127.0.0.1:" + cable.port());
            cable.heal();

            Awaiting.answer(
                    () -> through.query("SELECT 8 AS a"),
                    reply -> reply.status() == 200,
                    "The database does not come back");
        }
    }

    @Test
    void tellsThatTheServerInBetweenIsNotTrustedYet() throws Exception {
        String path = created(ssh.port());
        ConnectionClient through =
                console.addPostgres(PostgresServer.shared().newDatabase(), Map.of("serverId", idOf(path)));

        JsonNode problem = refused(through.query("SELECT 1"), 409, "host_key_unknown");

        assertThat(problem.path("fingerprint").asText()).isEqualTo(ssh.hostKey().fingerprint());
        ok(trust(path, problem.path("fingerprint").asText()));
        assertThat(through.value("SELECT 7").asInt()).isEqualTo(7);
    }

    @Test
    void tellsThatTheDatabaseBehindTheServerIsNotThere() throws Exception {
        int nobody = FreePort.next();
        ConnectionClient through = console.addPostgres(
                PostgresServer.shared().newDatabase(), Map.of("serverId", idOf(trusted(ssh.port())), "port", nobody));

        JsonNode problem = refused(through.query("SELECT 1"), 502, "upstream_failed");

        assertThat(problem.path("detail").asText()).contains("127.0.0.1:" + nobody, "Check that the address");
    }

    @Test
    void goesThroughTheOwnMachineAsDirectly() throws Exception {
        ConnectionClient through =
                console.addPostgres(PostgresServer.shared().newDatabase(), Map.of("serverId", "local"));

        assertThat(through.value("SELECT 7").asInt()).isEqualTo(7);
        assertThat(ok(through.get("")).path("serverId").asText())
                .isEqualTo(ok(console.owner().get("/servers/local")).path("id").asText());
    }

    @Test
    void refusesAServerThatIsNotThereAndForAFile() throws Exception {
        Map<String, Object> fields = JsonText.merge(
                TestConsole.postgres(PostgresServer.shared().newDatabase()),
                Map.of("name", "lost", "serverId", "srv_00000000000000000000000000"));
        refusedAt(console.owner().post("/db-connections", JsonText.of(fields)), "serverId");
        Map<String, Object> file = Map.of(
                "name",
                "file",
                "engine",
                "sqlite",
                "path",
                console.newFile().toString(),
                "create",
                true,
                "environment",
                "development",
                "serverId",
                "local");
        refusedAt(console.owner().post("/db-connections", JsonText.of(file)), "serverId");
    }

    @Test
    void showsNoSecretAnywhere() throws Exception {
        String path = created(ssh.port());
        test(path);
        for (String each : new String[] {path, "/servers", "/events"}) {
            assertThat(console.owner().get(each).body()).doesNotContain(TestSshServer.PASSWORD);
        }
    }

    @Test
    void storedSecretsDoNotFollowAChangedAddress() throws Exception {
        String path = created(ssh.port());
        for (String change : List.of("\"host\":\"203.0.113.9\"", "\"port\":1", "\"user\":\"mallory\"")) {
            refusedAt(console.owner().patch(path, "{" + change + "}"), "auth.password");
        }
        ok(console.owner().patch(path, "{\"name\":\"still-loyal\"}"));
        ok(console.owner()
                .patch(path, "{\"host\":\"203.0.113.9\",\"auth\":{\"type\":\"password\",\"password\":\"another\"}}"));
    }
}
