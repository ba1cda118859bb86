package dev.wheelhouse.api.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.TestConsole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogApiTest {

    @TempDir
    private Path directory;

    private static String query(String path) {
        return "?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    @Test
    void readsAndSearchesAFileOfAServerAndRefusesWhatIsNone() throws Exception {
        Path log = directory.resolve("a b&c.log");
        Files.write(log, List.of("INFO one", "ERROR two", "INFO three"));
        try (TestConsole console = TestConsole.start(directory)) {
            String logs = "/servers/local/logs";
            Reply tail = console.owner().get(logs + query(log.toString()) + "&tail=2");
            assertThat(tail.status()).as(tail.body()).isEqualTo(200);
            assertThat(tail.json().path("lines").findValuesAsText("line")).containsExactly("ERROR two", "INFO three");
            Reply found = console.owner().get(logs + "/search" + query(log.toString()) + "&include=error");
            assertThat(found.json().path("lines").findValuesAsText("line")).containsExactly("ERROR two");
            Reply range = console.owner().get(logs + "/range" + query(log.toString()) + "&limit=1");
            assertThat(range.json().path("hasMore").asBoolean()).isTrue();
            String next = range.json().path("next").asText();
            assertThat(console.owner()
                            .get(logs + "/range" + query(log.toString()) + "&after="
                                    + URLEncoder.encode(next, StandardCharsets.UTF_8))
                            .json()
                            .path("lines")
                            .findValuesAsText("line"))
                    .containsExactly("ERROR two", "INFO three");
            for (String bad : List.of("", "relative", "a\0b", "/" + "x".repeat(5000))) {
                Reply refused = console.owner().get(logs + query(bad));
                assertThat(refused.status()).as(bad + refused.body()).isIn(422, 400);
            }
            assertThat(console.owner().get(logs).json().at("/errors/0/path").asText())
                    .isEqualTo("query.path");
            assertThat(console.owner().get(logs + query(directory + "/none")).status())
                    .isEqualTo(404);
            assertThat(console.owner().get(logs + query(directory.toString())).status())
                    .isEqualTo(409);
            assertThat(console.with("logs:read")
                            .get(logs + query(log.toString()))
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void mergesFilesByTimeAndReadsThemOn() throws Exception {
        Path one = directory.resolve("one/app.log");
        Path two = directory.resolve("two/app.log");
        Files.createDirectories(directory.resolve("one"));
        Files.createDirectories(directory.resolve("two"));
        Files.write(one, List.of("2026-11-21T02:00:00Z INFO first", "2026-11-21T02:00:02Z ERROR third"));
        Files.write(two, List.of("2026-11-21T02:00:01Z INFO second", "2026-11-21T02:00:03Z INFO fourth"));
        String query = "?file=" + URLEncoder.encode("local:" + one, StandardCharsets.UTF_8) + "&file="
                + URLEncoder.encode("local:" + two, StandardCharsets.UTF_8);
        try (TestConsole console = TestConsole.start(directory)) {
            Reply tail = console.owner().get("/logs" + query);
            assertThat(tail.status()).as(tail.body()).isEqualTo(200);
            assertThat(tail.json().path("lines").findValuesAsText("line"))
                    .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .containsExactly("first", "second", "third", "fourth");
            assertThat(tail.json().path("lines").findValuesAsText("instance"))
                    .containsExactly("app.log", "app.log (2)", "app.log", "app.log (2)");
            assertThat(console.owner()
                            .get("/logs/search" + query + "&level=error")
                            .json()
                            .path("lines")
                            .findValuesAsText("line"))
                    .containsExactly("2026-11-21T02:00:02Z ERROR third");
            Reply range = console.owner().get("/logs/range" + query + "&limit=2");
            String next = range.json().path("next").asText();
            assertThat(console.owner()
                            .get("/logs/range" + query + "&after=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                            .json()
                            .path("lines")
                            .findValuesAsText("line"))
                    .hasSize(2)
                    .last()
                    .isEqualTo("2026-11-21T02:00:03Z INFO fourth");

            Reply none = console.owner().get("/logs");
            assertThat(none.json().at("/errors/0/path").asText()).isEqualTo("query.app");
            for (String bad : List.of("/no/server", "local:relative", "local:/a\0b")) {
                Reply refused = console.owner().get("/logs?file=" + URLEncoder.encode(bad, StandardCharsets.UTF_8));
                assertThat(refused.json().at("/errors/0/path").asText())
                        .as(refused.body())
                        .isEqualTo("query.file");
            }
            assertThat(console.owner().get("/logs?app=app_none").status()).isEqualTo(404);
            assertThat(console.with("logs:read").get("/logs" + query).status()).isEqualTo(403);
        }
    }
}
