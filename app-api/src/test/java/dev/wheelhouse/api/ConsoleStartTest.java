package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.NoIdempotency;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TlsFixture;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client meets that is there before the console is. */
class ConsoleStartTest {

    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    private Path directory;

    @Test
    void answersRequestsDuringTheStart() throws Exception {
        for (int round = 0; round < 3; round++) {
            int port = FreePort.next();
            try (Console console = Console.begin(options(port), Clock.systemUTC())) {
                // Once the port is reserved: on a free one a client can connect to itself, and has it then.
                CompletableFuture<List<Integer>> statuses = CompletableFuture.supplyAsync(() -> untilAnswered(port));
                console.finishStart(nowhere());
                assertThat(statuses.get(30, TimeUnit.SECONDS))
                        .isSubsetOf(503, 200)
                        .endsWith(200);
            }
        }
    }

    /** Connects again and again; what a refusal before the first answer is, is a failure after it. */
    private static List<Integer> untilAnswered(int port) {
        List<Integer> statuses = new ArrayList<>();
        while (!statuses.contains(200)) {
            try {
                statuses.add(RawHttp.exchange(port, HEALTH).status());
            } catch (ConnectException e) {
                if (!statuses.isEmpty()) {
                    throw new AssertionError("Refused after " + statuses, e);
                }
            } catch (IOException e) {
                throw new AssertionError("Cut off after " + statuses, e);
            }
        }
        return statuses;
    }

    @Test
    void aPortThatIsOnlyReservedLetsNobodyIn() throws Exception {
        try (Console console = Console.begin(options(0), Clock.systemUTC())) {
            assertThatThrownBy(() -> new RawHttp(console.port())).isInstanceOf(ConnectException.class);
            console.finishStart(nowhere());
            assertThat(RawHttp.exchange(console.port(), HEALTH).status()).isEqualTo(200);
        }
    }

    @Test
    void aTakenPortIsToldAtOnce() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatThrownBy(() -> Console.begin(options(taken.getLocalPort()), Clock.systemUTC()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("start with another one");
        }
    }

    @Test
    void takesAFreePortWhereTheMachinesServiceHasTheOneThatIsSet() throws Exception {
        try (ServerSocket service = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = service.getLocalPort();
            set("\"port\": " + port);
            Optional<String> there = Optional.of("http://127.0.0.1:" + port);
            try (Console console = Console.begin(options(null), Clock.systemUTC(), there)) {
                assertThat(console.port()).isNotEqualTo(port).isPositive();
                console.finishStart(nowhere());
                assertThat(RawHttp.exchange(console.port(), HEALTH).status()).isEqualTo(200);
                assertThat(Files.readString(directory.resolve("home/api.json"))).contains(console.url());
                assertThat(console.core().settings().live().home().listener().port())
                        .as("What is set stays")
                        .isEqualTo(port);
            }
            // One that was asked for is had or refused; and so is one that somebody else than the service has.
            assertTaken(options(port), there);
            assertTaken(options(null), Optional.of("http://127.0.0.1:1" + port));
            assertTaken(options(null), Optional.empty());
        }
    }

    private static void assertTaken(LaunchOptions options, Optional<String> service) {
        assertThatThrownBy(() -> Console.begin(options, Clock.systemUTC(), service))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("start with another one");
    }

    @Test
    void takesThePortThatIsSetWhereTheServiceHasAnother() throws Exception {
        int port = FreePort.next();
        set("\"port\": " + port);
        try (Console console =
                Console.begin(options(null), Clock.systemUTC(), Optional.of("http://127.0.0.1:1" + port))) {
            assertThat(console.port()).isEqualTo(port);
        }
    }

    @Test
    void listensWhereTheSettingsSay() throws Exception {
        int port = FreePort.next();
        set(port, TlsFixture.file("console.crt"), TlsFixture.file("console.key"));
        try (Console console = Console.start(options(null), Clock.systemUTC(), nowhere())) {
            assertThat(console.url()).isEqualTo("https://127.0.0.1:" + port);
            assertThat(Files.readString(directory.resolve("home/api.json"))).contains(console.url());
        }
        try (Console console = Console.start(options(0), Clock.systemUTC(), nowhere())) {
            assertThat(console.url()).startsWith("https://127.0.0.1:").isNotEqualTo("https://127.0.0.1:" + port);
        }
    }

    @Test
    void aCertificateThatIsNoGoodIsToldAndNothingStaysOpen() throws Exception {
        set(FreePort.next(), TlsFixture.file("console.crt"), TlsFixture.file("other.key"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Console.start(options(0), Clock.systemUTC(), nowhere()))
                    .isInstanceOf(AppException.class)
                    .hasMessageContaining("listener.tls.keyFile: This is not the key of the certificate");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void doesNotStartOnAnAddressThatOthersReachWithoutTls(String address) throws Exception {
        int port = FreePort.next();
        set("\"address\": \"" + address + "\", \"port\": " + port);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Console.start(options(port), Clock.systemUTC(), nowhere()))
                    .isInstanceOf(AppException.class)
                    .hasMessageEndingWith("settings.json: listener.tls: Others can reach " + address
                            + ". Give a certificate and its key, or listen on 127.0.0.1.");
            assertThatThrownBy(() -> new RawHttp(port)).isInstanceOf(ConnectException.class);
        }
    }

    private void set(int port, Path certificate, Path key) throws IOException {
        set("\"port\": " + port + ", \"tls\": {\"certificateFile\": \"" + certificate + "\", \"keyFile\": \"" + key
                + "\"}");
    }

    private void set(String listener) throws IOException {
        Files.createDirectories(directory.resolve("home"));
        Files.writeString(directory.resolve("home/settings.json"), "{\"listener\": {" + listener + "}}");
    }

    @Test
    void aConnectionFromBeforeTheRoutesIsAnsweredByThemAfterwards() throws Exception {
        try (ApiServer server = ApiServer.open(config(), new DemoRoutes().routes(), new FakeAuthenticator());
                RawHttp http = new RawHttp(server.port())) {
            RawAnswer early = http.send("GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .receive();
            assertThat(early.status()).isEqualTo(503);
            assertThat(early.header("Retry-After")).isEqualTo("1");
            assertThat(early.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(early.body()).contains("\"code\":\"busy\"").contains("is starting");
            server.answer();
            assertThat(http.send("GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .receive()
                            .status())
                    .isEqualTo(200);
        }
    }

    private static ApiServerConfig config() {
        return new ApiServerConfig(
                ListenerSettings.DEFAULTS.withPort(0),
                Set::of,
                Set::of,
                HttpLimits.standard(),
                work -> Thread.ofVirtual().start(work),
                new IdGenerator(Clock.systemUTC(), new SplittableRandom(1)),
                new NoIdempotency());
    }

    private LaunchOptions options(@Nullable Integer port) {
        return new LaunchOptions(true, directory.resolve("home"), port, null, false);
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    }
}
