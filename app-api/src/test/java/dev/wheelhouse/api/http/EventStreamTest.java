package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.api.testing.Waiting;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventStreamTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final String GET =
            "GET /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer whk_owner\r\n";

    private final BlockingQueue<EventFeed.Event> events = new LinkedBlockingQueue<>();
    private final AtomicInteger open = new AtomicInteger();
    private TestServer server;
    private volatile boolean over;

    private void start(Duration heartbeat, Duration lifetime) throws IOException {
        Access anybody = Access.anyCredential();
        server = TestServer.start(
                List.of(
                        Route.get("/events", anybody, _ -> Response.events(this::feed))
                                .producing(MediaTypes.EVENTS),
                        Route.get(
                                        "/refused",
                                        anybody,
                                        _ -> Response.events(() -> {
                                            throw new AppException(PlatformError.CONFLICT, "Not now.");
                                        }))
                                .producing(MediaTypes.EVENTS)),
                HttpLimits.standard().withStreams(heartbeat, lifetime));
    }

    private EventFeed feed() {
        open.incrementAndGet();
        return new EventFeed() {
            @Override
            public List<Event> next(Duration patience) throws InterruptedException {
                List<Event> taken = new ArrayList<>();
                Event first = events.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
                if (first != null) {
                    taken.add(first);
                    events.drainTo(taken);
                }
                return taken;
            }

            @Override
            public boolean isOver() {
                return over;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String readUntil(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("The stream ended: " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private void awaitOpen(int feeds) throws Exception {
        Waiting.until(open::get, count -> count == feeds, "There should be " + feeds + " open feeds");
    }

    @Test
    void sendsEventsAsTheyCome() throws Exception {
        start(LONG, LONG);
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(GET.formatted("events") + "Accept: text/event-stream\r\n\r\n");
            InputStream in = http.socket().getInputStream();
            assertThat(readUntil(in, "retry: 2000\n\n")).contains("Content-Type: text/event-stream");
            events.add(new EventFeed.Event("7", "sample", Map.of("text", "ä\nb")));
            assertThat(readUntil(in, "\n\n").getBytes(StandardCharsets.ISO_8859_1))
                    .asString(StandardCharsets.UTF_8)
                    .endsWith("id: 7\nevent: sample\ndata: {\"text\":\"ä\\nb\"}\n\n");
        }
        Waiting.until(
                () -> {
                    events.add(new EventFeed.Event("8", "sample", List.of()));
                    return open.get();
                },
                count -> count == 0,
                "The feed is still open");
    }

    @Test
    void aHeartbeatFindsOutThatTheReaderHasGone() throws Exception {
        start(Duration.ofMillis(20), LONG);
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(GET.formatted("events") + "\r\n");
            readUntil(http.socket().getInputStream(), ": heartbeat\n\n");
            assertThat(open.get()).isEqualTo(1);
        }
        awaitOpen(0);
    }

    @Test
    void endsProperlyAfterItsTimeAndWithItsFeed() throws Exception {
        start(LONG, Duration.ofMillis(1));
        events.add(new EventFeed.Event("1", "sample", 1));
        assertThat(RawHttp.exchange(server.port(), GET.formatted("events") + "\r\n")
                        .complete())
                .isTrue();
        server.close();
        start(LONG, LONG);
        over = true;
        assertThat(RawHttp.exchange(server.port(), GET.formatted("events") + "\r\n")
                        .complete())
                .isTrue();
        awaitOpen(0);
    }

    @Test
    void endsAtOnceAndProperlyWhenTheConsoleStops() throws Exception {
        start(LONG, LONG);
        try (RawHttp http = new RawHttp(server.port())) {
            http.send(GET.formatted("events") + "\r\n");
            awaitOpen(1);
            Thread stopping = Thread.startVirtualThread(server::close);
            RawAnswer answer = http.receive();
            assertThat(answer.complete()).isTrue();
            stopping.join();
        }
        assertThat(open.get()).isZero();
    }

    @Test
    void aFeedThatCannotBeOpenedIsAProblemAndAHeadOpensNone() throws Exception {
        start(LONG, LONG);
        RawAnswer refused = RawHttp.exchange(server.port(), GET.formatted("refused") + "\r\n");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        String head = GET.formatted("events").replace("GET", "HEAD") + "Connection: close\r\n\r\n";
        assertThat(RawHttp.exchange(server.port(), head).status()).isEqualTo(200);
        assertThat(open.get()).isZero();
    }

    @Test
    void thereAreNotTooManyOfThem() throws Exception {
        start(LONG, LONG);
        List<RawHttp> readers = new ArrayList<>();
        try {
            for (int i = 0; i < 256; i++) {
                RawHttp reader = new RawHttp(server.port());
                readers.add(reader);
                reader.send(GET.formatted("events") + "\r\n");
            }
            awaitOpen(256);
            assertThat(RawHttp.exchange(server.port(), GET.formatted("events") + "\r\n")
                            .status())
                    .isEqualTo(503);
        } finally {
            for (RawHttp reader : readers) {
                reader.close();
            }
        }
    }
}
