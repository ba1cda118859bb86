package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What one created key may take of the console, and what stays for the owner. */
class SharesApiTest extends DatabaseApiTest {

    private static final int STREAMS = 16;
    private static final int SESSIONS = 4;
    private static final int RUNNING = 4;
    private static final int QUEUED = 20;
    private static final String SLEEP = "SELECT pg_sleep(600)";

    private static void assertBusy(Reply reply) {
        assertThat(refused(reply, 503, "busy").path("detail").asText()).contains("share");
        assertThat(reply.header("Retry-After")).isEqualTo("1");
    }

    private RawHttp stream(List<RawHttp> open, String token) throws IOException {
        RawHttp http = new RawHttp(console.port());
        open.add(http);
        return http.send(
                "GET /api/v1/jobs/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n");
    }

    private static String statusLine(RawHttp http) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = http.socket().getInputStream().read(); next >= 0 && next != '\r'; ) {
            line.append((char) next);
            next = http.socket().getInputStream().read();
        }
        return line.toString();
    }

    private void awaitSleeping(int count) throws Exception {
        // The owner still gets a session: this one. Other databases are other tests'.
        Awaiting.answer(
                () -> postgres.value(
                                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
                                        + " AND query LIKE '"
                                        + SLEEP + "%'")
                        .asInt(),
                sleeping -> sleeping == count,
                "There should be " + count + " sleeping statements");
    }

    @Test
    void theStreamBeyondAKeysShareIsRefused() throws Exception {
        String key = console.tokenWith("databases:read");
        List<RawHttp> open = new ArrayList<>();
        try {
            for (int i = 0; i < STREAMS; i++) {
                assertThat(statusLine(stream(open, key))).endsWith("200 OK");
            }
            RawAnswer refused = stream(open, key).receive();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"busy\"").contains("its share");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(statusLine(stream(open, console.ownerToken()))).endsWith("200 OK");
        } finally {
            for (RawHttp each : open) {
                each.close();
            }
        }
    }

    @Test
    void aKeyHasHalfOfAConnectionsSessionsAndTheOwnerTheRest() throws Exception {
        try (ApiClient key = console.with("databases:read", "databases:query");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ConnectionClient limited = postgres.as(key);
            List<Future<Reply>> sleeping = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                Map<String, ?> body = Map.of("sql", SLEEP, "queryId", "sleep-" + i, "timeoutMs", 60_000);
                sleeping.add(threads.submit(() -> limited.query(body)));
            }
            awaitSleeping(SESSIONS);
            assertBusy(limited.query("SELECT 1"));
            awaitSleeping(SESSIONS);
            for (int i = 0; i < SESSIONS; i++) {
                assertThat(limited.delete("/queries/sleep-" + i).status()).isEqualTo(204);
            }
            for (Future<Reply> each : sleeping) {
                refused(each.get(), 409, "cancelled");
            }
            ok(limited.query("SELECT 1"));
        }
    }

    @Test
    void aKeyRunsSomeScriptsQueuesMoreAndIsRefusedTheNext() throws Exception {
        try (ApiClient key = console.with("databases:read", "databases:query")) {
            ConnectionClient limited = postgres.as(key);
            List<Reply> accepted = new ArrayList<>();
            for (int i = 0; i < RUNNING + QUEUED; i++) {
                Reply reply = limited.script(SLEEP);
                assertThat(reply.status()).as(reply.body()).isEqualTo(202);
                accepted.add(reply);
            }
            assertBusy(limited.script(SLEEP));
            awaitSleeping(RUNNING);
            for (Reply each : accepted.reversed()) {
                assertThat(key.delete("/jobs/" + each.json().path("id").asText())
                                .status())
                        .isIn(202, 204);
            }
            for (Reply each : accepted) {
                assertThat(limited.endOf(each).path("status").asText()).isEqualTo("cancelled");
            }
            Reply next = limited.script("SELECT 1");
            assertThat(limited.endOf(next).path("status").asText()).isEqualTo("succeeded");
        }
    }
}
