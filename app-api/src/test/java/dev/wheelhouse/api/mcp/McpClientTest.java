package dev.wheelhouse.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.McpMain;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.JavaProcess;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol as the client of its own SDK has it, over HTTP and over standard input and output. */
class McpClientTest {

    private static final McpJsonMapper JSON = new JacksonMcpJsonMapper(new ObjectMapper());

    private TestConsole console;
    private ConnectionClient database;
    private String databaseName;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        database = console.addSqlite();
        databaseName = console.owner().get(database.path()).json().path("name").asText();
        database.run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)");
        database.run("INSERT INTO item VALUES (1, 'hammer'), (2, 'saw')");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private McpClientTransport http(String token) {
        return HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + console.port())
                .endpoint("/api/v1/mcp")
                .jsonMapper(JSON)
                .addHttpRequestCustomizer((request, _, _, _, _) -> request.header("Authorization", "Bearer " + token))
                .build();
    }

    private McpClientTransport bridge() {
        return new StdioClientTransport(
                new ServerParameters.Builder(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString())
                        .args(
                                "-cp",
                                JavaProcess.plain().classPath(),
                                McpMain.class.getName(),
                                "--home",
                                console.home().toString())
                        .build(),
                JSON);
    }

    private static McpSyncClient client(McpClientTransport transport) {
        return McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(30))
                .initializationTimeout(Duration.ofSeconds(30))
                // No tool has a schema of what it answers.
                .jsonSchemaValidator((_, _) -> ValidationResponse.asValid(""))
                .build();
    }

    private CallToolResult call(McpSyncClient client, String tool, String sql) {
        return client.callTool(CallToolRequest.builder(tool)
                .arguments(Map.of("database", databaseName, "sql", sql))
                .build());
    }

    private static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().getFirst()).text();
    }

    private void reads(McpSyncClient client) {
        assertThat(client.initialize().serverInfo().name()).isEqualTo("wheelhouse");
        assertThat(client.getCurrentInitializationResult().protocolVersion()).isEqualTo("2025-11-25");
        assertThat(client.ping()).isNotNull();
        List<Tool> tools = client.listTools().tools();
        assertThat(tools).extracting(Tool::name).contains("list_servers", "query", "run_sql");
        assertThat(tools).allSatisfy(each -> {
            assertThat(each.inputSchema()).containsEntry("type", "object");
            assertThat(each.annotations().readOnlyHint()).isNotNull();
        });
        CallToolResult rows = call(client, "query", "SELECT name FROM item ORDER BY 1");
        assertThat(rows.isError()).isFalse();
        assertThat(text(rows)).contains("hammer", "saw");
        CallToolResult wrong = call(client, "query", "DELETE FROM item");
        assertThat(wrong.isError()).isTrue();
    }

    @Test
    void readsOverHttp() {
        try (McpSyncClient client = client(http(console.ownerToken()))) {
            reads(client);
        }
    }

    @Test
    void readsOverStandardInputAndOutput() {
        try (McpSyncClient client = client(bridge())) {
            reads(client);
        }
    }

    @Test
    void filesAPlanThatItCannotApprove() throws Exception {
        String token = console.tokenWith(
                "databases:read", "databases:query", "databases:write", "conversations:read", "conversations:write");
        try (McpSyncClient client = client(http(token))) {
            client.initialize();
            CallToolResult proposed = call(client, "run_sql", "DELETE FROM item");
            assertThat(proposed.isError()).isFalse();
            Map<?, ?> place = (Map<?, ?>) proposed.structuredContent();
            String plan = (String) place.get("planId");
            String conversation = (String) place.get("conversationId");
            assertThat(text(proposed)).contains(plan, conversation);

            String path = "/conversations/" + conversation + "/plans/" + plan;
            try (ApiClient key = console.owner().as(token)) {
                Reply refused = key.post(path + "/approve", "");
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.json().path("code").asText()).isEqualTo("insufficient_scope");
            }
            assertThat(database.value("SELECT count(*) FROM item").asInt()).isEqualTo(2);

            assertThat(console.owner().post(path + "/approve", "").status()).isLessThan(300);
            String ended = Awaiting.answer(
                    () -> console.owner().get(path).json().path("status").asText(),
                    each -> !each.equals("running"),
                    "The plan still runs");
            assertThat(ended).isEqualTo("succeeded");
            assertThat(database.value("SELECT count(*) FROM item").asInt()).isZero();
        }
    }
}
