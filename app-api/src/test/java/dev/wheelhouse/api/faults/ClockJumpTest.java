package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresServer;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockJumpTest {

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock();
    private RunningConsole console;
    private Client client;
    private Crowd crowd;
    private String sqlite;
    private String postgres;

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"), clock);
        client = console.client();
        crowd = new Crowd();
        sqlite = client.addSqlite("File", directory.resolve("file.db"));
        postgres = client.addPostgres("Server", PostgresServer.shared().newDatabase());
    }

    @AfterEach
    void stop() {
        crowd.close();
        console.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P400D", "-PT1H", "-PT2S", "PT2S", "PT1H", "P20D"})
    void everythingWorksOnAfterAJump(String jump) throws Exception {
        assertEverythingWorks("before");
        clock.jump(Duration.parse(jump));
        assertEverythingWorks("after");
        clock.jump(Duration.parse(jump).negated());
        assertEverythingWorks("back");
    }

    private void assertEverythingWorks(String mark) throws Exception {
        assertThat(client.get("/me").status()).isEqualTo(200);
        for (String each : List.of(sqlite, postgres)) {
            Reply reply = client.query(each, "SELECT '" + mark + "'");
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.json().path("elapsedMs").asLong()).isBetween(0L, 10_000L);
            assertThat(client.query(each, "CREATE TABLE " + mark + " (a integer PRIMARY KEY)")
                            .status())
                    .isEqualTo(200);
            assertThat(client.edit(each, "{\"op\": \"insert\", \"table\": \"" + mark + "\", \"values\": {\"a\": 1}}")
                            .status())
                    .isEqualTo(200);
            Reply late = client.query(each, Sql.ENDLESS, ", \"timeoutMs\": 50");
            assertThat(late.code()).isEqualTo("statement_timeout");
        }
    }

    @Test
    void historyKeepsTheOrderInWhichThingsHappened() throws Exception {
        List<String> asked = new ArrayList<>();
        for (String jump : List.of("PT0S", "-P1D", "PT5H", "-PT1S", "PT0S")) {
            clock.jump(Duration.parse(jump));
            String sql = "SELECT " + asked.size();
            assertThat(client.query(sqlite, sql).status()).isEqualTo(200);
            asked.addFirst(sql);
        }
        List<String> told = new ArrayList<>();
        for (JsonNode entry :
                client.get("/db-connections/" + sqlite + "/history").json()) {
            told.add(entry.path("statement").asText());
            assertThat(entry.path("elapsedMs").asLong()).isBetween(0L, 10_000L);
        }
        assertThat(told).containsExactlyElementsOf(asked);
    }

    @Test
    void aKeyThatEndedDoesNotLiveAgainWhenTheClockIsSetBack() throws Exception {
        Reply created = client.post("/api-keys", "{\"name\": \"Short-lived\", \"expiresInDays\": 7}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        try (Client other = client.as(created.json().findValue("token").asText())) {
            assertThat(other.get("/me").status()).isEqualTo(200);
            clock.jump(Duration.ofDays(8));
            assertThat(other.get("/me").code()).isEqualTo("token_expired");
            clock.jump(Duration.ofDays(-9));
            assertThat(other.get("/me").code()).isEqualTo("token_expired");
            assertThat(client.delete("/api-keys/"
                                    + created.json().findValue("id").asText())
                            .status())
                    .isEqualTo(204);
            assertThat(other.get("/me").code()).isEqualTo("unauthenticated");
            clock.jump(Duration.ofHours(-1));
            assertThat(other.get("/me").code()).isEqualTo("unauthenticated");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "-PT1H"})
    void aKeyThatAskedTooMuchIsServedAgainWhateverTheClockDoes(String jump) throws Exception {
        Reply created = client.post("/api-keys", "{\"name\": \"Hasty\", \"requestsPerMinute\": 60}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        try (Client hasty = client.as(created.json().path("token").asText())) {
            for (Duration next :
                    List.of(Duration.parse(jump), Duration.parse(jump).negated())) {
                Awaiting.until(
                        "the key has asked too much", () -> hasty.get("/me").status() == 429);
                clock.jump(next);
                Reply refused = hasty.get("/me");
                assertThat(refused.status()).isIn(200, 429);
                if (refused.status() == 429) {
                    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                            .isLessThanOrEqualTo(2);
                }
                Awaiting.until("the key is served again", () -> hasty.get("/me").status() == 200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "-PT1H"})
    void anIdempotencyKeyHoldsOverAJumpAndNotForEver(String jump) throws Exception {
        String id = assertMade("first", "a", false);
        for (Duration next : List.of(Duration.parse(jump), Duration.parse(jump).negated())) {
            clock.jump(next);
            assertThat(assertMade("first", "a", true)).isEqualTo(id);
            assertMade("of " + next, "b" + next, false);
            assertMade("of " + next, "b" + next, true);
        }
        clock.jump(Duration.ofHours(26));
        String later = assertMade("another", "a", false);
        clock.jump(Duration.ofHours(-26));
        assertThat(assertMade("another", "a", true)).isEqualTo(later);
        clock.jump(Duration.ofHours(50));
        assertMade("first", "a", false);
    }

    /** @return the id of what was made */
    private String assertMade(String name, String key, boolean before) throws Exception {
        HttpResponse<String> reply = client.http()
                .send(
                        client.postRequest("/api-keys", "{\"name\": \"" + name + "\"}")
                                .header("Idempotency-Key", key)
                                .build(),
                        BodyHandlers.ofString());
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
        assertThat(reply.headers().firstValue("Idempotency-Replayed").isPresent())
                .as(key)
                .isEqualTo(before);
        return reply.headers().firstValue("Location").orElseThrow();
    }

    @Test
    void timersRunByElapsedTimeAndNotByTheClock() throws Exception {
        Future<Reply> limited = crowd.start(() -> client.query(
                postgres, "SELECT pg_sleep(1), 'done'", ", \"timeoutMs\": 20000, \"queryId\": \"limited\""));
        clock.jump(Duration.ofDays(1));
        assertThat(Crowd.result(limited).status()).isEqualTo(200);
    }
}
