package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Who still gets an answer when all places for requests are taken. */
@Isolated
class RequestRoomTest {

    private static final int ROOM = 4;
    private static final int RESERVED = 16;
    private static final int DRAINED = 64;
    private static final String KEY = FakeAuthenticator.OWNER;
    private static final String LOCAL = FakeAuthenticator.LOCAL;

    private final AtomicInteger slow = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<RawHttp> open = new ArrayList<>();
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.start(
                List.of(
                        Route.get("/tiny", Access.anyCredential(), _ -> Response.ok(Map.of("ok", true))),
                        Route.get("/open", Access.open(), _ -> Response.ok(Map.of("ok", true))),
                        Route.get("/slow", Access.anyCredential(), _ -> slow()),
                        Route.post("/things", Access.anyCredential(), _ -> Response.noContent())),
                HttpLimits.standard().withMaxConcurrentRequests(ROOM).withShutdownGrace(Duration.ofMinutes(10)));
    }

    @AfterEach
    void stop() throws IOException {
        release.countDown();
        for (RawHttp each : open) {
            each.close();
        }
        server.close();
    }

    private Response slow() {
        slow.incrementAndGet();
        try {
            release.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return Response.ok(Map.of("slow", true));
    }

    private static String request(String start, String token, String... headers) {
        return RawHttp.lines(start + " HTTP/1.1", "Host: localhost", "Authorization: Bearer " + token)
                + String.join("", List.of(headers)) + "\r\n";
    }

    private static String get(String path, String token) {
        return request("GET /api/v1" + path, token);
    }

    /** A request whose body is promised and never sent. */
    private static String endlessPost(String token, String type) {
        return request("POST /api/v1/things", token, "Content-Type: " + type + "\r\n", "Content-Length: 100\r\n");
    }

    private RawHttp send(String request) throws IOException {
        return send("127.0.0.1", request);
    }

    private RawHttp send(String from, String request) throws IOException {
        RawHttp http = new RawHttp(server.port(), from);
        open.add(http);
        return http.send(request);
    }

    private RawAnswer answer(String request) throws IOException {
        return RawHttp.exchange(server.port(), request);
    }

    private void fill(int count, String token) throws Exception {
        int before = slow.get();
        for (int i = 0; i < count; i++) {
            send(get("/slow", token));
        }
        Awaiting.answer(slow::get, now -> now == before + count, "Not all slow requests are worked on");
    }

    private static void assertBusy(RawAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"busy\"");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void theLocalTokenHasAReserveThatNobodyElseCanTake() throws Exception {
        fill(ROOM, KEY);
        assertBusy(answer(get("/tiny", KEY)));
        assertBusy(answer(get("/open", KEY)));
        assertThat(answer(get("/tiny", "whk_unknown")).status()).isEqualTo(401);
        fill(RESERVED, LOCAL);
        assertBusy(answer(get("/tiny", LOCAL)));
        release.countDown();
        Awaiting.answer(
                () -> answer(get("/tiny", KEY)).status(), status -> status == 200, "The places did not become free");
    }

    @Test
    void whoeverIsRefusedThereKeepsNoPlaceAndHasNoBodyRead() throws Exception {
        fill(ROOM, KEY);
        for (int i = 0; i < 300; i++) {
            String token = i % 2 == 0 ? KEY : "whk_unknown";
            // From one address few wrong credentials a minute are let through.
            String from = "127.1." + i / 100 + "." + (1 + i % 100);
            RawAnswer refused =
                    send(from, endlessPost(token, "application/json")).receive();
            assertThat(refused.status()).isEqualTo(i % 2 == 0 ? 503 : 401);
        }
        fill(RESERVED, LOCAL);
    }

    @Test
    void aRefusedBodyGivesItsPlaceBackBeforeItIsDrained() throws Exception {
        fill(ROOM - 1, KEY);
        RawHttp first = send(endlessPost(KEY, "text/html"));
        assertThat(first.receive().status()).isEqualTo(415);
        Awaiting.answer(() -> answer(get("/tiny", KEY)).status(), status -> status == 200, "There is no place again");
        first.socket().setSoTimeout(200);
        assertThatThrownBy(first.socket().getInputStream()::read)
                .as("It is still drained")
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void onlySoManyRefusedBodiesAreDrainedAtOnce() throws Exception {
        int more = 16;
        for (int i = 0; i < DRAINED + more; i++) {
            assertThat(send(endlessPost(KEY, "text/html")).receive().status()).isEqualTo(415);
        }
        assertThat(Awaiting.answer(this::countClosed, closed -> closed >= more, "Not enough connections were cut"))
                .isEqualTo(more);
    }

    private int countClosed() throws IOException {
        int closed = 0;
        for (RawHttp each : open) {
            each.socket().setSoTimeout(1);
            try {
                closed += each.socket().getInputStream().read() < 0 ? 1 : 0;
            } catch (SocketTimeoutException _) {
                // It is still drained.
            }
        }
        return closed;
    }

    @Test
    void aBodyThatIsDrainedDoesNotHoldUpTheStop() throws Exception {
        assertThat(send(endlessPost(KEY, "text/html")).receive().status()).isEqualTo(415);
        // Waited for, it would be until the test's own limit.
        server.close();
    }
}
