package dev.wheelhouse.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpBridgeTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @TempDir
    private Path directory;

    private TestConsole console;

    @BeforeEach
    void start() throws Exception {
        console = TestConsole.start(directory);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    /** The lines that come out for lines that go in. */
    private List<JsonNode> pass(String... lines) throws Exception {
        return pass(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
    }

    private List<JsonNode> pass(InputStream lines) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        McpBridge bridge = new McpBridge(console.home(), output);
        bridge.requireConsole();
        bridge.pass(lines);
        List<JsonNode> answers = new ArrayList<>();
        for (String line : output.toString(StandardCharsets.UTF_8).lines().toList()) {
            answers.add(JSON.readTree(line));
        }
        return answers;
    }

    private static int code(JsonNode answer) {
        return answer.at("/error/code").asInt();
    }

    @Test
    void answersEachRequestInALineOfItsOwn() throws Exception {
        String[] many = IntStream.range(0, 100)
                .mapToObj(each -> "{\"jsonrpc\":\"2.0\",\"id\":" + each + ",\"method\":\"tools/list\"}")
                .toArray(String[]::new);
        List<JsonNode> answers = pass(many);
        assertThat(answers.stream().map(each -> each.path("id").asInt()).collect(Collectors.toSet()))
                .hasSize(100);
        assertThat(answers)
                .hasSize(100)
                .allSatisfy(each -> assertThat(each.at("/result/tools")).isNotEmpty());
    }

    /** As {@code readline} of Node.js 24 and newer does. */
    @Test
    void anAnswerIsOneLineAlsoForClientsThatEndLinesAtOtherSeparators() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        new McpBridge(console.home(), output)
                .pass(new ByteArrayInputStream(
                        PING.replace("1,", "\"a\u2028b\",").getBytes(StandardCharsets.UTF_8)));
        assertThat(output.toString(StandardCharsets.UTF_8).strip().split("[\\n\u2028\u2029]"))
                .singleElement()
                .satisfies(each ->
                        assertThat(JSON.readTree(each).path("id").asText()).isEqualTo("a\u2028b"));
    }

    @Test
    void notificationsAndBlankLinesGetNone() throws Exception {
        assertThat(pass("", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", " \r", PING + "\r"))
                .singleElement()
                .isEqualTo(JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    }

    @Test
    void saysWhatIsNoMessage() throws Exception {
        assertThat(pass("{", "not json", "null", "{\"jsonrpc\":\"2.0\",\"id\":4}", PING))
                .extracting(McpBridgeTest::code)
                .containsExactlyInAnyOrder(-32700, -32700, -32600, -32600, 0);
        assertThat(pass(new ByteArrayInputStream(new byte[] {'"', (byte) 0xff, '"', '\n'})))
                .singleElement()
                .satisfies(each -> assertThat(code(each)).isEqualTo(-32700));
    }

    @Test
    void aLineThatIsTooLongIsNotKept() throws Exception {
        List<JsonNode> answers = pass("\"" + "x".repeat(3 << 20) + "\"", PING);
        assertThat(answers).extracting(McpBridgeTest::code).containsExactlyInAnyOrder(-32600, 0);
    }

    @Test
    void mirrorsAMessageOfTheStatelessRevisionInHeaders() throws Exception {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        assertThat(pass(
                        request(1, "server/discover", Map.of("_meta", meta)),
                        request(2, "tools/call", Map.of("_meta", meta, "name", "list_servers")),
                        request(3, "tools/call", Map.of("_meta", meta, "name", " größe "))))
                .satisfiesExactlyInAnyOrder(
                        each -> assertThat(
                                        each.at("/result/supportedVersions/0").asText())
                                .isEqualTo("2026-07-28"),
                        each -> assertThat(each.at("/result/isError").asBoolean(true))
                                .isFalse(),
                        each -> assertThat(code(each)).isEqualTo(McpError.INVALID_PARAMS));
    }

    private static String request(int id, String method, Object params) {
        return JsonText.of("jsonrpc", "2.0", "id", id, "method", method, "params", params);
    }

    @Test
    void anErrorOfHttpIsOneOfItsRequest() throws Exception {
        Files.writeString(console.home().resolve("local-token"), "whk_wrong");
        JsonNode refused = pass(PING, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .getFirst();
        assertThat(refused.path("id").asInt()).isEqualTo(1);
        assertThat(code(refused)).isEqualTo(McpError.INTERNAL_ERROR);
        assertThat(refused.at("/error/data").toString()).isEqualTo("{\"status\":401,\"code\":\"unauthenticated\"}");
        assertThat(refused.at("/error/message").asText()).doesNotContain("whk_");
    }

    @Test
    void followsAConsoleThatWasStartedAgain() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        McpBridge bridge = new McpBridge(console.home(), output);
        bridge.requireConsole();
        console.close();
        pass(bridge, PING);
        console = TestConsole.start(directory);
        pass(bridge, PING);
        List<String> lines = output.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(JSON.readTree(lines.get(0)).path("id").asInt()).isEqualTo(1);
        assertThat(JSON.readTree(lines.get(0)).at("/error/message").asText())
                .contains("No console is running", console.home().toString());
        assertThat(JSON.readTree(lines.get(1)).has("result")).isTrue();
    }

    private static void pass(McpBridge bridge, String line) throws Exception {
        bridge.pass(new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void doesNotTakeWhatAKilledConsoleLeftForOne() throws Exception {
        Path left = Files.createDirectory(directory.resolve("left"));
        String announced = Files.readString(console.home().resolve("api.json"));
        Files.writeString(left.resolve("local-token"), "whk_secret");
        long gone = new ProcessBuilder("true").start().onExit().get().pid();
        Files.writeString(left.resolve("api.json"), announced.replaceAll("\"pid\":\\d+", "\"pid\":" + gone));
        refused(left);
        Files.writeString(left.resolve("api.json"), announced.replaceAll(":\\d+\"", ":1\""));
        refused(left);
        Files.writeString(left.resolve("api.json"), "{");
        refused(left);
        refused(directory.resolve("nowhere"));
    }

    private static void refused(Path home) {
        assertThatThrownBy(() -> new McpBridge(home, OutputStream.nullOutputStream()).requireConsole())
                .isInstanceOf(AppException.class)
                .hasMessage("No console is running in the home " + home + ": start Wheelhouse first.");
    }

    @Test
    void trustsTheConsolesOwnCertificateAndNoOther() throws Exception {
        for (String each : List.of("console.crt", "console.key", "other.key")) {
            try (InputStream file = getClass().getResourceAsStream("/tls/" + each)) {
                Files.copy(file, directory.resolve(each), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        console.close();
        Path settings = console.home().resolve("settings.json");
        Files.writeString(
                settings,
                JsonText.of(
                        "listener",
                        Map.of(
                                "tls",
                                Map.of(
                                        "certificateFile",
                                                directory.resolve("console.crt").toString(),
                                        "keyFile",
                                                directory.resolve("console.key").toString()))));
        console = TestConsole.start(directory);
        Path announced = console.home().resolve("api.json");
        assertThat(Files.readString(announced)).contains("https://");
        assertThat(pass(PING))
                .singleElement()
                .satisfies(each -> assertThat(each.has("result")).isTrue());
        Files.writeString(
                announced, Files.readString(announced).replaceAll("(\"certificateSha256\":\")[0-9a-f]{2}", "$1zz"));
        refused(console.home());
    }
}
