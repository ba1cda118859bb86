package dev.wheelhouse.api.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.apps.systemd.SystemdServer;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.ContainerTurn;
import dev.wheelhouse.core.testing.Real;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Debian with systemd over HTTP, from its first contact until it is switched off and on again. */
@Real
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SystemdServerApiTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int BUSY_PERCENT = 40;

    private ContainerTurn turn;
    private SystemdServer server;
    private TestConsole console;
    private String path;

    @BeforeAll
    void start(@TempDir Path directory, @TempDir Path machine) throws Exception {
        turn = ContainerTurn.take();
        server = SystemdServer.start(machine);
        console = TestConsole.start(directory);
        path = "/servers/" + console.addServer("web-1", server.port(), "root", server.key());
    }

    @AfterAll
    void stop() throws Exception {
        if (console != null) {
            console.close();
        }
        if (server != null) {
            server.close();
        }
        turn.close();
    }

    private JsonNode read(String below) throws IOException, InterruptedException {
        return console.owner().get(path + below).json();
    }

    private void becomes(String status) throws Exception {
        Awaiting.answer(() -> read("").path("status").asText(), status::equals, "The server is not " + status);
    }

    private void happened(String kind) throws Exception {
        Awaiting.answer(
                () -> console.owner().get("/events?kind=" + kind).json(),
                events -> !events.isEmpty(),
                "There is no event " + kind);
    }

    @Test
    @Order(1)
    void isUsedOnceTheKeyIsTrustedThatTheMachineItselfHas() throws Exception {
        JsonNode first = console.owner().post(path + "/test", "").json();
        String shown = first.path("hostKeyFingerprint").asText();
        assertThat(first.path("ok").asBoolean(true)).isFalse();
        assertThat(server.run("sh", "-c", "for each in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $each; done"))
                .contains(shown);

        assertThat(trust("SHA256:" + "0".repeat(43)).status()).isEqualTo(409);
        assertThat(trust(shown).status()).isEqualTo(200);

        assertThat(console.owner().post(path + "/test", "").json().path("ok").asBoolean())
                .isTrue();
        becomes("online");
    }

    private Reply trust(String fingerprint) throws Exception {
        return console.owner().post(path + "/trust-host-key", JsonText.of("fingerprint", fingerprint));
    }

    @Test
    @Order(2)
    void isMeasured() throws Exception {
        Awaiting.answer(() -> read(""), each -> each.has("bootedAt"), "It is not told when the server booted");
        for (String metric : new String[] {"cpu", "memory", "disk", "net_rx", "load1", "processes"}) {
            Awaiting.answer(
                    () -> read("/metrics/series?metric=" + metric + "&range=15m"),
                    series -> !series.path("points").isEmpty(),
                    "There is no series of " + metric);
        }
    }

    /** The container has the machine's own processors, which may be busy before. */
    @Test
    @Order(3)
    void aLoadIsSeenLive() throws Exception {
        CompletableFuture<String> load = null;
        try (RawHttp http = new RawHttp(console.port())) {
            http.send("GET /api/v1" + path + "/metrics/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + console.ownerToken() + "\r\n\r\n");
            BufferedReader stream =
                    new BufferedReader(new InputStreamReader(http.socket().getInputStream(), StandardCharsets.UTF_8));
            assertThat(cpu(stream)).isNotNegative();
            load = CompletableFuture.supplyAsync(() -> server.run(
                    "sh", "-c", "for i in 1 2; do timeout 20 sh -c 'while :; do :; done' & done; wait; true"));
            long busy = cpu(stream);
            while (busy < BUSY_PERCENT && !load.isDone()) {
                busy = cpu(stream);
            }
            assertThat(busy).isGreaterThanOrEqualTo(BUSY_PERCENT);
        } finally {
            if (load != null) {
                server.run("sh", "-c", "pkill timeout; true");
                load.join();
            }
        }
    }

    /** @return the next reading that has it */
    private static long cpu(BufferedReader stream) throws IOException {
        while (true) {
            String line = stream.readLine();
            assertThat(line).isNotNull();
            if (line.startsWith("data: ")) {
                JsonNode value =
                        JSON.readTree(line.substring("data: ".length())).at("/values/cpu");
                if (value.isNumber()) {
                    return value.asLong();
                }
            }
        }
    }

    @Test
    @Order(4)
    void isOfflineWhileItIsOffAndOnlineAgainAfterwards() throws Exception {
        server.switchOff();
        becomes("offline");
        happened("server.unreachable");
        server.switchOn();
        becomes("online");
        happened("server.recovered");
    }
}
