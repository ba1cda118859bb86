package dev.wheelhouse.core.platform.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostError;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Getting in, and every reason for not getting in. */
@DisabledOnOs(OS.WINDOWS)
class SshLoginTest {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final HostCommand WHO = HostCommand.of("echo", "in");

    // Made once: it is the slow kind.
    private static final KeyPair RSA = TestSshServer.newKey("ssh-rsa", 2048);

    private static Workers workers;
    private static TestSshServer server;
    private static SshConnections connections;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        workers = new Workers();
        server = new TestSshServer();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
    }

    @AfterAll
    static void stop() {
        connections.close();
        server.close();
        workers.close();
    }

    private static void logsIn(SshConnections from, SshCredentials credentials) {
        try (Host host = from.open(TestSshServer.target(server.port(), credentials), server.trust())) {
            assertThat(host.run(WHO).stdoutText()).isEqualTo("in\n");
        }
    }

    private static AppException failure(SshConnections from, SshTarget target, HostTrust trust) {
        try (Host host = from.open(target, trust)) {
            return catchThrowableOfType(AppException.class, () -> host.run(WHO));
        }
    }

    private static void fails(SshTarget target, ErrorCode code, String words) {
        AppException failure = failure(connections, target, server.trust());
        assertThat(failure.errorCode()).isEqualTo(code);
        assertThat(failure).hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({"ssh-ed25519,256", "ssh-rsa,2048", "ecdsa-sha2-nistp256,256"})
    void logsInWithAKeyOfEveryKindAndForm(String type, int bits) {
        KeyPair pair = type.equals("ssh-rsa") ? RSA : TestSshServer.newKey(type, bits);
        server.accept(pair.getPublic());

        logsIn(connections, new SshCredentials.PrivateKey(KeyTexts.openSsh(pair, null), null));
        logsIn(connections, new SshCredentials.PrivateKey(KeyTexts.openSsh(pair, "open it"), "open it"));
        if (!type.equals("ssh-ed25519")) {
            logsIn(connections, new SshCredentials.PrivateKey(KeyTexts.pkcs8(pair), null));
        }
    }

    @Test
    void logsInWithAnEncryptedPemKey() {
        SshCredentials.PrivateKey key = new SshCredentials.PrivateKey(KeyTexts.ENCRYPTED_PKCS8, "geheim");
        server.accept(PrivateKeys.read(key).getPublic());

        logsIn(connections, key);
    }

    @Test
    void tellsAWrongAndAMissingPassphrase() {
        KeyPair pair = TestSshServer.newKey("ssh-ed25519", 256);
        for (String text : List.of(KeyTexts.openSsh(pair, "right"), KeyTexts.ENCRYPTED_PKCS8)) {
            refusedKey(text, "wrong", "auth.passphrase: This passphrase does not open");
            refusedKey(text, null, "auth.passphrase: This private key is encrypted");
        }
    }

    @Test
    void tellsWhatIsNoPrivateKey() {
        KeyPair pair = TestSshServer.newKey("ssh-ed25519", 256);
        String whole = KeyTexts.openSsh(pair, null);
        refusedKey("", null, "auth.privateKey: Paste the whole private key");
        refusedKey("hello", null, "auth.privateKey: Paste the whole private key");
        refusedKey(whole.substring(0, whole.length() / 2), null, "auth.privateKey: Paste the whole private key");
        HostKey key = TestSshServer.hostKey(pair);
        refusedKey(key.type() + " " + key.base64(), null, "auth.privateKey: This is a public key");
        refusedKey("PuTTY-User-Key-File-3: ssh-ed25519", null, "auth.privateKey: This is PuTTY's form");
    }

    private static void refusedKey(String text, @Nullable String passphrase, String words) {
        assertThat(catchThrowableOfType(
                        AppException.class, () -> connections.check(new SshCredentials.PrivateKey(text, passphrase))))
                .hasMessageStartingWith(words);
    }

    @Test
    void tellsThatTheServerRefusesTheLogin() {
        fails(
                TestSshServer.target(server.port(), new SshCredentials.Password("not it")),
                PlatformError.UPSTREAM_FAILED,
                "refuses the user ada with this password");
        String stranger = KeyTexts.openSsh(TestSshServer.newKey("ssh-ed25519", 256), null);
        fails(
                TestSshServer.target(server.port(), new SshCredentials.PrivateKey(stranger, null)),
                PlatformError.UPSTREAM_FAILED,
                "authorized_keys");
    }

    @Test
    void tellsWhyTheServerIsNotReached() throws IOException {
        int closed = FreePort.next();
        fails(
                TestSshServer.target(closed, new SshCredentials.Password("x")),
                PlatformError.UPSTREAM_FAILED,
                "refuses connections. Check the port");
        fails(
                new SshTarget("web-1", "no-such-host.invalid", 22, "ada", new SshCredentials.Password("x")),
                PlatformError.UPSTREAM_FAILED,
                "The name no-such-host.invalid is not known");
    }

    @Test
    void givesUpOnAServerThatTakesTheConnectionAndStaysSilent() throws IOException {
        SshTimeouts hasty = new SshTimeouts(LONG, SHORT, LONG, LONG, SHORT, SHORT);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SshConnections from = new SshConnections(workers, hasty, null)) {
            AppException failure = failure(
                    from,
                    TestSshServer.target(silent.getLocalPort(), new SshCredentials.Password("x")),
                    HostTrust.inNothing());

            assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
            assertThat(failure).hasMessageContaining("does not answer as an SSH server within 300 ms");
        }
    }

    @Test
    void givesUpOnAServerThatHangsInTheMiddleOfTheLogin() throws IOException {
        // Long enough for the greeting to be read on a busy machine.
        SshTimeouts hasty = new SshTimeouts(LONG, Duration.ofMillis(1500), LONG, LONG, SHORT, SHORT);
        try (ServerSocket half = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SshConnections from = new SshConnections(workers, hasty, null)) {
            // Held by the test: a socket that nothing refers to is closed when the collector comes by.
            List<Socket> hung = new CopyOnWriteArrayList<>();
            Thread.ofVirtual().start(() -> greetAndHang(half, hung));
            AppException failure = failure(
                    from,
                    TestSshServer.target(half.getLocalPort(), new SshCredentials.Password("x")),
                    HostTrust.inNothing());

            assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
            assertThat(failure).hasMessageContaining("did not finish the log-in within 1500 ms");
            for (Socket each : hung) {
                each.close();
            }
        }
    }

    private static void greetAndHang(ServerSocket listener, List<Socket> hung) {
        try {
            Socket accepted = listener.accept();
            hung.add(accepted);
            accepted.getOutputStream().write("SSH-2.0-half\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // The test has ended.
        }
    }

    @Test
    void tellsWhatIsNoSshServer() throws IOException {
        try (ServerSocket web = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    web.accept().close();
                } catch (IOException _) {
                    // The test has ended.
                }
            });
            fails(
                    TestSshServer.target(web.getLocalPort(), new SshCredentials.Password("x")),
                    PlatformError.UPSTREAM_FAILED,
                    "check that an SSH server answers there");
        }
    }

    @Test
    void sendsNothingToAServerWhoseKeyIsUnknown() {
        AppException failure = failure(connections, server.target(), HostTrust.inNothing());

        assertThat(failure.errorCode()).isEqualTo(HostError.HOST_KEY_UNKNOWN);
        assertThat(failure.details())
                .isEqualTo(new HostKeyFound(server.hostKey().fingerprint()));
        assertThat(failure).hasMessageContaining(server.hostKey().fingerprint());
        assertThat(connections.keyOf(server.target())).isEqualTo(server.hostKey());
    }

    @Test
    void stopsHardWhenAnotherKeyShowsUp() {
        KnownHosts known = new KnownHosts(Home.open(directory));
        try (TestSshServer changing = new TestSshServer()) {
            known.trust("srv_1", changing.hostKey());
            assertThat(failure(connections, wrongPassword(changing), known.of("srv_1")))
                    .hasMessageContaining("refuses the user");
            changing.showHostKeys(TestSshServer.newKey("ssh-ed25519", 256));

            AppException failure = failure(connections, changing.target(), known.of("srv_1"));

            assertThat(failure.errorCode()).isEqualTo(HostError.HOST_KEY_CHANGED);
            assertThat(failure.details())
                    .isEqualTo(new HostKeyFound(changing.hostKey().fingerprint()));
        }
    }

    private static SshTarget wrongPassword(TestSshServer at) {
        return TestSshServer.target(at.port(), new SshCredentials.Password("wrong"));
    }

    @Test
    void asksAServerOfSeveralKeysForTheOneThatIsKnown() {
        KnownHosts known = new KnownHosts(Home.open(directory));
        KeyPair ec = TestSshServer.newKey("ecdsa-sha2-nistp256", 256);
        KeyPair ed = TestSshServer.newKey("ssh-ed25519", 256);
        try (TestSshServer several = new TestSshServer(0, RSA, ec, ed)) {
            for (KeyPair each : List.of(RSA, ec, ed)) {
                known.trust("srv_1", TestSshServer.hostKey(each));
                try (Host host = connections.open(several.target(), known.of("srv_1"))) {
                    assertThat(host.run(WHO).succeeded()).isTrue();
                }
            }
        }
    }

    @Test
    void saysThatThereIsNoAgent() {
        fails(
                TestSshServer.target(server.port(), new SshCredentials.Agent()),
                PlatformError.UPSTREAM_FAILED,
                "There is no SSH agent");
    }

    @Test
    void logsInWithAKeyOfTheAgentAndNeverAsksItOtherwise() throws Exception {
        KeyPair pair = TestSshServer.newKey("ssh-ed25519", 256);
        server.accept(pair.getPublic());
        Path socket = directory.resolve("agent");
        try (FakeAgent agent = new FakeAgent(socket, pair);
                SshConnections from = new SshConnections(workers, SshTimeouts.DEFAULT, socket)) {
            logsIn(from, new SshCredentials.Password(TestSshServer.PASSWORD));
            assertThat(agent.requests()).isZero();

            logsIn(from, new SshCredentials.Agent());
            assertThat(agent.requests()).isPositive();
        }
    }

    @Test
    void saysWhichKeysToCheckWhenTheAgentHasNoneOfThem() throws Exception {
        Path socket = directory.resolve("agent");
        try (FakeAgent agent = new FakeAgent(socket, TestSshServer.newKey("ssh-ed25519", 256));
                SshConnections from = new SshConnections(workers, SshTimeouts.DEFAULT, socket)) {
            AppException failure =
                    failure(from, TestSshServer.target(server.port(), new SshCredentials.Agent()), server.trust());

            assertThat(failure).hasMessageContaining("ssh-add -l");
            assertThat(agent.requests()).isPositive();
        }
    }
}
