package dev.wheelhouse.api.logs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.EventReader;
import dev.wheelhouse.api.testing.EventReader.Event;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogApiTest {

    private static final OpenApiContract CONTRACT = new OpenApiContract();
    private static final String LOGS = "/apps/app_1/logs";

    private final MemoryLog log = new MemoryLog();
    private TestServer server;
    private final HttpClient http = HttpClient.newHttpClient();
    private ApiClient client;

    private EventReader read(String query, @Nullable String lastEventId) throws Exception {
        return new EventReader(http, server.port(), LOGS + "/stream" + query, "whk_owner", lastEventId);
    }

    private static List<String> lines(EventReader reader, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        while (lines.size() < count) {
            Event event = reader.next();
            if (event.type().equals("line")) {
                lines.add(event.data().path("line").asText());
            }
        }
        return lines;
    }

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(
                LogRoutes.of("/apps/{id}/logs", _ -> log),
                HttpLimits.standard().withStreams(Duration.ofMillis(200), Duration.ofMinutes(5)));
        client = new ApiClient(server.port(), "whk_owner", CONTRACT);
    }

    @AfterEach
    void stop() {
        client.close();
        http.close();
        server.close();
    }

    private static String[] numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i).toArray(String[]::new);
    }

    private static List<String> texts(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("lines").findValuesAsText("line");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void refused(String path, String at) throws Exception {
        Reply reply = client.get(path);
        assertThat(reply.status()).as(path + " " + reply.body()).isEqualTo(422);
        assertThat(reply.json().at("/errors/0/path").asText()).startsWith(at);
    }

    @Test
    void givesTheNewestLinesOldestFirst() throws Exception {
        assertThat(texts(client.get(LOGS))).isEmpty();
        log.add(numbered(300));
        log.add("E \u001b[31mred\u001b[0m");
        Reply reply = client.get(LOGS);
        assertThat(texts(reply)).hasSize(200).startsWith("line 102").endsWith("E \u001b[31mred\u001b[0m");
        JsonNode last = reply.json().path("lines").path(199);
        assertThat(last.path("stream").asText()).isEqualTo("stderr");
        assertThat(last.path("ts").asText()).isEqualTo("2023-11-14T22:18:20.123456789Z");
        assertThat(last.has("position")).isFalse();
        assertThat(texts(client.get(LOGS + "?tail=10000"))).hasSize(301);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "-1", "x", "", "1e3", "%2B5"})
    void refusesATailOutOfRange(String tail) throws Exception {
        refused(LOGS + "?tail=" + tail, "query.tail");
    }

    @Test
    void givesNoMoreThanFiveMebibytes() throws Exception {
        for (int i = 0; i < 400; i++) {
            log.add(i + " " + "\u001b".repeat(6000));
        }
        Reply reply = client.get(LOGS + "?tail=1000");
        assertThat(reply.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(5 << 20);
        assertThat(texts(reply)).hasSizeBetween(100, 200).last().asString().startsWith("399 ");
        List<String> all = new ArrayList<>();
        String after = "";
        Reply page;
        do {
            page = client.get(LOGS + "/range?limit=10000" + after);
            assertThat(page.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(5 << 20);
            all.addAll(texts(page));
            after = "&after=" + page.json().path("next").asText();
        } while (page.json().path("hasMore").asBoolean());
        assertThat(all).hasSize(400).doesNotHaveDuplicates();
        log.add("x".repeat(20 << 20));
        assertThat(texts(client.get(LOGS + "?tail=1")).getFirst())
                .startsWith("xxx")
                .endsWith("…");
    }

    @Test
    void readsARangeByTimeAndByPlace() throws Exception {
        log.add(numbered(100));
        String span = "?from=2023-11-14T22:13:30Z&to=2023-11-14T23:13:40%2B01:00";
        Reply reply = client.get(LOGS + "/range" + span);
        assertThat(texts(reply)).hasSize(10).startsWith("line 11").endsWith("line 20");
        Reply first = client.get(LOGS + "/range?limit=30");
        assertThat(first.json().path("hasMore").asBoolean()).isTrue();
        assertThat(first.json().path("next").asText()).isEqualTo("p30");
        assertThat(first.json().at("/lines/4/position").asText()).isEqualTo("p5");
        Reply rest = client.get(LOGS + "/range?limit=1000&after=p30");
        assertThat(texts(rest)).hasSize(70).startsWith("line 31");
        assertThat(rest.json().path("hasMore").asBoolean()).isFalse();
    }

    @Test
    void findsLinesByTextExpressionAndLevel() throws Exception {
        log.add("INFO started", "ERROR no \"quota\"", "WARN slow", "error again", "a+b=c&d 100%", "{{7*7}} ${x} '; --");
        assertThat(texts(client.get(LOGS + "/search?include=error")))
                .containsExactly("ERROR no \"quota\"", "error again");
        assertThat(texts(client.get(LOGS + "/search?include=error&caseSensitive=true")))
                .containsExactly("error again");
        assertThat(texts(client.get(LOGS + "/search?include=error&include=quota")))
                .hasSize(1);
        assertThat(texts(client.get(LOGS + "/search?exclude=error&exclude=slow&exclude=a")))
                .hasSize(1);
        assertThat(texts(client.get(LOGS + "/search?regex=true&include=" + encoded("^(INFO|WARN) s"))))
                .containsExactly("INFO started", "WARN slow");
        assertThat(texts(client.get(LOGS + "/search?level=warn&level=info")))
                .containsExactly("INFO started", "WARN slow");
        for (String hostile : List.of("a+b=c&d 100%", "{{7*7}} ${x} '; --", "no \"quota\"")) {
            assertThat(texts(client.get(LOGS + "/search?include=" + encoded(hostile))))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "include=, query.include",
        "regex=true&include=(, query.include",
        "regex=true&exclude=%5B, query.exclude",
        "regex=yes, query.regex",
        "caseSensitive=1, query.caseSensitive",
        "level=ERROR, query.level",
        "level=, query.level",
        "from=yesterday, query.from",
        "from=2026-01-02, query.from",
        "to=1, query.to",
        "from=2026-01-02T03:04:05Z&to=2026-01-02T03:04:05Z, query.to",
        "after=x, query.after",
        "after=, query.after",
        "after=p1%0Ap2, query.after",
        "after=--file%3D/etc/passwd, query.after",
        "limit=0, query.limit",
        "limit=10001, query.limit",
        "tail=5, query.tail",
        "from=2026-01-02T03:04:05Z&from=2026-01-02T03:04:05Z, query.from"
    })
    void namesTheParameterAtFault(String query, String path) throws Exception {
        log.add("some line");
        refused(LOGS + "/search?" + query, path);
    }

    @Test
    void refusesAnExpressionThatTakesTooLong() throws Exception {
        log.add("a".repeat(5000) + "!");
        // Looks ahead, and so is no expression for an automaton, which would be done at once.
        refused(LOGS + "/search?regex=true&include=" + encoded("^(?=(a|aa)+$)"), "query.include");
        refused(LOGS + "/search?include=" + "x".repeat(1001), "query.include");
    }

    @Test
    void followsFromNowOrFromATailAndGoesOnWhereAReaderLeft() throws Exception {
        log.add(numbered(10));
        String position;
        try (EventReader reader = read("?tail=3", null)) {
            Event open = reader.next();
            assertThat(open.type()).isEqualTo("open");
            assertThat(lines(reader, 3)).containsExactly("line 8", "line 9", "line 10");
            log.add("line 11");
            Event event = reader.next();
            assertThat(event.data().path("line").asText()).isEqualTo("line 11");
            assertThat(event.data().path("stream").asText()).isEqualTo("stdout");
            CONTRACT.checkSchema(
                    "a line",
                    CONTRACT.document().at("/components/schemas/LogLine"),
                    event.data().toString());
            position = event.id();
        }
        log.add("line 12", "line 13");
        try (EventReader reader = read("?tail=5", position)) {
            assertThat(lines(reader, 2)).containsExactly("line 12", "line 13");
        }
        String opened;
        try (EventReader reader = read("", null)) {
            Event open = reader.next();
            opened = open.id();
            log.add("line 14");
            assertThat(lines(reader, 1)).containsExactly("line 14");
        }
        try (EventReader reader = read("", opened)) {
            assertThat(lines(reader, 1)).containsExactly("line 14");
        }
        Awaiting.answer(log.followings::get, open -> open == 0, "A stream that was left is still followed");
    }

    @Test
    void followsOnlyWhatAFilterLetsThrough() throws Exception {
        log.add("INFO one", "ERROR two", "INFO three");
        try (EventReader reader = read("?tail=10&level=error&level=warn&exclude=quiet", null)) {
            assertThat(reader.next().data().path("lines").asInt()).isEqualTo(1);
            log.add("INFO four", "WARN five", "ERROR quiet", "ERROR six");
            assertThat(lines(reader, 3)).containsExactly("ERROR two", "WARN five", "ERROR six");
        }
        refused(LOGS + "/stream?regex=true&include=(", "query.include");
        log.add("a".repeat(5000) + "!");
        refused(LOGS + "/stream?tail=5&regex=true&include=" + encoded("^(?=(a|aa)+$)"), "query.include");
    }

    @Test
    void givesTheWholeLogAsText() throws Exception {
        log.add(numbered(25_000));
        Reply whole = client.get(LOGS + "/export");
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.header("Content-Type")).startsWith("text/plain");
        assertThat(whole.body().lines()).containsExactly(numbered(25_000));
        log.add("ERROR at last ü");
        assertThat(client.get(LOGS + "/export?level=error").body()).isEqualTo("ERROR at last ü\n");
        assertThat(client.get(LOGS + "/export?include=line%2011&times=true&to=2023-11-14T22:13:40Z")
                        .body())
                .isEqualTo("2023-11-14T22:13:30.123456789Z line 11\n");
        assertThat(client.get(LOGS + "/export?include=nothing").body()).isEmpty();
        refused(LOGS + "/export?limit=5", "query.limit");
        refused(LOGS + "/export?regex=true&include=(", "query.include");
    }

    @Test
    void tellsTheLevelThatALineNames() throws Exception {
        log.add("WARN slow", "  at some.Place");
        JsonNode lines = client.get(LOGS + "?tail=2").json().path("lines");
        assertThat(lines.at("/0/level").asText()).isEqualTo("warn");
        assertThat(lines.path(1).has("level")).isFalse();
    }

    @Test
    void refusesAnEventIdOfAnotherStream() throws Exception {
        for (String id : List.of("x", "a b", "p", "../../x")) {
            Reply reply = client.send("GET", LOGS + "/stream", "", Map.of("Last-Event-ID", id));
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.json().at("/errors/0/path").asText()).isEqualTo("Last-Event-ID");
        }
        refused(LOGS + "/stream?tail=10001", "query.tail");
    }

    @Test
    void tellsOfACutOfItsMendingAndOfTheEnd() throws Exception {
        try (EventReader reader = read("", null)) {
            assertThat(reader.next().type()).isEqualTo("open");
            log.cut("The link is cut; trying again.");
            assertThat(reader.next())
                    .matches(each -> each.type().equals("notice"))
                    .matches(each -> each.data().path("text").asText().contains("cut"));
            log.cut("");
            assertThat(reader.next().data().path("text").asText()).isEmpty();
            log.fail(new AppException(PlatformError.NOT_FOUND, "The container is gone."));
            Event gone = reader.next();
            assertThat(gone.type()).isEqualTo("gone");
            assertThat(gone.data().path("code").asText()).isEqualTo("not_found");
            assertThat(gone.data().path("detail").asText()).isEqualTo("The container is gone.");
            assertThat(reader.endsHere()).isTrue();
        }
    }

    @Test
    void endsWithALogThatEnded() throws Exception {
        try (EventReader reader = read("", null)) {
            assertThat(reader.next().type()).isEqualTo("open");
            log.add("last");
            log.end();
            assertThat(lines(reader, 1)).containsExactly("last");
            assertThat(reader.next().type()).isEqualTo("end");
        }
    }

    @Test
    void losesNothingOfALogThatIsFasterThanItsReader() throws Exception {
        int count = 60_000;
        try (EventReader reader = read("", null)) {
            assertThat(reader.next().type()).isEqualTo("open");
            // More than all buffers between here and there hold, before anything of it is read.
            log.add(numbered(count));
            log.add("x".repeat(1 << 20));
            log.add(numbered(count));
            List<String> seen = lines(reader, 2 * count + 1);
            assertThat(seen.subList(0, count)).containsExactly(numbered(count));
            assertThat(seen.get(count)).hasSize(1 << 20);
            assertThat(seen.subList(count + 1, seen.size())).containsExactly(numbered(count));
        }
    }
}
