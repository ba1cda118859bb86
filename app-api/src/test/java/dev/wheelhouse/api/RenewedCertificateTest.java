package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.api.testing.TlsFixture;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A certificate and a key whose files change while the console runs. */
@SuppressWarnings("NullAway.Init")
class RenewedCertificateTest {

    private static final int CLIENTS = LongRun.of(25, 100);
    private static final int TURNS = 5;
    private static final String TINY = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    private Path directory;

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord record) {
            log.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private Path certificate;
    private Path key;
    private X509Certificate before;
    private X509Certificate after;
    private SSLContext client;

    @BeforeEach
    void prepare() throws Exception {
        Logger.getLogger("").addHandler(listening);
        certificate = directory.resolve("console.crt");
        key = directory.resolve("console.key");
        put(certificate, "rsa.crt");
        put(key, "rsa-pkcs1.key");
        before = TlsFixture.certificate("rsa.crt");
        after = TlsFixture.certificate("ec.crt");
        client = TlsFixture.trusting("root.crt");
    }

    @AfterEach
    void stopListening() {
        Logger.getLogger("").removeHandler(listening);
    }

    private static void put(Path file, String name) throws IOException {
        Files.copy(TlsFixture.file(name), file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** On a new connection of the same client, which resumes its session where it can. */
    private X509Certificate shown(int port) throws IOException {
        try (SSLSocket socket = TlsFixture.connect(client, port);
                RawHttp http = new RawHttp(socket)) {
            assertThat(http.send(TINY).receive().status()).isPositive();
            return TlsFixture.shown(socket);
        }
    }

    private static void assertRefused(ApiServer server, String message) {
        assertThatThrownBy(server::renewCertificate)
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("listener.tls." + message);
    }

    @Test
    void isShownToNewConnectionsWhileOpenOnesGoOn() throws Exception {
        try (ApiServer server = TlsTest.start(certificate, key);
                SSLSocket socket = TlsFixture.connect(client, server.port());
                RawHttp open = new RawHttp(socket)) {
            assertThat(open.send(TINY).receive().status()).isEqualTo(200);
            assertThat(server.renewCertificate()).isFalse();
            assertThat(shown(server.port())).isEqualTo(before);

            put(certificate, "ec.crt");
            put(key, "ec-sec1.key");
            assertThat(server.renewCertificate()).isTrue();
            assertThat(shown(server.port())).isEqualTo(after);
            assertThat(server.renewCertificate()).isFalse();
            assertThat(open.send(TINY).receive().status()).isEqualTo(200);
            assertThat(TlsFixture.shown(socket)).isEqualTo(before);
        }
    }

    @Test
    void isNotUsedUntilItIsGood() throws Exception {
        try (ApiServer server = TlsTest.start(certificate, key)) {
            put(certificate, "ec.crt");
            assertRefused(server, "keyFile: This is not the key");
            assertThat(shown(server.port())).isEqualTo(before);
            Files.writeString(key, "");
            assertRefused(server, "keyFile: The file holds no private key");
            Files.delete(key);
            assertRefused(server, "keyFile: The console finds no file");
            put(certificate, "expired.crt");
            put(key, "expired.key");
            assertRefused(server, "certificateFile: The certificate of CN=localhost expired");
            assertThat(shown(server.port())).isEqualTo(before);

            put(certificate, "ed25519.crt");
            put(key, "ed25519-pkcs8.key");
            assertThat(server.renewCertificate()).isTrue();
            assertThat(shown(server.port())).isEqualTo(TlsFixture.certificate("ed25519.crt"));
            put(certificate, "rsa.crt");
            put(key, "rsa-pkcs8.key");
            assertThat(server.renewCertificate()).isTrue();
            assertThat(shown(server.port())).isEqualTo(before);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void warnsOfAKeyThatEveryUserCanRead() throws Exception {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        TlsTest.start(certificate, key).close();
        assertThat(log).noneMatch(each -> each.contains("chmod") && each.contains(key.toString()));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw----r--"));
        TlsTest.start(certificate, key).close();
        assertThat(log).filteredOn(each -> each.endsWith("chmod o-r " + key)).hasSize(1);
    }

    @Test
    @Timeout(120) // Many clients that never wait, and the files are looked at each two seconds.
    void disturbsNoneOfManyClients() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.writeString(
                home.resolve("settings.json"),
                JsonText.of(
                        "listener",
                        Map.of("tls", Map.of("certificateFile", certificate.toString(), "keyFile", key.toString()))));
        AtomicBoolean enough = new AtomicBoolean();
        AtomicIntegerArray answered = new AtomicIntegerArray(CLIENTS);
        try (TestConsole console = TestConsole.start(directory);
                // Not virtual: clients that never wait would keep the console's own virtual threads from their turn.
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<X509Certificate>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                clients.add(threads.submit(() -> callUntil(enough, console, number, answered)));
            }
            try {
                awaitTurns(answered);
                assertThat(fingerprint(home)).contains(sha256(before));

                put(certificate, "ec.crt");
                awaitLog("is tried again: listener.tls.keyFile: This is not the key");
                awaitTurns(answered);
                assertThat(shown(console.port())).isEqualTo(before);
                put(key, "ec-pkcs8.key");
                Awaiting.answer(() -> shown(console.port()), after::equals, "The new certificate was not shown");
                awaitTurns(answered);
                awaitLog("Reading the API's renewed certificate works again");
                assertThat(fingerprint(home)).contains(sha256(after));
            } finally {
                enough.set(true);
            }
            for (Future<X509Certificate> each : clients) {
                assertThat(each.get()).isEqualTo(before);
            }
        }
        assertThat(log)
                .filteredOn(each -> each.startsWith("Reading the API's renewed certificate failed"))
                .hasSize(1);
    }

    /** One request after the other on one connection; what the server showed at its begin. */
    private X509Certificate callUntil(
            AtomicBoolean enough, TestConsole console, int number, AtomicIntegerArray answered) throws IOException {
        String request = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + console.ownerToken()
                + "\r\n\r\n";
        try (SSLSocket socket = TlsFixture.connect(client, console.port());
                RawHttp http = new RawHttp(socket)) {
            while (!enough.get()) {
                RawHttp.RawAnswer answer = http.send(request).receive();
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                answered.incrementAndGet(number);
            }
            return TlsFixture.shown(socket);
        }
    }

    /** Until each client was answered some more times. */
    private static void awaitTurns(AtomicIntegerArray answered) throws IOException, InterruptedException {
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            int wanted = answered.get(number) + TURNS;
            Awaiting.answer(() -> answered.get(number), turns -> turns >= wanted, "Client " + number + " stopped");
        }
    }

    private void awaitLog(String end) throws IOException, InterruptedException {
        Awaiting.answer(
                () -> List.copyOf(log),
                said -> said.stream().anyMatch(each -> each.contains(end)),
                "Not logged: " + end);
    }

    private static String fingerprint(Path home) throws IOException {
        return Files.readString(home.resolve("api.json"));
    }

    private static String sha256(X509Certificate certificate) throws Exception {
        return HexFormat.of().formatHex(Sha256.digest().digest(certificate.getEncoded()));
    }
}
