package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.testing.DemoRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.NoIdempotency;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.TlsFixture;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates and keys that a listener takes, and those that it refuses. */
class TlsTest {

    private static final String TINY = "GET /api/v1/tiny HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    private Path directory;

    static ApiServer start(Path certificate, Path key) throws IOException {
        ApiServerConfig config = new ApiServerConfig(
                new ListenerSettings(
                        "127.0.0.1", 0, List.of(), new ListenerSettings.Tls(certificate.toString(), key.toString())),
                Set::of,
                Set::of,
                HttpLimits.standard(),
                work -> Thread.ofVirtual().start(work),
                new IdGenerator(Clock.systemUTC(), new SplittableRandom(1)),
                new NoIdempotency());
        return ApiServer.start(config, new DemoRoutes().routes(), new FakeAuthenticator());
    }

    private static void assertRefused(Path certificate, Path key, String message) {
        assertThatThrownBy(() -> start(certificate, key).close())
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("listener.tls." + message);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("file"), text);
    }

    private static String text(String name) throws IOException {
        return Files.readString(TlsFixture.file(name));
    }

    @ParameterizedTest
    @CsvSource({
        "rsa, rsa-pkcs8",
        "rsa, rsa-pkcs1",
        "ec, ec-pkcs8",
        "ec, ec-sec1",
        "ed25519, ed25519-pkcs8",
    })
    void answersWithEachFormOfKeyOverBothVersions(String certificate, String key) throws Exception {
        try (ApiServer server = start(TlsFixture.file(certificate + ".crt"), TlsFixture.file(key + ".key"))) {
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                SSLSocket socket = TlsFixture.connect(TlsFixture.trusting("root.crt"), server.port(), version);
                try (RawHttp http = new RawHttp(socket)) {
                    assertThat(http.send(TINY).receive().status()).isEqualTo(200);
                    assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                    assertThat(socket.getSession().getPeerCertificates()).hasSize(2);
                    assertThat(TlsFixture.shown(socket)).isEqualTo(TlsFixture.certificate(certificate + ".crt"));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0301", "0302", "0300"})
    void refusesEarlierVersions(String version) throws Exception {
        // ClientHello (RFC 5246 section 7.4.1.2) with TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA and the curve P-256.
        String extensions = "000a00040002001700" + "0b00020100";
        String hello = version + "00".repeat(32) + "00" + "0002c013" + "0100" + "000e" + extensions;
        String handshake = "010000" + HexFormat.of().toHexDigits((byte) (hello.length() / 2)) + hello;
        String head = "160301" + HexFormat.of().toHexDigits((short) (handshake.length() / 2));
        try (ApiServer server = start(TlsFixture.file("rsa.crt"), TlsFixture.file("rsa-pkcs8.key"));
                RawHttp http = new RawHttp(server.port())) {
            http.send(HexFormat.of().parseHex(head + handshake));
            byte[] record = http.socket().getInputStream().readNBytes(7);
            // A fatal alert, protocol_version (RFC 8446 section 6).
            assertThat(record).startsWith(21, 3).endsWith(0, 2, 2, 70);
        }
    }

    @Test
    void takesACertificateAfterTextForPeople() throws Exception {
        Path certificate = write("subject=CN = localhost\n" + text("ec.crt"));
        try (ApiServer server = start(certificate, TlsFixture.file("ec-sec1.key"));
                RawHttp http = new RawHttp(TlsFixture.connect(TlsFixture.trusting("root.crt"), server.port()))) {
            assertThat(http.send(TINY).receive().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rsa.crt, other.key, keyFile: This is not the key of the certificate.",
        "rsa.crt, ec-pkcs8.key, 'keyFile: This is not the key of the certificate: it is damaged, or not of the kind RSA'",
        "rsa.crt, ec-sec1.key, 'keyFile: This is not the key of the certificate: it is damaged, or not of the kind RSA'",
        "ec.crt, rsa-pkcs1.key, 'keyFile: This is not the key of the certificate: it is damaged, or not of the kind EC'",
        "ec.crt, console.key, keyFile: This is not the key of the certificate",
        "expired.crt, expired.key, certificateFile: The certificate of CN=localhost expired at 2025-01-31T00:00:00Z.",
        "rsa.crt, rsa-encrypted-pkcs8.key, keyFile: The key is under a passphrase",
        "rsa.crt, rsa-encrypted-pkcs1.key, keyFile: The key is under a passphrase",
        "rsa-pkcs8.key, rsa-pkcs8.key, certificateFile: The file holds no certificate",
        "rsa.crt, rsa.crt, keyFile: The file holds no private key"
    })
    void refusesAPairThatIsNoGood(String certificate, String key, String message) {
        assertRefused(TlsFixture.file(certificate), TlsFixture.file(key), message);
    }

    @Test
    void refusesFilesThatAreNotThereOrNoText() throws Exception {
        Path certificate = TlsFixture.file("rsa.crt");
        Path key = TlsFixture.file("rsa-pkcs8.key");
        for (Path gone : List.of(directory.resolve("gone"), directory)) {
            assertRefused(gone, key, "certificateFile: The console finds no file " + gone);
            assertRefused(certificate, gone, "keyFile: The console finds no file " + gone);
        }
        for (String garbage : List.of("", "nothing", "\0\1\2", "-----BEGIN CERTIFICATE-----\n!\n")) {
            assertRefused(write(garbage), key, "certificateFile: The file holds no certificate");
            assertRefused(certificate, write(garbage), "keyFile: The file holds no private key");
        }
        Path large = write("x".repeat(2_000_000));
        assertRefused(large, key, "certificateFile: The file is larger than a megabyte");
        assertRefused(certificate, large, "keyFile: The file is larger than a megabyte");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void refusesAFileThatCannotBeRead() {
        Path closed = Path.of("/proc/self/mem");
        assertRefused(closed, TlsFixture.file("rsa-pkcs8.key"), "certificateFile: The console cannot read the file");
        assertRefused(TlsFixture.file("rsa.crt"), closed, "keyFile: The console cannot read the file");
    }

    /** As a program finds them that reads while another writes. */
    @Test
    void refusesFilesThatEndEarly() throws Exception {
        for (String[] files : new String[][] {{"rsa.crt", "rsa-pkcs1.key"}, {"ec.crt", "ec-sec1.key"}}) {
            Path certificate = TlsFixture.file(files[0]);
            Path key = TlsFixture.file(files[1]);
            String ofCertificate = text(files[0]);
            String ofKey = text(files[1]);
            for (int part = 1; part < 10; part++) {
                Path cut = write(ofCertificate.substring(0, ofCertificate.length() * part / 20));
                assertRefused(cut, key, "certificateFile: The file holds no certificate");
                assertRefused(certificate, write(ofKey.substring(0, ofKey.length() * part / 10)), "keyFile: The file");
            }
            // A line is missing in the midst.
            List<String> lines = ofKey.lines().toList();
            String gap = String.join(
                    "\n",
                    Stream.concat(
                                    lines.stream().limit(lines.size() - 4L),
                                    lines.stream().skip(lines.size() - 3L))
                            .toList());
            assertRefused(certificate, write(gap), "keyFile: This is not the key of the certificate");
        }
    }

    @Test
    void refusesAChainThatIsOutOfOrder() throws Exception {
        String chain = text("rsa.crt");
        int second = chain.lastIndexOf("-----BEGIN");
        String leaf = chain.substring(0, second);
        String authority = chain.substring(second);
        Path key = TlsFixture.file("rsa-pkcs8.key");
        for (String wrong :
                List.of(authority + leaf, leaf + text("root.crt"), leaf + leaf, chain + text("console.crt"))) {
            assertRefused(write(wrong), key, "certificateFile: The certificate of CN=");
        }
        for (String right : List.of(leaf, chain + text("root.crt"))) {
            start(write(right), key).close();
        }
    }
}
