package dev.wheelhouse.api.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.FakePrometheus;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricApiTest {

    private static final String METRICS = "/servers/local/metrics";

    private TestConsole console;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        Files.createDirectories(directory.resolve("home"));
        Files.writeString(directory.resolve("home/settings.json"), "{\"privateHosts\": [\"127.0.0.1\"]}");
        console = TestConsole.start(directory);
        Awaiting.answer(
                () -> console.owner().get(METRICS).json(),
                latest -> latest.findValuesAsText("metric").containsAll(List.of("cpu", "memory", "disk")),
                "This machine was not measured");
    }

    @AfterAll
    void stop() {
        console.close();
    }

    @Test
    void tellsTheLatestValueOfEachMetric() throws Exception {
        JsonNode latest = console.owner().get(METRICS).json();
        JsonNode memory = latest.get(latest.findValuesAsText("metric").indexOf("memory"));
        assertThat(memory.path("unit").asText()).isEqualTo("bytes");
        assertThat(memory.path("value").asLong())
                .isBetween(1L, memory.path("limitBytes").asLong());
        String id = console.owner().get("/servers/local").json().path("id").asText();
        assertThat(console.owner().get("/servers/" + id + "/metrics").json()).hasSameSizeAs(latest);
    }

    @Test
    void givesASeriesOfEveryRange() throws Exception {
        for (String range : List.of("15m", "1h", "6h", "12h", "24h", "7d", "30d", "90d", "1y")) {
            JsonNode series = console.owner()
                    .get(METRICS + "/series?metric=memory&range=" + range)
                    .json();
            assertThat(series.path("range").asText()).isEqualTo(range);
            assertThat(series.path("limitBytes").asLong()).isPositive();
            JsonNode last = series.path("points").path(series.path("points").size() - 1);
            assertThat(last.path("ts").asLong() % series.path("stepMs").asLong())
                    .isZero();
            assertThat(last.path("avg").asLong())
                    .isBetween(last.path("min").asLong(), last.path("max").asLong());
            assertThat(last.path("count").asLong()).isPositive();
        }
        JsonNode cpu =
                console.owner().get(METRICS + "/series?metric=cpu&range=1h").json();
        assertThat(cpu.has("limitBytes")).isFalse();
        assertThat(cpu.path("unit").asText()).isEqualTo("percent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "&range=1h", "metric=&range=1h", "metric=CPU&range=1h", "metric=disk:/no/such&range=1h"})
    void anUnknownMetricIsNamed(String query) throws Exception {
        assertThat(refusal(query)).isEqualTo("query.metric");
    }

    @ParameterizedTest
    @ValueSource(strings = {"metric=cpu", "metric=cpu&range=", "metric=cpu&range=2h", "metric=cpu&range=1H"})
    void anUnknownRangeIsNamed(String query) throws Exception {
        assertThat(refusal(query)).isEqualTo("query.range");
    }

    private String refusal(String query) throws Exception {
        Reply reply = console.owner().get(METRICS + "/series?" + query);
        assertThat(reply.status()).isEqualTo(422);
        return reply.json().at("/errors/0/path").asText();
    }

    @Test
    void streamsReadingsAndGoesOnWhereAReaderLeft() throws Exception {
        String first;
        try (RawHttp http = new RawHttp(console.port())) {
            first = readings(http, "", 2).getLast();
        }
        long id = Long.parseLong(first.lines().findFirst().orElseThrow().substring("id: ".length()));
        assertThat(first).contains("event: sample").contains("\"values\":{").contains("\"memory\":");
        Awaiting.answer(
                () -> console.owner().get(METRICS).json().path(0).path("ts").asLong(),
                ts -> ts > id,
                "Nothing more was measured");
        try (RawHttp http = new RawHttp(console.port())) {
            assertThat(readings(http, "Last-Event-ID: " + id + "\r\n", 1).getFirst())
                    .contains("event: sample");
        }
        try (RawHttp http = new RawHttp(console.port())) {
            assertThat(readings(http, "Last-Event-ID: 5\r\n", 1).getFirst())
                    .startsWith("id: 5\n")
                    .contains("event: gap");
        }
        for (String path : List.of("/servers/local/metrics/stream", "/jobs/stream")) {
            for (String malformed : List.of("nonsense", "-1", "1.2.3")) {
                Reply refused = console.owner().send("GET", path, "", Map.of("Last-Event-ID", malformed));
                assertThat(refused.status()).as(path + " " + malformed).isEqualTo(422);
                assertThat(refused.json().at("/errors/0/path").asText()).isEqualTo("Last-Event-ID");
            }
        }
    }

    private List<String> readings(RawHttp http, String header, int count) throws IOException {
        http.send("GET /api/v1" + METRICS + "/stream HTTP/1.1\r\nHost: localhost\r\n" + header
                + "Authorization: Bearer " + console.ownerToken() + "\r\n\r\n");
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(http.socket().getInputStream(), StandardCharsets.UTF_8));
        List<String> events = new ArrayList<>();
        StringBuilder event = new StringBuilder();
        while (events.size() < count) {
            String line = reader.readLine();
            assertThat(line).isNotNull();
            if (line.startsWith("id: ") || line.startsWith("event: ") || line.startsWith("data: ")) {
                event.append(line).append('\n');
            } else if (line.isEmpty() && !event.isEmpty()) {
                events.add(event.toString());
                event.setLength(0);
            }
        }
        return events;
    }

    @Test
    void tellsWhatWatchingCosts() throws Exception {
        JsonNode cost = console.owner().get(METRICS + "/cost").json();
        assertThat(cost.path("collected").asBoolean()).isTrue();
        assertThat(cost.path("polls").asLong()).isPositive();
        assertThat(cost.path("receivedBytes").asLong()).isPositive();
    }

    @Test
    void marksWhatHappened() throws Exception {
        JsonNode marks = console.owner().get(METRICS + "/marks?range=1h").json();
        assertThat(marks.findValuesAsText("kind")).contains("server.created");
        assertThat(console.with("metrics:read").get(METRICS + "/marks?range=1h").json())
                .isEmpty();
    }

    @Test
    void aServerMayHaveItsMetricsReadElsewhere() throws Exception {
        String server = console.owner()
                .post(
                        "/servers",
                        JsonText.of(Map.of(
                                "name",
                                "elsewhere",
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
        String source = "/servers/" + server + "/metrics/source";
        assertThat(console.owner().get(source).status()).isEqualTo(404);
        try (FakePrometheus prometheus = new FakePrometheus()) {
            String url = prometheus.url();
            Reply put = put(source, Map.of("baseUrl", url, "labels", Map.of("instance", "a"), "token", "s3cret"));
            assertThat(put.status()).as(put.body()).isEqualTo(200);
            assertThat(put.body()).doesNotContain("s3cret").contains("\"hasToken\":true");
            assertThat(console.owner()
                            .get("/servers/" + server + "/metrics")
                            .json()
                            .at("/0/value")
                            .asLong())
                    .isEqualTo(42);
            assertThat(console.owner()
                            .get("/servers/" + server + "/metrics/series?metric=cpu&range=1h")
                            .status())
                    .isEqualTo(200);
            assertThat(console.owner()
                            .get("/servers/" + server + "/metrics/stream")
                            .status())
                    .isEqualTo(409);
            Awaiting.answer(
                    () -> console.owner()
                            .get("/servers/" + server + "/metrics/cost")
                            .json()
                            .path("collected")
                            .asBoolean(),
                    collected -> !collected,
                    "The console still collects");
            // The token was given for another address.
            assertThat(put(source, Map.of("baseUrl", "http://127.0.0.1:1"))
                            .json()
                            .at("/errors/0/path")
                            .asText())
                    .isEqualTo("token");
            JsonNode refused = put(source, Map.of("baseUrl", "http://LocalHost:1", "token", ""))
                    .json()
                    .at("/errors/0");
            assertThat(refused.path("path").asText()).isEqualTo("baseUrl");
            assertThat(refused.path("privateHost").asText()).isEqualTo("localhost");
            assertThat(put(source, Map.of("baseUrl", "http://127.0.0.1:1", "token", "x"))
                            .status())
                    .isEqualTo(422);
            assertThat(put(source, Map.of("baseUrl", url, "labels", Map.of("a-b", "c")))
                            .json()
                            .at("/errors/0/path")
                            .asText())
                    .isEqualTo("labels.a-b");
            assertThat(console.owner().get(source).json().path("hasToken").asBoolean())
                    .isTrue();
        }
        assertThat(console.owner().get("/servers/" + server + "/metrics").status())
                .isEqualTo(502);
        assertThat(console.owner().delete(source).status()).isEqualTo(204);
        assertThat(console.owner().delete(source).status()).isEqualTo(404);
        assertThat(console.owner().delete("/servers/" + server).status()).isEqualTo(204);
    }

    private Reply put(String path, Map<String, Object> body) throws Exception {
        return console.owner().send("PUT", path, JsonText.of(body), Map.of("Content-Type", "application/json"));
    }
}
