package dev.wheelhouse.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol's rules, message by message. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpTest {

    private static final Map<String, String> BOTH =
            Map.of("Content-Type", "application/json", "Accept", "application/json, text/event-stream");
    private static final Map<String, Object> STATELESS = Map.of(
            "io.modelcontextprotocol/protocolVersion",
            "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities",
            Map.of());

    private TestConsole console;
    private ConnectionClient database;
    private String databaseName;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        database = console.addSqlite();
        databaseName = console.owner().get(database.path()).json().path("name").asText();
        database.run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)");
        database.run("INSERT INTO item VALUES (1, 'hammer'), (2, 'saw')");
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private Reply send(String message) throws Exception {
        return send(console.owner(), message, Map.of());
    }

    private static Reply send(ApiClient client, String message, Map<String, String> more)
            throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>(BOTH);
        headers.putAll(more);
        return client.send("POST", "/mcp", message, headers);
    }

    private static String request(String method, Object params) {
        return JsonText.of("jsonrpc", "2.0", "id", 7, "method", method, "params", params);
    }

    private JsonNode result(String method, Object params) throws Exception {
        return result(console.owner(), method, params);
    }

    private static JsonNode result(ApiClient client, String method, Object params) throws Exception {
        Reply reply = send(client, request(method, params), Map.of());
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.json().path("id").asInt()).isEqualTo(7);
        assertThat(reply.json().has("result")).as(reply.body()).isTrue();
        return reply.json().path("result");
    }

    private static JsonNode call(ApiClient client, String tool, Map<String, Object> arguments) throws Exception {
        return result(client, "tools/call", Map.of("name", tool, "arguments", arguments));
    }

    private static String text(JsonNode called) {
        assertThat(called.at("/content/0/type").asText()).isEqualTo("text");
        return called.at("/content/0/text").asText();
    }

    private static void failed(Reply reply, int status, int code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().at("/error/code").asInt()).as(reply.body()).isEqualTo(code);
        assertThat(reply.json().at("/error/message").asText()).isNotEmpty();
        assertThat(reply.json().has("result")).isFalse();
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.path("tools").forEach(each -> names.add(each.path("name").asText()));
        return names;
    }

    private long items() throws Exception {
        return database.value("SELECT count(*) FROM item").asLong();
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2025-06-18, 2025-06-18",
        "2025-03-26, 2025-03-26",
        "2024-11-05, 2024-11-05",
        "1999-01-01, 2025-11-25",
        "2026-07-28, 2025-11-25"
    })
    void agreesOnARevisionThatBothKnow(String asked, String agreed) throws Exception {
        JsonNode result = result("initialize", Map.of("protocolVersion", asked, "capabilities", Map.of()));
        assertThat(result.path("protocolVersion").asText()).isEqualTo(agreed);
        assertThat(result.path("capabilities").toString()).isEqualTo("{\"tools\":{}}");
        assertThat(result.at("/serverInfo/name").asText()).isEqualTo("wheelhouse");
        assertThat(result.at("/serverInfo/version").asText()).isNotEmpty();
        assertThat(result.path("instructions").asText())
                .contains("files a plan")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nobody/knows\",\"params\":{\"a\":1}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"list_servers\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"
            })
    void hasNoAnswerToWhatIsNoRequest(String message) throws Exception {
        Reply reply = send(message);
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.header("Content-Type")).isEmpty();
    }

    @Test
    void answersWithTheIdOfTheRequest() throws Exception {
        for (String id : List.of("\"a\"", "\"\"", "0", "-5", "123456789012345678901234567890")) {
            Reply reply = send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
            assertThat(reply.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
            assertThat(reply.header("Content-Type")).isEqualTo("application/json");
        }
    }

    @Test
    void letsPassWhatItDoesNotKnow() throws Exception {
        Reply reply =
                send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"more\":[1],\"params\":{\"task\":{},"
                        + "\"_meta\":{\"progressToken\":1},\"name\":\"list_servers\",\"arguments\":null}}");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().at("/result/isError").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | -32700 | false",
                "{ | -32700 | false",
                "nul | -32700 | false",
                "{}{} | -32700 | false",
                "null | -32600 | false",
                "1 | -32600 | false",
                "{} | -32600 | false",
                "[] | -32600 | false",
                "{\"id\":7,\"method\":\"ping\"} | -32600 | true",
                "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"} | -32600 | true",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600 | false",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600 | false",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600 | false",
                "{\"jsonrpc\":\"2.0\",\"id\":7} | -32600 | true",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":5} | -32600 | true",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":[]} | -32600 | true",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"method\":\"ping\"} | -32700 | false",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\\ud800\"} | -32600 | false"
            })
    void refusesWhatIsNoMessage(String body, int code, boolean hasId) throws Exception {
        Reply reply = send(body);
        failed(reply, 400, code);
        assertThat(reply.json().has("id")).isEqualTo(hasId);
    }

    @Test
    void refusesMethodsAndParametersThatAreNot() throws Exception {
        for (String method : List.of("resources/list", "prompts/get", "server/discover", "")) {
            failed(send(request(method, Map.of())), 200, McpError.METHOD_NOT_FOUND);
        }
        failed(send(request("initialize", Map.of())), 200, McpError.INVALID_PARAMS);
        failed(send(request("tools/list", Map.of("cursor", "x"))), 200, McpError.INVALID_PARAMS);
        failed(send(request("tools/call", Map.of())), 200, McpError.INVALID_PARAMS);
        failed(send(request("tools/call", Map.of("name", 5))), 200, McpError.INVALID_PARAMS);
        failed(
                send(request("tools/call", Map.of("name", "list_servers", "arguments", List.of()))),
                200,
                McpError.INVALID_PARAMS);
        Reply unknown = send(request("tools/call", Map.of("name", "list_server")));
        failed(unknown, 200, McpError.INVALID_PARAMS);
        assertThat(unknown.body()).contains("list_servers");
    }

    @Test
    void listsTheToolsThatTheScopesAllow() throws Exception {
        JsonNode all = result("tools/list", Map.of());
        assertThat(names(all)).contains("list_servers", "query", "run_sql", "restart_app");
        all.path("tools").forEach(each -> {
            assertThat(each.path("description").asText()).isNotEmpty();
            assertThat(each.at("/inputSchema/type").asText()).isEqualTo("object");
            assertThat(each.path("annotations").path("readOnlyHint").isBoolean())
                    .isTrue();
        });
        assertThat(annotations(all, "query")).isEqualTo("{\"readOnlyHint\":true,\"destructiveHint\":false}");
        assertThat(annotations(all, "restart_app")).isEqualTo("{\"readOnlyHint\":false,\"destructiveHint\":false}");
        assertThat(annotations(all, "run_sql")).isEqualTo("{\"readOnlyHint\":false,\"destructiveHint\":true}");
        try (ApiClient key = console.with("servers:read")) {
            assertThat(names(result(key, "tools/list", Map.of()))).containsExactly("list_servers");
            JsonNode refused = call(key, "query", Map.of("database", databaseName, "sql", "SELECT 1"));
            assertThat(refused.path("isError").asBoolean()).isTrue();
            assertThat(text(refused)).contains("databases:query");
        }
    }

    private static String annotations(JsonNode list, String tool) {
        return list.path("tools")
                .valueStream()
                .filter(each -> each.path("name").asText().equals(tool))
                .findFirst()
                .orElseThrow()
                .path("annotations")
                .toString();
    }

    @Test
    void callsToolsAndSaysWhatTheyRefuse() throws Exception {
        JsonNode rows = call(
                console.owner(), "query", Map.of("database", databaseName, "sql", "SELECT name FROM item ORDER BY 1"));
        assertThat(rows.path("isError").asBoolean(true)).isFalse();
        assertThat(text(rows)).contains("hammer", "saw");
        assertThat(rows.has("structuredContent")).isFalse();
        JsonNode wrong = call(console.owner(), "query", Map.of("database", databaseName, "sql", "SELECT", "x", 1));
        assertThat(wrong.path("isError").asBoolean()).isTrue();
        assertThat(text(wrong)).contains("x");
        assertThat(text(call(console.owner(), "recent_events", Map.of("count", 2))))
                .isNotEmpty();
        assertThat(call(console.owner(), "recent_events", Map.of("count", 1L << 40))
                        .path("isError")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aChangeIsOnlyProposed() throws Exception {
        Map<String, Object> arguments = Map.of("database", databaseName, "sql", "DELETE FROM item");
        JsonNode proposed = call(console.owner(), "run_sql", arguments);
        String plan = proposed.at("/structuredContent/planId").asText();
        String conversation = proposed.at("/structuredContent/conversationId").asText();
        assertThat(proposed.path("isError").asBoolean(true)).isFalse();
        assertThat(plan).startsWith("plan_");
        assertThat(text(proposed))
                .startsWith("Proposed, not done: ")
                .contains("DELETE", plan, "15 minutes", "window", "another key")
                .contains("/conversations/" + conversation + "/plans/" + plan + "/approve");
        assertThat(items()).isEqualTo(2);
        try (ApiClient key = console.with("databases:read", "databases:query", "databases:write")) {
            JsonNode refused = call(key, "run_sql", arguments);
            assertThat(refused.path("isError").asBoolean()).isTrue();
            assertThat(text(refused)).contains("conversations:write");
        }
    }

    private static Map<String, Object> stateless(String name) {
        return Map.of("name", name, "arguments", Map.of(), "_meta", STATELESS);
    }

    private Reply stateless(String method, Object params, Map<String, String> more) throws Exception {
        Map<String, String> headers =
                new LinkedHashMap<>(Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
        headers.putAll(more);
        return send(console.owner(), request(method, params), headers);
    }

    @Test
    void speaksTheStatelessRevision() throws Exception {
        JsonNode discovered = stateless("server/discover", Map.of("_meta", STATELESS), Map.of())
                .json()
                .path("result");
        assertThat(discovered.at("/supportedVersions/0").asText()).isEqualTo("2026-07-28");
        assertThat(discovered.path("resultType").asText()).isEqualTo("complete");
        assertThat(discovered
                        .path("_meta")
                        .path("io.modelcontextprotocol/serverInfo")
                        .path("name")
                        .asText())
                .isEqualTo("wheelhouse");
        JsonNode listed = stateless("tools/list", Map.of("_meta", STATELESS), Map.of())
                .json()
                .path("result");
        assertThat(names(listed)).contains("list_servers");
        assertThat(listed.path("cacheScope").asText()).isEqualTo("private");
        assertThat(listed.path("ttlMs").asInt()).isPositive();
        for (String name : List.of("list_servers", "=?base64?bGlzdF9zZXJ2ZXJz?=")) {
            JsonNode called = stateless("tools/call", stateless("list_servers"), Map.of("Mcp-Name", name))
                    .json()
                    .path("result");
            assertThat(called.path("resultType").asText()).isEqualTo("complete");
            assertThat(called.path("isError").asBoolean(true)).isFalse();
        }
        for (String gone : List.of("initialize", "ping", "subscriptions/listen")) {
            failed(stateless(gone, Map.of("_meta", STATELESS), Map.of()), 404, McpError.METHOD_NOT_FOUND);
        }
    }

    @Test
    void holdsTheStatelessRevisionToItsHeaders() throws Exception {
        Map<String, Object> list = Map.of("_meta", STATELESS);
        String message = request("tools/list", list);
        failed(send(message), 400, McpError.HEADER_MISMATCH);
        failed(
                send(console.owner(), message, Map.of("MCP-Protocol-Version", "2025-11-25")),
                400,
                McpError.HEADER_MISMATCH);
        failed(
                send(console.owner(), message, Map.of("MCP-Protocol-Version", "2026-07-28")),
                400,
                McpError.HEADER_MISMATCH);
        failed(stateless("tools/list", list, Map.of("Mcp-Method", "tools/call")), 400, McpError.HEADER_MISMATCH);
        failed(stateless("tools/call", stateless("list_servers"), Map.of()), 400, McpError.HEADER_MISMATCH);
        failed(
                stateless("tools/call", stateless("list_servers"), Map.of("Mcp-Name", "=?base64?!?=")),
                400,
                McpError.HEADER_MISMATCH);
        failed(stateless("tools/list", Map.of(), Map.of()), 400, McpError.INVALID_PARAMS);
        Map<String, Object> half = Map.of("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        failed(stateless("tools/list", Map.of("_meta", half), Map.of()), 400, McpError.INVALID_PARAMS);
    }

    @Test
    void refusesARevisionThatItDoesNotKnow() throws Exception {
        for (String message :
                List.of(request("ping", Map.of()), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")) {
            Reply reply = send(console.owner(), message, Map.of("MCP-Protocol-Version", "2031-01-01"));
            failed(reply, 400, McpError.UNSUPPORTED_VERSION);
            assertThat(reply.json().at("/error/data/requested").asText()).isEqualTo("2031-01-01");
            assertThat(reply.json().at("/error/data/supported/0").asText()).isEqualTo("2026-07-28");
        }
        for (String known : McpRevision.ALL.subList(1, McpRevision.ALL.size())) {
            assertThat(send(console.owner(), request("ping", Map.of()), Map.of("MCP-Protocol-Version", known))
                            .status())
                    .isEqualTo(200);
        }
    }

    /** Without the document, which has no lists of messages. */
    private RawHttp.RawAnswer batch(String revision, String... messages) throws IOException {
        String body = "[" + String.join(",", messages) + "]";
        return RawHttp.exchange(
                console.port(),
                "POST /api/v1/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + console.ownerToken()
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n" + revision
                        + "\r\n" + body);
    }

    @Test
    void takesBatchesOfTheRevisionThatHasThem() throws Exception {
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        String told = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
        RawHttp.RawAnswer mixed = batch("", ping, told, "5", request("nothing", Map.of()));
        assertThat(mixed.status()).isEqualTo(200);
        JsonNode answers = new ObjectMapper().readTree(mixed.body());
        assertThat(answers).hasSize(3);
        assertThat(answers.at("/0/result").isObject()).isTrue();
        assertThat(answers.at("/1/error/code").asInt()).isEqualTo(McpError.INVALID_REQUEST);
        assertThat(answers.at("/2/error/code").asInt()).isEqualTo(McpError.METHOD_NOT_FOUND);
        assertThat(batch("", told, told).status()).isEqualTo(202);
        assertThat(batch("MCP-Protocol-Version: 2025-03-26\r\n", ping).status()).isEqualTo(200);
        RawHttp.RawAnswer later = batch("MCP-Protocol-Version: 2025-06-18\r\n", ping);
        assertThat(later.status()).isEqualTo(400);
        assertThat(later.body()).contains("-32600", "2025-03-26");
        assertThat(batch("", Collections.nCopies(20, ping).toArray(String[]::new))
                        .status())
                .isEqualTo(200);
        assertThat(batch("", Collections.nCopies(21, ping).toArray(String[]::new))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void hasNoStreamAndNoSession() throws Exception {
        for (String method : List.of("GET", "DELETE")) {
            RawHttp.RawAnswer answer = RawHttp.exchange(
                    console.port(),
                    method + " /api/v1/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + console.ownerToken()
                            + "\r\nAccept: text/event-stream\r\n\r\n");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("POST");
        }
        Reply reply = send(console.owner(), request("ping", Map.of()), Map.of("Mcp-Session-Id", "x"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void keepsTheGuardsOfTheApi() throws Exception {
        String ping = request("ping", Map.of());
        try (ApiClient nobody = console.owner().as("")) {
            Reply refused = send(nobody, ping, Map.of());
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
        }
        assertThat(send(console.owner(), ping, Map.of("Origin", "https://evil.example"))
                        .status())
                .isEqualTo(403);
        assertThat(send(console.owner(), ping, Map.of("Accept", "text/event-stream"))
                        .status())
                .isEqualTo(406);
        assertThat(send(console.owner(), ping, Map.of("Content-Type", "text/plain"))
                        .status())
                .isEqualTo(415);
        assertThat(send(console.owner(), ping, Map.of("Accept", "application/json"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void doesNotHeedAnIdempotencyKey() throws Exception {
        Map<String, String> key = Map.of("Idempotency-Key", "same");
        assertThat(send(console.owner(), request("ping", Map.of()), key).status())
                .isEqualTo(200);
        Reply other = send(console.owner(), request("tools/list", Map.of()), key);
        assertThat(other.status()).isEqualTo(200);
        Reply again = send(console.owner(), request("tools/list", Map.of()), key);
        assertThat(again.header("Idempotency-Replayed")).isEmpty();
        assertThat(send(console.owner(), request("ping", Map.of()), Map.of("Idempotency-Key", "ä"))
                        .status())
                .isEqualTo(200);
    }
}
