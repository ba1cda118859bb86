package dev.wheelhouse.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that reach for what others began and for others' keys, over a real socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
class OthersAttackApiTest {

    private static final String SLOW = "SELECT pg_sleep(100)";

    private final SettableClock clock = new SettableClock();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ApiClient> clients = new ArrayList<>();
    /** What others have, by its name in the tables. */
    private final Map<String, String> others = new HashMap<>();

    private TestConsole console;
    private ApiClient beginner;
    private ConnectionClient postgres;
    private String schedule;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory, clock);
        postgres = console.addPostgres(PostgresServer.shared().newDatabase());
        schedule = "/schedules/"
                + made(console.owner()
                        .post(
                                "/schedules",
                                JsonText.of(
                                        "name",
                                        "slow",
                                        "serverId",
                                        "local",
                                        "command",
                                        "sleep 100",
                                        "cron",
                                        "0 0 29 2 *",
                                        "overlap",
                                        "queue")));
        JsonNode wide = key(console.owner(), List.of("*"));
        beginner = as(wide);
        others.put("WIDE", "/api-keys/" + wide.at("/key/id").asText());
        others.put(
                "CHILD",
                "/api-keys/"
                        + key(beginner, List.of("api-keys:write")).at("/key/id").asText());
        others.put(
                "LOCAL",
                "/api-keys/" + console.owner().get("/me").json().path("keyId").asText());
        others.put(
                "NARROW",
                "/api-keys/"
                        + key(console.owner(), List.of("databases:read"))
                                .at("/key/id")
                                .asText());
        for (String each : List.of("QUERY", "SCRIPT", "EXPORT", "TRIAL", "RUN")) {
            begin(each);
        }
    }

    @AfterAll
    void stop() {
        // A client waits for its answers, which come at once when the console ends.
        console.close();
        clients.forEach(ApiClient::close);
        threads.close();
    }

    private ApiClient as(JsonNode key) {
        ApiClient client = console.owner().as(key.path("token").asText());
        clients.add(client);
        return client;
    }

    private static JsonNode key(ApiClient creator, List<String> scopes) throws Exception {
        Reply reply = creator.post("/api-keys", JsonText.of("name", "k", "scopes", scopes));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json();
    }

    private String other(String name) {
        return Objects.requireNonNull(others.get(name), name);
    }

    private static String made(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 202);
        return reply.json().path("id").asText();
    }

    /** Begins something that lasts, as somebody else. */
    private void begin(String what) throws Exception {
        ConnectionClient mine = postgres.as(beginner);
        switch (what) {
            case "QUERY" -> {
                String id = "slow-" + names++;
                Future<?> _ = threads.submit(() -> mine.query(Map.of("sql", SLOW, "queryId", id)));
                Awaiting.answer(
                        () -> postgres.value("SELECT count(*) FROM pg_stat_activity WHERE query = '" + SLOW + "'")
                                .asInt(),
                        count -> count > 0,
                        "The query does not run");
                others.put(what, postgres.path() + "/queries/" + id);
            }
            case "SCRIPT" -> others.put(what, "/jobs/" + made(mine.script(SLOW)));
            case "EXPORT" ->
                others.put(
                        what,
                        "/jobs/"
                                + console.core()
                                        .databases()
                                        .fileExports()
                                        .start(
                                                console.core().access().windowCaller("req_window"),
                                                postgres.id(),
                                                ExportRequest.ofStatement(SLOW, ExportFormat.CSV),
                                                console.home().resolveSibling("export-" + names++),
                                                _ -> {})
                                        .id());
            case "TRIAL" ->
                others.put(
                        what,
                        "/jobs/"
                                + made(beginner.post(
                                        "/schedules/test", JsonText.of("serverId", "local", "command", "sleep 100"))));
            default -> {
                String run = schedule + "/runs/" + made(beginner.post(schedule + "/run", ""));
                others.put(what, run);
                others.put(
                        "RUNJOB",
                        "/jobs/"
                                + Awaiting.answer(
                                        () -> beginner.get(run)
                                                .json()
                                                .path("jobId")
                                                .asText(),
                                        id -> !id.isEmpty(),
                                        "The run does not begin"));
            }
        }
    }

    /** @param scopes with commas between; {@code *} all, {@code *-x} all but one */
    private ApiClient keyOf(String scopes) throws Exception {
        String but = scopes.startsWith("*-") ? scopes.substring(2) : "";
        List<String> wanted = !scopes.startsWith("*")
                ? List.of(scopes.split(" "))
                : Stream.of(Scope.values())
                        .map(Scope::wireName)
                        .filter(each -> !each.equals(but))
                        .toList();
        return as(key(console.owner(), wanted));
    }

    private Reply send(ApiClient client, String call) throws IOException, InterruptedException {
        String[] parts = call.split(" ", 3);
        String path = parts[1];
        if (!path.startsWith("/")) {
            String name = path.replaceAll("[^A-Z].*", "");
            path = other(name) + path.substring(name.length());
        }
        String body = parts.length < 3 ? "" : parts[2].replace('\'', '"');
        return client.send(
                parts[0], path, body, body.isEmpty() ? Map.of() : Map.of("Content-Type", "application/json"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            databases:read                                   | DELETE QUERY               | 403
            databases:query                                  | DELETE QUERY               | 403
            databases:write                                  | DELETE QUERY               | 403
            databases:read databases:query databases:admin   | DELETE QUERY               | 403
            *-databases:write                                | DELETE QUERY               | 403
            *                                                | DELETE QUERY0              | 404
            databases:read                                   | DELETE SCRIPT              | 403
            databases:query                                  | DELETE SCRIPT              | 403
            databases:write                                  | DELETE SCRIPT              | 403
            schedules:write schedules:run                    | DELETE SCRIPT              | 403
            *-databases:write                                | DELETE SCRIPT              | 403
            databases:read                                   | GET SCRIPT                 | 403
            databases:write databases:admin                  | GET SCRIPT/log             | 403
            databases:query                                  | DELETE EXPORT              | 403
            databases:read databases:query databases:admin   | DELETE EXPORT              | 403
            *-databases:write                                | DELETE EXPORT              | 403
            databases:read                                   | GET EXPORT/log             | 403
            schedules:read schedules:run                     | DELETE TRIAL               | 403
            databases:query databases:write                  | DELETE TRIAL               | 403
            servers:exec                                     | DELETE TRIAL               | 403
            *-schedules:write                                | DELETE TRIAL               | 403
            schedules:read                                   | GET TRIAL/log              | 403
            schedules:read                                   | DELETE RUN                 | 403
            schedules:read schedules:write                   | DELETE RUN                 | 403
            *-schedules:run                                  | DELETE RUN                 | 403
            schedules:run                                    | GET RUN/log                | 403
            schedules:read                                   | DELETE RUNJOB              | 403
            schedules:run                                    | DELETE RUNJOB              | 403
            schedules:write                                  | DELETE RUNJOB              | 403
            *-schedules:run                                  | DELETE RUNJOB              | 403
            *-schedules:read                                 | GET RUNJOB/log             | 403
            api-keys:write                                   | GET /api-keys              | 403
            api-keys:write                                   | GET WIDE                   | 403
            api-keys:read                                    | DELETE NARROW              | 403
            api-keys:write                                   | DELETE NARROW              | 403
            api-keys:read api-keys:write                     | DELETE WIDE?children=true  | 403
            *-audit:read                                     | DELETE WIDE                | 403
            *-audit:read                                     | DELETE WIDE?children=true  | 403
            *                                                | DELETE WIDE                | 409
            *-members:write                                  | DELETE LOCAL               | 403
            *                                                | DELETE LOCAL               | 409
            *                                                | DELETE LOCAL?children=true | 409
            *-api-keys:write                                 | POST /api-keys {'name':'x','scopes':['databases:read']}                                        | 403
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:query']}                                       | 422
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:read','api-keys:read']}                        | 422
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:read'],'expiresInDays':0}                      | 422
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:read'],'expiresInDays':365}                    | 422
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:read'],'parentId':null}                        | 422
            api-keys:write databases:read                    | POST /api-keys {'name':'x','scopes':['databases:read'],'expiresAt':'2099-01-01T00:00:00.000Z'} | 422
            """)
    void reachesNothingOfOthers(String scopes, String call, int status) throws Exception {
        Reply reply = send(keyOf(scopes), call);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        for (String each : List.of("SCRIPT", "EXPORT", "TRIAL", "RUN")) {
            assertThat(console.owner().get(other(each)).json().path("status").asText())
                    .as(each)
                    .isEqualTo("running");
        }
        for (String each : List.of("WIDE", "CHILD", "LOCAL", "NARROW")) {
            assertThat(console.owner().get(other(each)).status()).as(each).isEqualTo(200);
        }
        assertThat(postgres.value("SELECT count(*) FROM pg_stat_activity WHERE query = '" + SLOW + "'")
                        .asInt())
                .isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "databases:query databases:write, QUERY",
        "databases:query databases:write, SCRIPT",
        "databases:query databases:write, EXPORT",
        "schedules:write, TRIAL",
        "schedules:run, RUN"
    })
    void whoMayWriteTheSubjectMayEndIt(String scopes, String what) throws Exception {
        Reply reply = send(keyOf(scopes), "DELETE " + what);
        assertThat(reply.status()).as(reply.body()).isEqualTo(204);
        if (!what.equals("QUERY")) {
            Awaiting.answer(
                    () -> console.owner().get(other(what)).json().path("status").asText(),
                    "cancelled"::equals,
                    "It is not cancelled");
        }
        begin(what);
    }

    @Test
    void aKeyEndsWhatItBeganItselfAndNotWhatItsParentBegan() throws Exception {
        ApiClient own = keyOf("databases:read databases:query api-keys:write");
        String job = "/jobs/" + made(postgres.as(own).script(SLOW));
        ApiClient child = as(key(own, List.of("databases:query")));
        assertThat(child.delete(job).status()).isEqualTo(403);
        String ofChild = "/jobs/" + made(postgres.as(child).script(SLOW));
        assertThat(own.delete(ofChild).status()).isEqualTo(403);
        assertThat(child.delete(ofChild).status()).isEqualTo(204);
        assertThat(own.delete(job).status()).isEqualTo(204);
    }

    @Test
    void aChildNeitherOutlivesNorOutranksItsParent() throws Exception {
        JsonNode parent = console.owner()
                .post("/api-keys", "{\"name\":\"p\",\"scopes\":[\"*\"],\"expiresInDays\":7}")
                .json();
        ApiClient asParent = as(parent);
        JsonNode child = key(asParent, List.of("api-keys:write", "databases:read"));
        ApiClient asChild = as(child);
        JsonNode grandchild = key(asChild, List.of("*"));
        assertThat(grandchild.at("/key/expiresAt")).isEqualTo(parent.at("/key/expiresAt"));
        assertThat(grandchild.at("/key/scopes").valueStream().map(JsonNode::asText))
                .containsExactlyInAnyOrder("api-keys:write", "databases:read");
        // The same life begins later and would end later.
        clock.advance(Duration.ofSeconds(1));
        assertThat(asChild.post("/api-keys", "{\"name\":\"x\",\"scopes\":[\"databases:read\"],\"expiresInDays\":7}")
                        .status())
                .isEqualTo(422);
        String path = "/api-keys/" + parent.at("/key/id").asText();
        assertThat(asChild.delete(path + "?children=true").status()).isEqualTo(403);
        assertThat(as(grandchild)
                        .delete("/api-keys/" + child.at("/key/id").asText() + "?children=true")
                        .status())
                .isEqualTo(204);
        assertThat(as(grandchild).get("/me").status()).isEqualTo(401);
    }

    @Test
    void noMethodChangesWhatAKeyMayDo() throws Exception {
        for (String method : List.of("PATCH", "PUT", "POST")) {
            assertThat(RawHttp.exchange(
                                    console.port(),
                                    method + " /api/v1" + other("NARROW") + " HTTP/1.1\r\nHost: localhost\r\n"
                                            + "Authorization: Bearer " + console.ownerToken()
                                            + "\r\nContent-Type: application/json\r\nContent-Length: 16\r\n"
                                            + "Connection: close\r\n\r\n{\"scopes\":[\"*\"]}")
                            .status())
                    .as(method)
                    .isEqualTo(method.equals("PATCH") ? 422 : 405);
        }
        assertThat(console.owner().get(other("NARROW")).json().path("scopes")).hasToString("[\"databases:read\"]");
    }

    @Test
    void streamsEndWithTheirKey() throws Exception {
        JsonNode parent = key(console.owner(), List.of("*"));
        JsonNode child = key(as(parent), List.of("schedules:read", "metrics:read"));
        String path = "/api-keys/" + parent.at("/key/id").asText() + "?children=true";
        endWith(child, () -> assertThat(console.owner().delete(path).status()).isEqualTo(204));
        JsonNode expiring = console.owner()
                .post("/api-keys", "{\"name\":\"e\",\"scopes\":[\"metrics:read\"],\"expiresInDays\":7}")
                .json();
        endWith(expiring, () -> {
            clock.advance(Duration.ofDays(8));
            assertThat(as(expiring).get("/me").status()).isEqualTo(401);
        });
    }

    private interface Ending {
        void run() throws Exception;
    }

    private void endWith(JsonNode key, Ending ending) throws Exception {
        List<RawHttp> streams = new ArrayList<>();
        try {
            for (String path : List.of("/jobs/stream", "/servers/local/metrics/stream")) {
                RawHttp stream = new RawHttp(console.port());
                streams.add(stream);
                stream.send("GET /api/v1" + path
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                        + key.path("token").asText() + "\r\n\r\n");
                assertThat(stream.socket().getInputStream().read()).isEqualTo('H');
            }
            ending.run();
            for (RawHttp each : streams) {
                each.socket().getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        } finally {
            for (RawHttp each : streams) {
                each.close();
            }
        }
    }
}
