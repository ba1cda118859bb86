package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.ApiServer;
import dev.wheelhouse.api.ApiServerConfig;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.NoIdempotency;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownTest {

    private static final String TINY = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String SLOW = "GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

    private List<Route> routes() {
        return List.of(
                Route.get("/tiny", Access.open(), _ -> Response.ok(Map.of("ok", true))),
                Route.get("/health", Access.open(), _ -> Response.ok(Map.of("status", "ok"))),
                Route.get("/slow", Access.open(), _ -> slow()));
    }

    private Response slow() {
        entered.countDown();
        try {
            release.await();
            interrupted.complete(false);
        } catch (InterruptedException _) {
            interrupted.complete(true);
        }
        return Response.ok(Map.of("slow", true));
    }

    @Test
    void finishesWhatIsInFlightAndRefusesWhatComesMeanwhile() throws Exception {
        TestServer server = TestServer.start(routes());
        try (RawHttp slow = new RawHttp(server.port());
                RawHttp idle = new RawHttp(server.port())) {
            idle.send(TINY);
            assertThat(idle.receive().status()).isEqualTo(200);
            slow.send(SLOW);
            entered.await();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
            RawAnswer refused = untilRefused(idle);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("shutting_down");
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            release.countDown();
            assertThat(slow.receive().body()).isEqualTo("{\"slow\":true}");
            closing.get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> new RawHttp(server.port())).isInstanceOf(IOException.class);
        }
    }

    private static RawAnswer untilRefused(RawHttp http) throws IOException {
        RawAnswer answer = http.send(TINY).receive();
        while (answer.status() == 200) {
            answer = http.send(TINY).receive();
        }
        return answer;
    }

    @Test
    void cutsWhatOutlastsTheGrace() throws Exception {
        TestServer server = TestServer.start(routes(), HttpLimits.standard().withShutdownGrace(Duration.ofMillis(100)));
        try (RawHttp slow = new RawHttp(server.port())) {
            slow.send(SLOW);
            entered.await();
            server.close();
            assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void answersBusyBeyondItsRoom() throws Exception {
        try (TestServer server =
                        TestServer.start(routes(), HttpLimits.standard().withMaxConcurrentRequests(1));
                RawHttp slow = new RawHttp(server.port())) {
            slow.send(SLOW);
            entered.await();
            RawAnswer refused = RawHttp.exchange(server.port(), TINY);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"busy\"");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(RawHttp.exchange(server.port(), TINY.replace("/tiny", "/health"))
                            .status())
                    .isEqualTo(200);
            release.countDown();
            assertThat(slow.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void answersBusyWhenNoThreadCanBeHad() throws IOException {
        IdGenerator ids = new IdGenerator(Clock.systemUTC(), new SplittableRandom(1));
        ApiServerConfig config = new ApiServerConfig(
                ListenerSettings.DEFAULTS.withPort(0),
                Set::of,
                Set::of,
                HttpLimits.standard(),
                _ -> {
                    throw new java.util.concurrent.RejectedExecutionException("closed");
                },
                ids,
                new NoIdempotency());
        try (ApiServer server = ApiServer.start(config, routes(), new FakeAuthenticator())) {
            assertThat(RawHttp.exchange(server.port(), TINY).status()).isEqualTo(503);
        }
    }

    @Test
    void saysWhichPortIsTaken() throws IOException {
        IdGenerator ids = new IdGenerator(Clock.systemUTC(), new SplittableRandom(1));
        try (TestServer first = TestServer.start(routes())) {
            ApiServerConfig config = new ApiServerConfig(
                    ListenerSettings.DEFAULTS.withPort(first.port()),
                    Set::of,
                    Set::of,
                    HttpLimits.standard(),
                    Runnable::run,
                    ids,
                    new NoIdempotency());
            assertThatThrownBy(() -> ApiServer.start(config, routes(), new FakeAuthenticator()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + first.port())
                    .hasMessageContaining("start with another one");
        }
    }

    @Test
    void listensOnBothLoopbackAddressesWhereThereAreTwo() throws IOException {
        try (TestServer server = TestServer.start(routes())) {
            boolean secondExists = InetAddress.ofLiteral("::1").isReachable(1_000);
            if (secondExists) {
                try (Socket socket = new Socket(InetAddress.ofLiteral("::1"), server.port())) {
                    assertThat(socket.isConnected()).isTrue();
                }
            }
            assertThat(RawHttp.exchange(server.port(), TINY).status()).isEqualTo(200);
        }
    }
}
