package dev.wheelhouse.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.event.AuditService;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowReaderTest {

    private static final int READ_BEFORE = 10;
    private static final int EVENTS = 10_000;
    private static final int BATCH = 500;

    /** Of an event; all of them are more than any two sockets hold. */
    private static final int TEXT_LENGTH = 1200;

    @Test
    void isCutAndGoesOnWithoutMissingAnything(@TempDir Path directory) throws Exception {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            state.store()
                    .change(tx ->
                            tx.execute("INSERT INTO organization (id, name, created_at) VALUES ('org_1', 'One', 0)"));
            EventLog log = new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
            EventRoutes routes = new EventRoutes(
                    new EventService(state.store()),
                    new EventFollowers(state.store(), log),
                    new AuditService(state.store(), state.home(), "srv_here", _ -> Optional.empty(), state.clock()));
            HttpLimits limits = HttpLimits.standard()
                    .withWriteTimeout(Duration.ofSeconds(1))
                    .withStreamsOfKey(1);
            try (TestServer server = TestServer.start(routes.routes(), limits);
                    RawHttp slow = new RawHttp(server.port());
                    HttpClient client = HttpClient.newHttpClient()) {
                slow.send("GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + FakeAuthenticator.OWNER + "\r\n\r\n");
                readUntil(slow, "retry: 2000\n\n");
                append(state, log, READ_BEFORE);
                readUntil(slow, "id: " + READ_BEFORE + "\n");

                append(state, log, EVENTS);
                // The key has one stream, so that the next is refused until the first one was cut.
                HttpResponse<InputStream> resumed = Awaiting.answer(
                        () -> resume(client, server.port()), each -> each.statusCode() == 200, "The reader is cut");
                assertNothingIsMissing(resumed);
                assertThat(readToItsEnd(slow)).isLessThan((long) EVENTS * TEXT_LENGTH);
            }
        }
    }

    private static void append(OpenState state, EventLog log, int count) {
        Caller caller = new Caller("org_1", "mem_1", null, Set.of(), Origin.HTTP, "req_1", null);
        NewEvent event = new NewEvent(EventKind.APP_STARTED, "app_1", Map.of("text", "x".repeat(TEXT_LENGTH)));
        for (int done = 0; done < count; done += BATCH) {
            int batch = Math.min(BATCH, count - done);
            state.store().change(tx -> {
                for (int i = 0; i < batch; i++) {
                    log.append(tx, caller, event);
                }
            });
        }
    }

    private static HttpResponse<InputStream> resume(HttpClient client, int port)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/events/stream"))
                .header("Authorization", "Bearer " + FakeAuthenticator.OWNER)
                .header("Last-Event-ID", Integer.toString(READ_BEFORE))
                .build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            response.body().close();
        }
        return response;
    }

    private static void assertNothingIsMissing(HttpResponse<InputStream> stream) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            int last = READ_BEFORE;
            while (last < READ_BEFORE + EVENTS) {
                String line = lines.readLine();
                assertThat(line).as("after %s", last).isNotNull();
                if (line.startsWith("id: ")) {
                    last++;
                    assertThat(line).isEqualTo("id: " + last);
                }
            }
        }
    }

    private static void readUntil(RawHttp stream, String words) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(words, Math.max(0, seen.length() - words.length())) < 0) {
            int next = stream.socket().getInputStream().read();
            assertThat(next).as("more than %s", seen).isNotNegative();
            seen.append((char) next);
        }
    }

    /** How much came until the connection ended, in whichever way. */
    private static long readToItsEnd(RawHttp stream) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long read = 0;
        try {
            InputStream input = stream.socket().getInputStream();
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                read += count;
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("It has not ended", e);
        } catch (IOException _) {
            // Cut.
        }
        return read;
    }
}
