package dev.wheelhouse.api.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.apps.container.Podman;
import dev.wheelhouse.core.apps.systemd.SystemdServer;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An app in each runtime over HTTP: a process here, a unit of a server over SSH, a container. Each prints many lines, of
 * which none may be lost or come twice, then crashes, and is found again in its events and its log.
 */
@Real
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryRuntimeApiTest {

    private static final int LINES = LongRun.of(30_000, 100_000);
    private static final int SLOW_LINES = 2_000;
    private static final Pattern NUMBERED = Pattern.compile("line (\\d+) of");

    /** A thousand lines, ten times a second. */
    private static final String PROGRAM = program(LINES, 1000, "sleep 0.1");

    /**
     * A line a millisecond: of lines that are written many at once, Podman (4.3.1) loses some itself, where it comes to the
     * log's end in the middle of one.
     */
    private static final String SLOW_PROGRAM = program(SLOW_LINES, 1, "usleep 1000");

    /** Its last pause is for those who look at it running. */
    private static String program(int lines, int atOnce, String pause) {
        return """
            n=0
            while [ "$n" -lt %d ]; do
              end=$((n + %d))
              while [ "$n" -lt "$end" ]; do
                n=$((n + 1))
                echo "line $n of a program that has much to say"
              done
              %s
            done
            sleep 2
            echo 'level=error msg="it ran out of cheese"' >&2
            exit 3
            """.formatted(lines, atOnce, pause);
    }

    private ContainerTurn turn;
    private SystemdServer machine;
    private Podman podman;
    private TestConsole console;
    private String server;

    @BeforeAll
    void start(@TempDir Path directory, @TempDir Path folder) throws Exception {
        turn = ContainerTurn.take();
        assumeTrue(Podman.missing().isEmpty(), Podman.missing());
        machine = SystemdServer.start(folder);
        machine.writeFile("/usr/local/bin/chatter", "#!/bin/sh\n" + PROGRAM);
        machine.run("chmod", "+x", "/usr/local/bin/chatter");
        // The journal drops what comes too quickly; systemd 252 takes no interval of 0, which would turn that off.
        machine.writeUnit("chatter.service", """
            [Service]
            ExecStart=/usr/local/bin/chatter
            LogRateLimitIntervalSec=1
            LogRateLimitBurst=1000000
            """);
        podman = Podman.start();
        assumeTrue(podman.trouble().isEmpty(), podman.trouble());
        console = TestConsole.start(directory);
        server = console.addServer("web-1", machine.port(), "root", machine.key());
        console.trustServer(server);
    }

    @AfterAll
    void stop() throws Exception {
        if (console != null) {
            console.close();
        }
        if (podman != null) {
            podman.close();
        }
        if (machine != null) {
            machine.close();
        }
        turn.close();
    }

    @Test
    void aProcessOfThisMachine() throws Exception {
        followedUntilItCrashes(
                Map.of(
                        "name",
                        "local-chatter",
                        "serverId",
                        "local",
                        "runtime",
                        "process",
                        "command",
                        List.of("sh", "-c", PROGRAM),
                        "environment",
                        Map.of("SECRET", "swordfish")),
                LINES);
    }

    @Test
    void aUnitOfAServerThatIsFoundThere() throws Exception {
        assertThat(console.owner()
                        .get("/servers/" + server + "/discovered-apps?runtime=systemd")
                        .body())
                .contains("\"chatter.service\"");
        followedUntilItCrashes(
                Map.of("name", "unit-chatter", "serverId", server, "runtime", "systemd", "unit", "chatter.service"),
                LINES);
    }

    @Test
    void aContainer() throws Exception {
        followedUntilItCrashes(
                Map.of(
                        "name",
                        "box-chatter",
                        "serverId",
                        "local",
                        "runtime",
                        "container",
                        "image",
                        Podman.IMAGE,
                        "command",
                        List.of("sh", "-c", SLOW_PROGRAM),
                        "engine",
                        podman.socket()),
                SLOW_LINES);
    }

    private void followedUntilItCrashes(Map<String, Object> fields, int lines) throws Exception {
        Reply added = console.owner().post("/apps", JsonText.of(fields));
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        assertThat(added.body()).doesNotContain("swordfish");
        String id = added.json().path("id").asText();
        String app = "/apps/" + id;

        assertThat(linesOf(app, lines))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, lines).boxed().toList());

        JsonNode crash = Awaiting.answer(
                () -> console.owner()
                        .get("/events?kind=app.crashed&subject=" + id)
                        .json(),
                events -> !events.isEmpty(),
                "No event tells of the crash");
        assertThat(crash.toString()).contains("ran out of cheese");
        assertThat(console.owner().get(app + "/status").json().path("running").asBoolean(true))
                .isFalse();
        assertThat(console.owner().get(app + "/logs?tail=5").body()).contains("ran out of cheese");
        assertThat(found(app, "CHEESE")).contains("ran out of cheese");
        assertThat(found(app, "line%20%5B7%5D%7B2%7D%20of&regex=true")).contains("line 77 of");
        Awaiting.answer(
                () -> console.owner()
                        .get(app + "/metrics/series?metric=memory&range=15m")
                        .json(),
                series -> !series.path("points").isEmpty(),
                "It has no metrics");
    }

    /** Opens the stream, starts the app twice, and reads the numbers of its lines up to the last. */
    private List<Integer> linesOf(String app, int lines) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + console.port() + "/api/v1" + app + "/logs/stream"))
                .header("Authorization", "Bearer " + console.ownerToken())
                .build();
        try (HttpClient http = HttpClient.newHttpClient();
                BufferedReader stream = new BufferedReader(new InputStreamReader(
                        http.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
            String line = stream.readLine();
            // What is written before the stream is open is not of it.
            while (!"event: open".equals(line)) {
                assertThat(line).isNotNull();
                line = stream.readLine();
            }
            for (int time = 0; time < 2; time++) {
                Reply started = console.owner().post(app + "/start", "");
                assertThat(started.status()).as(started.body()).isEqualTo(200);
                assertThat(started.json().path("running").asBoolean()).isTrue();
            }
            while (numbers.isEmpty() || numbers.getLast() < lines) {
                line = stream.readLine();
                assertThat(line).isNotNull();
                Matcher matcher = NUMBERED.matcher(line);
                while (matcher.find()) {
                    numbers.add(Integer.valueOf(matcher.group(1)));
                }
            }
        }
        return numbers;
    }

    /** A search of a large log may stop early, without a line, and is then gone on with. */
    private String found(String app, String query) throws Exception {
        String search = app + "/logs/search?limit=10&include=" + query;
        JsonNode page = console.owner().get(search).json();
        while (page.path("lines").isEmpty() && page.path("hasMore").asBoolean()) {
            page = console.owner()
                    .get(search + "&after=" + page.path("next").asText())
                    .json();
        }
        return page.toString();
    }
}
