package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final String GET =
            "GET /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer whk_owner\r\n";

    private final BlockingQueue<EventFeed.Event> events = new LinkedBlockingQueue<>();
    private final AtomicInteger open = new AtomicInteger();
    private @Nullable TestServer server;
    private final CountDownLatch slowEnd = new CountDownLatch(1);
    private volatile boolean over;

    private void start(Duration heartbeat, Duration lifetime) throws IOException {
        Access anybody = Access.anyCredential();
        server = TestServer.start(
                List.of(
                        Route.get("/events", anybody, _ -> Response.events(this::feed))
                                .producing(MediaTypes.EVENTS),
                        Route.get(
                                        "/slow",
                                        anybody,
                                        _ -> Response.stream(MediaTypes.TEXT, output -> {
                                            output.write("begun".getBytes(StandardCharsets.UTF_8));
                                            output.flush();
                                            awaitSlowEnd();
                                        }))
                                .producing(MediaTypes.TEXT),
                        Route.get(
                                        "/refused",
                                        anybody,
                                        _ -> Response.events(() -> {
                                            throw new AppException(PlatformError.CONFLICT, "Not now.");
                                        }))
                                .producing(MediaTypes.EVENTS)),
                HttpLimits.standard().withStreams(heartbeat, lifetime));
    }

    private void awaitSlowEnd() {
        try {
            slowEnd.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
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
        server().close();
    }

    private TestServer server() {
        return Objects.requireNonNull(server);
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
        Awaiting.answer(open::get, count -> count == feeds, "There should be " + feeds + " open feeds");
    }

    @Test
    void sendsEventsAsTheyCome() throws Exception {
        start(LONG, LONG);
        try (RawHttp http = new RawHttp(server().port())) {
            http.send(GET.formatted("events") + "Accept: text/event-stream\r\n\r\n");
            InputStream in = http.socket().getInputStream();
            assertThat(readUntil(in, "retry: 2000\n\n")).contains("Content-Type: text/event-stream");
            events.add(new EventFeed.Event("7", "sample", Map.of("text", "ä\nb")));
            assertThat(readUntil(in, "\n\n").getBytes(StandardCharsets.ISO_8859_1))
                    .asString(StandardCharsets.UTF_8)
                    .endsWith("id: 7\nevent: sample\ndata: {\"text\":\"ä\\nb\"}\n\n");
        }
        Awaiting.answer(
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
        try (RawHttp http = new RawHttp(server().port())) {
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
        assertThat(RawHttp.exchange(server().port(), GET.formatted("events") + "\r\n")
                        .complete())
                .isTrue();
        server().close();
        start(LONG, LONG);
        over = true;
        assertThat(RawHttp.exchange(server().port(), GET.formatted("events") + "\r\n")
                        .complete())
                .isTrue();
        awaitOpen(0);
    }

    @Test
    void endsAtOnceAndProperlyWhenTheConsoleStops() throws Exception {
        start(LONG, LONG);
        try (RawHttp http = new RawHttp(server().port())) {
            http.send(GET.formatted("events") + "\r\n");
            awaitOpen(1);
            Thread stopping = Thread.startVirtualThread(server()::close);
            RawAnswer answer = http.receive();
            assertThat(answer.complete()).isTrue();
            stopping.join();
        }
        assertThat(open.get()).isZero();
    }

    @Test
    void aFeedThatCannotBeOpenedIsAProblemAndAHeadOpensNone() throws Exception {
        start(LONG, LONG);
        RawAnswer refused = RawHttp.exchange(server().port(), GET.formatted("refused") + "\r\n");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        String head = GET.formatted("events").replace("GET", "HEAD") + "Connection: close\r\n\r\n";
        assertThat(RawHttp.exchange(server().port(), head).status()).isEqualTo(200);
        assertThat(open.get()).isZero();
    }

    @Test
    void thereAreNotTooManyOfThem() throws Exception {
        start(LONG, LONG);
        List<RawHttp> readers = new ArrayList<>();
        try {
            open(readers, GET, 16);
            RawAnswer refused = RawHttp.exchange(server().port(), GET.formatted("events") + "\r\n");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"busy\"").contains("its share");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            open(readers, GET.replace("whk_owner", "whk_local"), 240);
            assertThat(RawHttp.exchange(
                                    server().port(),
                                    GET.replace("whk_owner", "whk_local").formatted("events") + "\r\n")
                            .status())
                    .isEqualTo(503);
            readers.removeFirst().close();
            Awaiting.answer(
                    () -> {
                        events.add(new EventFeed.Event("9", "sample", 1));
                        return open.get();
                    },
                    count -> count < 256,
                    "The stream of the reader who left is still open");
            // What is left is the owner's reserve.
            assertThat(RawHttp.exchange(server().port(), GET.formatted("events") + "\r\n")
                            .status())
                    .isEqualTo(503);
        } finally {
            for (RawHttp reader : readers) {
                reader.close();
            }
        }
    }

    private void open(List<RawHttp> readers, String get, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            RawHttp reader = new RawHttp(server().port());
            readers.add(reader);
            reader.send(get.formatted("events") + "\r\n");
        }
        awaitOpen(readers.size());
    }

    @Test
    void aRevokedKeysStreamsEndWithinASecond() throws Exception {
        start(LONG, LONG);
        try (RawHttp revoked = new RawHttp(server().port());
                RawHttp cut = new RawHttp(server().port());
                RawHttp other = new RawHttp(server().port())) {
            other.send(GET.replace("whk_owner", "whk_local").formatted("events") + "\r\n");
            revoked.send(GET.formatted("events") + "\r\n");
            cut.send(GET.formatted("slow") + "\r\n");
            awaitOpen(2);
            readUntil(cut.socket().getInputStream(), "begun");
            server().authenticator().revoke("whk_owner");
            assertThat(revoked.receive().complete()).isTrue();
            assertThat(cut.socket().getInputStream().read()).isIn(-1, (int) '\r');
            awaitOpen(1);
        } finally {
            slowEnd.countDown();
        }
    }
}
