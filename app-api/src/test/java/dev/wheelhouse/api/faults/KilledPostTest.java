package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of a console while clients make keys, each call with an {@code Idempotency-Key}. */
@Timeout(1800) // Consoles are started and killed, a hundred in a long run.
class KilledPostTest {

    @TempDir
    Path directory;

    @Test
    void nothingIsMadeTwiceWhenItsCallIsSentAgain() {
        Property.holds(LongRun.of(1, 100), this::killAmongPosts);
    }

    private void killAmongPosts(Random random) throws Exception {
        Path home = Files.createTempDirectory(directory, "kill").resolve("home");
        Set<String> sent = ConcurrentHashMap.newKeySet();
        Map<String, String> answered = new ConcurrentHashMap<>();
        AtomicInteger names = new AtomicInteger();
        try (ConsoleProcess console = ConsoleProcess.start(home);
                Client client = console.client();
                Crowd crowd = new Crowd()) {
            crowd.start(8, _ -> {
                while (true) {
                    String name = "made-" + names.incrementAndGet();
                    sent.add(name);
                    answered.put(name, make(client, name).body());
                }
            });
            Awaiting.until("keys are made", () -> answered.size() > 20);
            Awaiting.moment(random.nextInt(200));
            console.kill();
        }
        try (ConsoleProcess again = ConsoleProcess.start(home);
                Client client = again.client()) {
            Map<String, Integer> before = made(client);
            Map<String, Integer> statuses = new HashMap<>();
            for (String name : sent) {
                HttpResponse<String> reply = make(client, name);
                statuses.put(name, reply.statusCode());
                if (answered.containsKey(name)) {
                    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
                    assertThat(reply.headers().firstValue("Idempotency-Replayed"))
                            .contains("true");
                    assertThat(answered.get(name)).contains(id(reply.body()));
                } else if (before.containsKey(name)) {
                    assertThat(reply.statusCode()).as(reply.body()).isIn(201, 409);
                } else {
                    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
                }
            }
            Map<String, Integer> after = made(client);
            assertThat(after.keySet()).isEqualTo(sent);
            assertThat(after.values()).as("%s", statuses).containsOnly(1);
        }
    }

    private static HttpResponse<String> make(Client client, String name) throws IOException, InterruptedException {
        return client.http()
                .send(
                        client.postRequest("/api-keys", "{\"name\": \"" + name + "\"}")
                                .header("Idempotency-Key", name)
                                .build(),
                        BodyHandlers.ofString());
    }

    private static String id(String body) {
        return body.replaceAll("(?s).*\"id\":\"(key_[^\"]*)\".*", "$1");
    }

    /** How often each name was made. */
    private static Map<String, Integer> made(Client client) throws IOException, InterruptedException {
        Map<String, Integer> found = new HashMap<>();
        String cursor = "";
        while (true) {
            Reply page = client.get("/api-keys?limit=200" + cursor);
            JsonNode keys = page.json();
            for (JsonNode each : keys) {
                String name = each.path("name").asText();
                if (name.startsWith("made-")) {
                    found.merge(name, 1, Integer::sum);
                }
            }
            if (page.headers().firstValue("Link").isEmpty()) {
                return found;
            }
            cursor = "&cursor=" + keys.get(keys.size() - 1).path("id").asText();
        }
    }
}
