package dev.wheelhouse.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.McpMain;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.JavaProcess;
import dev.wheelhouse.core.testing.NodePackage;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clients of the protocol's own SDK for Node.js, of both revisions that are in use: {@code @modelcontextprotocol/sdk} 1, which
 * begins with {@code initialize}, and {@code @modelcontextprotocol/client} 2, which may do without. A part of the lab: their
 * packages are larger than what the test says.
 */
@Real
final class McpNodeClientsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static NodePackage clients;
    private static TestConsole console;
    private static Map<String, Object> ways;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        assumeTrue(System.getenv("WHEELHOUSE_RELEASE") != null, "Tried by packaging/lab.sh.");
        clients = NodePackage.install(McpNodeClientsTest.class, "clients", "client.mjs");
        console = TestConsole.start(directory);
        ConnectionClient database = console.addSqlite();
        database.run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)");
        database.run("INSERT INTO item VALUES (1, 'hammer'), (2, 'saw')");
        ways = Map.of(
                "database",
                        console.owner().get(database.path()).json().path("name").asText(),
                "url", "http://127.0.0.1:" + console.port() + "/api/v1/mcp",
                "token", console.ownerToken(),
                "command",
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                JavaProcess.plain().classPath(),
                                McpMain.class.getName(),
                                "--home",
                                console.home().toString()));
    }

    @AfterAll
    static void stop() {
        if (console != null) {
            console.close();
        }
    }

    @ParameterizedTest(name = "{0} over {1}")
    @CsvSource({
        "first,  HTTP,    2025-11-25",
        "first,  a pipe,  2025-11-25",
        "legacy, HTTP,    2025-11-25",
        "legacy, a pipe,  2025-11-25",
        "auto,   HTTP,    2026-07-28",
        "auto,   a pipe,  2026-07-28"
    })
    void reads(String mode, String way, String revision) throws Exception {
        Map<String, Object> input = new HashMap<>(ways);
        input.put("mode", mode);
        input.keySet().remove(way.equals("HTTP") ? "command" : "url");
        JsonNode found = JSON.readTree(clients.run(JSON.writeValueAsString(input)));
        assertThat(found.path("revision").asText()).isEqualTo(revision);
        assertThat(found.path("server").asText()).isEqualTo("wheelhouse");
        assertThat(found.path("tools")).extracting(JsonNode::asText).contains("list_servers", "query", "run_sql");
        assertThat(found.path("rows").asText()).contains("hammer", "saw");
        assertThat(found.path("refused").asBoolean()).isTrue();
    }
}
