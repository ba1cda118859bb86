package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.NoIdempotency;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xnio.XnioIoThread;

@Isolated
class PortKeptServedTest {

    private static final String HEALTH = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final Set<Thread> before = serverThreads();

    private static Set<Thread> serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(XnioIoThread.class::isInstance)
                .collect(Collectors.toSet());
    }

    private XnioIoThread own(String nameEnd) {
        return serverThreads().stream()
                .filter(thread -> !before.contains(thread) && thread.getName().endsWith(nameEnd))
                .map(XnioIoThread.class::cast)
                .findAny()
                .orElseThrow();
    }

    /** What tasks throw is caught; without memory the loop around them fails, as it does here. */
    private static void kill(XnioIoThread thread) throws Exception {
        Field selector = thread.getClass().getDeclaredField("selector");
        selector.setAccessible(true);
        ((Selector) selector.get(thread)).close();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    /** @return how many of some requests in a row were answered */
    private static int answered(int port, int requests) throws IOException {
        int answered = 0;
        for (int i = 0; i < requests; i++) {
            try (RawHttp http = new RawHttp(port)) {
                http.socket().setSoTimeout(300);
                answered += http.send(HEALTH).receive().status() == 200 ? 1 : 0;
            } catch (SocketTimeoutException _) {
                return answered;
            } catch (IOException _) {
                // The port is being opened anew.
                return answered;
            }
        }
        return answered;
    }

    @ParameterizedTest
    @ValueSource(strings = {"I/O-1", "I/O-2", "Accept"})
    void answersAgainWhenAThreadOfThePortHasDied(String name, @TempDir Path directory) throws Exception {
        try (TestConsole console = TestConsole.start(directory);
                RawHttp kept = new RawHttp(console.port());
                RawHttp other = new RawHttp(console.port())) {
            assertThat(kept.send(HEALTH).receive().status()).isEqualTo(200);
            assertThat(other.send(HEALTH).receive().status()).isEqualTo(200);
            kill(own(name));
            Awaiting.answer(() -> answered(console.port(), 20), all -> all == 20, "The port is not served again");
            assertThat(kept.socket().getInputStream().read()).isEqualTo(-1);
            assertThat(other.socket().getInputStream().read()).isEqualTo(-1);
            assertThat(console.owner().get("/me").status()).isEqualTo(200);
            kill(own(name));
            Awaiting.answer(
                    () -> answered(console.port(), 20), all -> all == 20, "The port is not served a second time");
        }
    }

    @Test
    void aThreadThatIsOnlySlowIsLeftAlone() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ApiServerConfig config;
        try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
            config = new ApiServerConfig(
                    ListenerSettings.DEFAULTS.withPort(0),
                    Set::of,
                    Set::of,
                    HttpLimits.standard(),
                    requests,
                    new IdGenerator(Clock.systemUTC(), new SplittableRandom(1)),
                    new NoIdempotency());
            Route health = Route.get("/health", Access.open(), _ -> Response.ok(Map.of("status", "ok")));
            try (ApiServer server = ApiServer.start(config, List.of(health), new FakeAuthenticator());
                    RawHttp kept = new RawHttp(server.port())) {
                for (String name : List.of("I/O-1", "I/O-2", "Accept")) {
                    own(name).execute(() -> awaitQuietly(release));
                }
                kept.send(HEALTH);
                server.keepServed();
                release.countDown();
                assertThat(kept.receive().status()).isEqualTo(200);
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
