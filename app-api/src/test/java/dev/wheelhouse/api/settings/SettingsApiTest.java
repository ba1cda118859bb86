package dev.wheelhouse.api.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.access.OtherOrganization;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsApiTest {

    private TestConsole console;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private Reply patch(String body) throws Exception {
        return console.owner().patch("/settings", body);
    }

    private JsonNode changed(String body) throws Exception {
        Reply reply = patch(body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static List<String> paths(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        List<String> paths = new ArrayList<>();
        reply.json().path("errors").forEach(each -> paths.add(each.path("path").asText()));
        return paths;
    }

    @Test
    void beginsWithTheDefaults() throws Exception {
        JsonNode settings = console.owner().get("/settings").json();
        assertThat(settings.has("smtp")).isFalse();
        assertThat(settings.path("retention").toString())
                .isEqualTo("{\"eventDays\":400,\"historyDays\":30,\"jobDays\":90,\"deliveryDays\":30}");
        assertThat(settings.path("listener").toString())
                .isEqualTo("{\"address\":\"127.0.0.1\",\"port\":7465,\"hostNames\":[]}");
        assertThat(settings.at("/appearance/theme").asText()).isEqualTo("system");
        assertThat(settings.path("restartNeeded")).isEmpty();
    }

    @Test
    void namesWhatTheFileHasAndTheConsoleDoesNotKnow(@TempDir Path directory) throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(home.resolve("settings.json"), "{\"dns\": {\"port\": 53}}");
        try (TestConsole other = TestConsole.start(directory)) {
            assertThat(other.owner().get("/settings").json().path("ignored").toString())
                    .isEqualTo("[\"dns\"]");
        }
    }

    @Test
    void changesWhatIsNamedAndLeavesTheRest() throws Exception {
        changed("{\"thresholds\": {\"diskPercent\": 80}, \"appearance\": {\"theme\": \"dark\"}}");
        JsonNode settings = changed("{\"privateHosts\": [\"10.0.0.5\"], \"retention\": {\"jobDays\": 7}}");
        assertThat(settings.path("thresholds").toString())
                .isEqualTo("{\"diskPercent\":80,\"cpuPercent\":95,\"memoryPercent\":95,\"sustainedSeconds\":300}");
        assertThat(settings.at("/retention/jobDays").asInt()).isEqualTo(7);
        assertThat(settings.at("/appearance/theme").asText()).isEqualTo("dark");
        JsonNode back = changed("{\"thresholds\": null, \"privateHosts\": null, \"appearance\": {\"theme\": null}}");
        assertThat(back.at("/thresholds/diskPercent").asInt()).isEqualTo(90);
        assertThat(back.path("privateHosts")).isEmpty();
        assertThat(back.at("/appearance/theme").asText()).isEqualTo("system");
        assertThat(console.owner().get("/settings").json()).isEqualTo(back);
    }

    @Test
    void neverTellsThePassword() throws Exception {
        Reply made = patch("{\"smtp\": {\"host\": \"mail.example.com\", \"user\": \"ada\", \"password\": \"geheim-17\","
                + " \"from\": \"ada@example.com\"}}");
        assertThat(made.json().path("smtp").toString())
                .isEqualTo("{\"host\":\"mail.example.com\",\"port\":587,\"security\":\"starttls\",\"user\":\"ada\","
                        + "\"from\":\"ada@example.com\"}");
        assertThat(made.body()
                        + console.owner().get("/settings").body()
                        + console.owner().get("/events?kind=settings.*").body())
                .contains("settings.changed")
                .doesNotContain("geheim-17");
        assertThat(paths(patch("{\"smtp\": {\"host\": \"evil.example.com\"}}"))).containsExactly("smtp.password");
        assertThat(changed("{\"smtp\": null}").has("smtp")).isFalse();
    }

    @Test
    void neverTellsTheKeyOfTheAssistant() throws Exception {
        assertThat(console.owner().get("/settings").json().has("assistant")).isFalse();
        Reply made = patch("{\"assistant\": {\"baseUrl\": \"https://models.example.com/v1\", \"model\": \"llama\","
                + " \"apiKey\": \"sk-geheim-17\"}}");
        assertThat(made.json().path("assistant").toString())
                .isEqualTo("{\"baseUrl\":\"https://models.example.com/v1\",\"model\":\"llama\",\"hasApiKey\":true,"
                        + "\"maxAnswerTokens\":2048,\"maxTokens\":64000}");
        JsonNode changed = changed("{\"assistant\": {\"model\": \"qwen\", \"maxTokens\": 8000}}");
        assertThat(changed.at("/assistant/hasApiKey").asBoolean()).isTrue();
        assertThat(changed.at("/assistant/model").asText()).isEqualTo("qwen");
        assertThat(changed("{\"assistant\": {\"maxTokens\": null}}")
                        .at("/assistant/maxTokens")
                        .asInt())
                .isEqualTo(64000);
        assertThat(made.body()
                        + console.owner().get("/settings").body()
                        + console.owner().get("/events?kind=settings.*").body())
                .contains("assistantApiKey")
                .doesNotContain("geheim-17");
        assertThat(paths(patch("{\"assistant\": {\"baseUrl\": \"https://evil.example.com/v1\"}}")))
                .containsExactly("assistant.apiKey");
        assertThat(changed("{\"assistant\": {\"apiKey\": null}}")
                        .at("/assistant/hasApiKey")
                        .asBoolean())
                .isFalse();
        assertThat(changed("{\"assistant\": null}").has("assistant")).isFalse();
    }

    @Test
    void aModelOnAPrivateAddressNeedsItsHostNamed() throws Exception {
        String local = "\"assistant\": {\"baseUrl\": \"http://127.0.0.1:11434/v1\", \"model\": \"llama\"}";
        Reply refused = patch("{" + local + "}");
        assertThat(paths(refused)).containsExactly("assistant.baseUrl");
        assertThat(refused.body()).contains("private hosts in the settings");
        assertThat(changed("{\"privateHosts\": [\"127.0.0.1\"], " + local + "}")
                        .at("/assistant/hasApiKey")
                        .asBoolean())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tresholds\": {}} | tresholds",
                "{\"thresholds\": {\"disk\": 5}} | thresholds.disk",
                "{\"thresholds\": {\"diskPercent\": 101}} | thresholds.diskPercent",
                "{\"thresholds\": {\"diskPercent\": \"many\"}} | thresholds.diskPercent",
                "{\"smtp\": {\"host\": \"a\"}} | smtp.from",
                "{\"smtp\": {\"host\": \"a b\", \"from\": \"a@b\"}} | smtp.host",
                "{\"assistant\": {\"model\": \"a\"}} | assistant.baseUrl",
                "{\"assistant\": {\"baseUrl\": \"https://a.example\"}} | assistant.model",
                "{\"assistant\": {\"baseUrl\": null, \"model\": \"a\"}} | assistant.baseUrl",
                "{\"assistant\": {\"baseUrl\": \"https://a.example\", \"model\": \"a\", \"maxTokens\": 1}} | assistant.maxTokens",
                "{\"assistant\": {\"baseUrl\": \"https://a.example\", \"model\": \"a\", \"key\": \"b\"}} | assistant.key",
                "{\"publicAddress\": \"https://a/../b\"} | publicAddress",
                "{\"listener\": {\"hostNames\": [\"a\", \"not one\"]}} | listener.hostNames[1]",
                "{\"listener\": {\"port\": 0}} | listener.port",
                "{\"listener\": {\"address\": \"0.0.0.0\"}} | listener.tls",
                "{\"listener\": {\"address\": \"localhost\"}} | listener.address",
                "{\"dns\": {\"resolvers\": [\"dns.example\"]}} | dns.resolvers[0]",
                "{\"appearance\": {\"theme\": \"pink\"}} | appearance.theme",
                "{\"restartNeeded\": []} | restartNeeded"
            })
    void refusesWhatCannotBe(String body, String path) throws Exception {
        Reply before = console.owner().get("/settings");
        assertThat(paths(patch(body))).containsExactly(path);
        assertThat(console.owner().get("/settings").body()).isEqualTo(before.body());
    }

    @Test
    void holdsAChangeToTheVersionItWasMadeFor() throws Exception {
        ApiClient owner = console.owner();
        String tag = owner.get("/settings").header("ETag");
        Map<String, String> onlyIf = Map.of("Content-Type", "application/json", "If-Match", tag);
        Reply first = owner.send("PATCH", "/settings", "{\"appearance\": {\"theme\": \"dark\"}}", onlyIf);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("ETag")).isNotEqualTo(tag);
        Reply second = owner.send("PATCH", "/settings", "{\"privateHosts\": [\"a\"]}", onlyIf);
        assertThat(second.status()).isEqualTo(412);
        assertThat(owner.get("/settings").header("ETag")).isEqualTo(first.header("ETag"));
    }

    @Test
    void namesHoldAtOnce() throws Exception {
        assertThat(statusFor("console.example")).isEqualTo(403);
        changed("{\"listener\": {\"hostNames\": [\"Console.example\"]}}");
        assertThat(statusFor("console.example")).isEqualTo(200);
        changed("{\"listener\": {\"hostNames\": null}}");
        assertThat(statusFor("console.example")).isEqualTo(403);
    }

    private int statusFor(String host) throws Exception {
        return RawHttp.exchange(
                        console.port(),
                        "GET /api/v1/me HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + console.ownerToken()
                                + "\r\nConnection: close\r\n\r\n")
                .status();
    }

    @Test
    void aPrivateHostHoldsForTheNextRequest() throws Exception {
        String id = console.core().servers().service().ownId();
        String source = "{\"baseUrl\": \"http://127.0.0.1:1\", \"labels\": {}}";
        String refused = console.owner()
                .put("/servers/" + id + "/metrics/source", source)
                .body();
        assertThat(refused).contains("private address");
        changed("{\"privateHosts\": [\"127.0.0.1\"]}");
        assertThat(console.owner()
                        .put("/servers/" + id + "/metrics/source", source)
                        .body())
                .doesNotContain("private address");
    }

    @Test
    void theOwnerAloneChangesAndAnotherOrganizationNotThisConsole() throws Exception {
        ApiClient reader = console.with("events:read", "members:write");
        assertThat(reader.get("/settings").status()).isEqualTo(200);
        assertThat(reader.patch("/settings", "{}").status()).isEqualTo(403);
        try (ApiClient stranger = console.owner().as(OtherOrganization.addTo(console.home()))) {
            changed("{\"privateHosts\": [\"ours\"]}");
            assertThat(stranger.get("/settings").json().path("privateHosts")).isEmpty();
            assertThat(stranger.patch("/settings", "{\"listener\": {\"hostNames\": [\"evil.example\"]}}")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void movesToAnotherPortOnceACallArrivesThere() throws Exception {
        int before = console.port();
        int port;
        try (ServerSocket free = new ServerSocket(FreePort.next(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
            assertThat(paths(patch("{\"listener\": {\"port\": " + port + "}}"))).containsExactly("listener.port");
        }
        JsonNode during = changed("{\"listener\": {\"port\": " + port + "}, \"privateHosts\": [\"a\"]}");
        assertThat(during.at("/listenerTrial/url").asText()).isEqualTo("http://127.0.0.1:" + port);
        assertThat(during.at("/listener/port").asInt()).isEqualTo(7465);
        assertThat(during.at("/privateHosts/0").asText()).isEqualTo("a");
        assertThat(patch("{\"listener\": {\"port\": 7466}}").status()).isEqualTo(409);

        try (ApiClient there = new ApiClient(port, console.ownerToken(), new OpenApiContract())) {
            JsonNode after = there.get("/settings").json();
            assertThat(after.at("/listener/port").asInt()).isEqualTo(port);
            assertThat(after.has("listenerTrial")).isFalse();
            assertThat(after.path("restartNeeded")).isEmpty();
            assertThat(Files.readString(console.home().resolve("api.json"))).contains("\"port\":" + port);
            assertThat(Files.readString(console.home().resolve("settings.json")))
                    .contains(String.valueOf(port));
            assertThat(console.port()).isEqualTo(port);
            assertThatThrownBy(() -> {
                        while (true) {
                            RawHttp.exchange(before, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(there.get("/events?kind=settings.changed").json()).hasSize(2);
        }
    }
}
