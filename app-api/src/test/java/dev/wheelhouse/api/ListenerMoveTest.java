package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.NoIdempotency;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TlsFixture;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A listener that is tried beside another, or in its place. */
@SuppressWarnings("NullAway.Init")
class ListenerMoveTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String TINY = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String OPEN = "/tiny";
    private static final String WITH_TOKEN = "/me";

    private final Workers workers = new Workers();
    private final List<ListenerSettings> moved = Collections.synchronizedList(new ArrayList<>());
    private final List<String> kept = Collections.synchronizedList(new ArrayList<>());
    private ApiServer server;
    private ListenerSettings first;

    @BeforeEach
    void start() throws IOException {
        server = start(0);
        first = ListenerSettings.DEFAULTS.withPort(server.port());
    }

    private ApiServer start(int port) throws IOException {
        ApiServerConfig config = new ApiServerConfig(
                ListenerSettings.DEFAULTS.withPort(port),
                Set::of,
                Set::of,
                HttpLimits.standard(),
                workers.virtualThreads(),
                new IdGenerator(Clock.systemUTC(), new SplittableRandom(1)),
                new NoIdempotency());
        return ApiServer.start(config, new DemoRoutes().routes(), new FakeAuthenticator());
    }

    @AfterEach
    void stop() {
        server.close();
        workers.close();
    }

    private ListenerMove move(Duration patience) {
        return new ListenerMove(server, first, workers, Clock.systemUTC(), patience, moved::add);
    }

    private static int status(int port, String path) throws IOException {
        return RawHttp.exchange(
                        port,
                        "GET /api/v1" + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                + FakeAuthenticator.OWNER + "\r\nConnection: close\r\n\r\n")
                .status();
    }

    private static boolean refuses(int port) throws IOException {
        try (RawHttp _ = new RawHttp(port)) {
            return false;
        } catch (ConnectException _) {
            return true;
        }
    }

    private static void awaitRefused(int port) throws Exception {
        Awaiting.until("refusals at port " + port, () -> refuses(port));
    }

    private static String file(String name) {
        return TlsFixture.file(name).toString();
    }

    private ListenerSettings withTls(int port) {
        return new ListenerSettings(
                "127.0.0.1", port, List.of(), new ListenerSettings.Tls(file("console.crt"), file("console.key")));
    }

    private static int statusOverTls(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsFixture.trusting("console.crt"))
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/api/v1" + path))
                    .header("Authorization", "Bearer " + FakeAuthenticator.OWNER)
                    .build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }
    }

    private static void assertInvalid(String path, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(((FieldProblems) e.details())
                                        .errors()
                                        .getFirst()
                                        .path())
                                .isEqualTo(path));
    }

    private static void assertRefused(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    @Test
    void aCallWithATokenKeepsTheOtherPort() throws Exception {
        int port = FreePort.next();
        ListenerMove move = move(LONG);
        move.begin(first.withPort(port), () -> kept.add("kept"));
        assertThat(move.trial().orElseThrow().url()).isEqualTo("http://127.0.0.1:" + port);
        assertThat(status(first.port(), WITH_TOKEN)).isEqualTo(200);
        assertThat(status(port, OPEN)).isEqualTo(200);
        assertThat(kept).isEmpty();

        assertThat(status(port, WITH_TOKEN)).isEqualTo(200);
        assertThat(kept).containsExactly("kept");
        assertThat(moved).containsExactly(first.withPort(port));
        assertThat(move.place().port()).isEqualTo(port);
        assertThat(move.trial()).isEmpty();
        awaitRefused(first.port());
        assertThat(status(port, WITH_TOKEN)).isEqualTo(200);
        assertThat(server.port()).isEqualTo(port);
        assertThat(kept).hasSize(1);
    }

    @Test
    void withoutSuchACallEverythingStays() throws Exception {
        int port = FreePort.next();
        ListenerMove move = move(SHORT);
        move.begin(first.withPort(port), () -> kept.add("kept"));
        assertThat(status(port, OPEN)).isEqualTo(200);
        awaitRefused(port);
        assertThat(status(first.port(), WITH_TOKEN)).isEqualTo(200);
        assertThat(move.trial()).isEmpty();
        assertThat(kept).isEmpty();
        assertThat(moved).isEmpty();
    }

    @Test
    void whatCannotBeKeptIsClosed() throws Exception {
        int port = FreePort.next();
        ListenerMove move = move(LONG);
        move.begin(first.withPort(port), () -> {
            throw new AppException(PlatformError.STORE_UNAVAILABLE, "The state is away.");
        });
        assertThat(status(port, WITH_TOKEN)).isEqualTo(200);
        awaitRefused(port);
        assertThat(status(first.port(), WITH_TOKEN)).isEqualTo(200);
        assertThat(server.port()).isEqualTo(first.port());
    }

    @Test
    void oneIsTriedAtATime() throws Exception {
        ListenerMove move = move(LONG);
        move.begin(first.withPort(FreePort.next()), () -> {});
        ListenerSettings another = first.withPort(FreePort.next());
        assertRefused(PlatformError.CONFLICT, () -> move.begin(another, () -> {}));
        move.abandon();
        move.begin(another, () -> {});
        move.close();
        awaitRefused(another.port());
    }

    @Test
    void aTakenPortAndAForeignAddressAreToldAtTheirFields() throws Exception {
        ListenerMove move = move(LONG);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertInvalid("listener.port", () -> move.begin(first.withPort(taken.getLocalPort()), () -> {}));
        }
        ListenerSettings foreign = new ListenerSettings(
                "192.0.2.1", FreePort.next(), List.of(), withTls(1).tls());
        assertInvalid("listener.address", () -> move.begin(foreign, () -> {}));
        assertThat(move.trial()).isEmpty();
    }

    @Test
    void speaksTlsInPlaceOfPlainHttpOnTheSamePort() throws Exception {
        ListenerMove move = move(LONG);
        try (RawHttp before = new RawHttp(first.port())) {
            assertThat(before.send(TINY).receive().status()).isEqualTo(200);
            move.begin(withTls(first.port()), () -> kept.add("kept"));
            assertThat(before.send(TINY).receive().status()).isEqualTo(200);
        }
        assertThat(statusOverTls(first.port(), WITH_TOKEN)).isEqualTo(200);
        assertThat(kept).containsExactly("kept");
        assertThat(statusOverTls(first.port(), "/things?limit=1")).isEqualTo(200);
    }

    @Test
    void carriesLargeBodiesBothWaysOverTls() throws Exception {
        int port = FreePort.next();
        ListenerMove move = move(LONG);
        move.begin(withTls(port), () -> {});
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsFixture.trusting("console.crt"))
                .build()) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder().header("Authorization", "Bearer " + FakeAuthenticator.OWNER);
            URI base = URI.create("https://localhost:" + port + "/api/v1/");
            HttpRequest upload = request.copy()
                    .uri(base.resolve("uploads"))
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString("x".repeat(5_000_000)))
                    .build();
            HttpRequest chunks = request.copy().uri(base.resolve("chunks")).build();
            for (int round = 0; round < 10; round++) {
                assertThat(client.send(upload, BodyHandlers.ofString()).body()).isEqualTo("{\"bytes\":5000000}");
                assertThat(client.send(chunks, BodyHandlers.ofString()).body()).hasSize(400_003);
            }
            InputStream endless = client.send(
                            request.copy().uri(base.resolve("stream/endless")).build(), BodyHandlers.ofInputStream())
                    .body();
            assertThat(endless.readNBytes(20_000_000)).hasSize(20_000_000);
            client.shutdownNow();
        }
    }

    @Test
    void plainHttpComesBackWhenNobodyCallsOverTls() throws Exception {
        ListenerMove move = move(SHORT);
        move.begin(withTls(first.port()), () -> kept.add("kept"));
        Awaiting.answer(
                () -> {
                    server.keepServed();
                    try {
                        return status(first.port(), WITH_TOKEN);
                    } catch (IOException _) {
                        return 0;
                    }
                },
                status -> status == 200,
                "The first listener did not come back");
        assertThat(kept).isEmpty();
    }

    /** A program that is started has the socket too until it closes what it inherited. */
    @Test
    void aListenerThatGoesOnAnswersWhileProgramsAreStarted() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        FutureTask<?> starting = new FutureTask<>(() -> {
            while (!enough.get()) {
                new ProcessBuilder("true").start().waitFor();
            }
            return null;
        });
        workers.start(starting);
        try {
            for (int i = 0; i < 300; i++) {
                server.listener().pause();
                server.listener().resume();
                assertThat(status(first.port(), WITH_TOKEN)).isEqualTo(200);
            }
        } finally {
            enough.set(true);
            starting.get();
        }
    }

    @Test
    void theSecondLoopbackAddressIsServedAsSoonAsItIsFree() throws Exception {
        InetAddress second = InetAddress.ofLiteral("::1");
        assumeTrue(second.isReachable(1_000));
        ServerSocket other = new ServerSocket(0, 1, second);
        try (other;
                ApiServer late = start(other.getLocalPort())) {
            other.close();
            late.keepServed();
            try (RawHttp http = new RawHttp(new Socket(second, late.port()))) {
                http.send("GET /api/v1" + WITH_TOKEN + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(http.receive().status()).isEqualTo(401);
            }
        }
    }

    @Test
    void aCertificateOrKeyThatIsNoGoodIsToldAtItsField(@TempDir Path folder) throws Exception {
        ListenerMove move = move(LONG);
        Path text = Files.writeString(folder.resolve("text"), "nothing");
        String certificate = file("console.crt");
        for (String[] files : new String[][] {
            {folder.resolve("none").toString(), file("console.key"), "listener.tls.certificateFile"},
            {text.toString(), file("console.key"), "listener.tls.certificateFile"},
            {certificate, folder.resolve("none").toString(), "listener.tls.keyFile"},
            {certificate, text.toString(), "listener.tls.keyFile"},
            {certificate, file("other.key"), "listener.tls.keyFile"}
        }) {
            ListenerSettings wanted = new ListenerSettings(
                    "127.0.0.1", first.port(), List.of(), new ListenerSettings.Tls(files[0], files[1]));
            assertInvalid(files[2], () -> move.begin(wanted, () -> {}));
        }
        assertThat(status(first.port(), WITH_TOKEN)).isEqualTo(200);
    }
}
