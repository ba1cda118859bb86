package dev.wheelhouse.core.platform.host.ssh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostRules;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.host.SocketServer;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.kex.KexProposalOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of every host, and the keys people really have, against the server people really have. */
@Real
class DebianSshdTest extends HostRules {

    private static Workers workers;
    private static SshConnections connections;
    private static DebianSshd server;
    private static Host host;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        workers = new Workers();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
        server = DebianSshd.start(folder);
        host = open(connections, key(server.newKey("usual", "", "-t", "ed25519"), null));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            host.close();
            connections.close();
            server.close();
            workers.close();
        }
    }

    private static SshCredentials key(Path file, @Nullable String passphrase) throws Exception {
        return new SshCredentials.PrivateKey(Files.readString(file), passphrase);
    }

    private static Host open(SshConnections from, SshCredentials credentials) {
        SshTarget target = server.target(credentials);
        return from.open(target, HostTrust.inFingerprint(from.keyOf(target).fingerprint()));
    }

    @Override
    protected Host host() {
        return host;
    }

    @Test
    void showsTheFingerprintThatSshKeygenPrints() throws Exception {
        assertThat(connections.keyOf(server.target(new SshCredentials.Agent())).fingerprint())
                .isIn(server.fingerprint("ed25519"), server.fingerprint("rsa"));
    }

    private static String agreed(DebianSshd with, KexProposalOption what) throws Exception {
        SshTarget target = with.target(key(with.newKey("agreed", "", "-t", "ed25519"), null));
        HostTrust trust = HostTrust.inFingerprint(connections.keyOf(target).fingerprint());
        try (SshLibrary library = SshLibrary.start(SshTimeouts.DEFAULT, workers, Optional.empty())) {
            return library.logIn(target, trust).getNegotiatedKexParameter(what);
        }
    }

    @Test
    void encryptsWithWhatTheProcessorDoesByItself(@TempDir Path other) throws Exception {
        assertThat(agreed(server, KexProposalOption.C2SENC)).contains("-gcm");
        try (DebianSshd without = DebianSshd.start(other, "Ciphers chacha20-poly1305@openssh.com")) {
            assertThat(agreed(without, KexProposalOption.C2SENC)).isEqualTo("chacha20-poly1305@openssh.com");
        }
    }

    /** As OpenSSH before 6.5 has them; of 5.3 the first is all it has. */
    @ParameterizedTest
    @CsvSource({
        "KexAlgorithms, diffie-hellman-group1-sha1, curve25519-sha256",
        "Ciphers, 3des-cbc, aes128-gcm@openssh.com",
        "MACs, hmac-md5-96, hmac-sha2-256"
    })
    void saysWhichAlgorithmsAServerLacks(String setting, String its, String ours, @TempDir Path other)
            throws Exception {
        String settings = setting + " " + its + (setting.equals("MACs") ? "\nCiphers aes128-ctr" : "");
        try (DebianSshd old = DebianSshd.start(other, settings)) {
            SshTarget target = old.target(key(old.newKey("old", "", "-t", "ed25519"), null));
            assertThatThrownBy(() -> connections.keyOf(target))
                    .hasMessageStartingWith(
                            "The SSH server at " + target.address() + " is too old or allows too little: ")
                    .hasMessageContaining("of " + setting + " it has only " + its + ". Update it, or allow one of ")
                    .hasMessageContaining(ours)
                    .hasMessageEndingWith(" (" + setting + " in sshd_config).");
        }
    }

    /** As every server does since OpenSSH 9.0; those of the other tests do without, as it takes long. */
    @Test
    void exchangesKeysThatNoQuantumComputerFinds(@TempDir Path other) throws Exception {
        String algorithm = "sntrup761x25519-sha512@openssh.com";
        try (DebianSshd usual = DebianSshd.start(other, "KexAlgorithms " + algorithm + ",curve25519-sha256")) {
            assertThat(agreed(usual, KexProposalOption.ALGORITHMS)).isEqualTo(algorithm);
        }
    }

    @Test
    @Timeout(240) // Twelve keys, some of the kind that takes long to find.
    void logsInWithEveryKeyThatSshKeygenWrites() throws Exception {
        for (List<String> options : List.of(
                List.of("-t", "ed25519"),
                List.of("-t", "rsa", "-b", "2048"),
                List.of("-t", "ecdsa"),
                List.of("-t", "rsa", "-b", "2048", "-m", "PEM"),
                List.of("-t", "rsa", "-b", "2048", "-m", "PKCS8"),
                List.of("-t", "ecdsa", "-m", "PEM"))) {
            for (String passphrase : List.of("", "correct horse")) {
                String name = String.join("", options) + passphrase.length();
                Path file = server.newKey(name, passphrase, options.toArray(String[]::new));
                try (Host opened = open(connections, key(file, passphrase.isEmpty() ? null : passphrase))) {
                    assertThat(opened.run(HostCommand.of("id", "-un")).stdoutText())
                            .as(name)
                            .isEqualTo(DebianSshd.user() + "\n");
                }
            }
        }
    }

    @Test
    void logsInWithTheKeysOfTheAgent() throws Exception {
        Path file = server.newKey("agents", "", "-t", "ed25519");
        Path socket = folder.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (SshConnections from = new SshConnections(workers, SshTimeouts.DEFAULT, socket)) {
            Awaiting.until(() -> Files.exists(socket));
            DebianSshd.run("env", "SSH_AUTH_SOCK=" + socket, "ssh-add", "-q", file.toString());
            try (Host opened = open(from, new SshCredentials.Agent())) {
                assertThat(opened.run(HostCommand.of("true")).succeeded()).isTrue();
            }
        } finally {
            agent.destroy();
        }
    }

    @Test
    void tellsThatTheServerPassesNoSocketsOn(@TempDir Path other, @TempDir Path sockets) throws Exception {
        try (DebianSshd closed = DebianSshd.start(other, "AllowStreamLocalForwarding no");
                SocketServer _ = SocketServer.echoing(sockets.resolve("echo"))) {
            SshTarget target = closed.target(key(closed.newKey("only", "", "-t", "ed25519"), null));
            HostTrust trust = HostTrust.inFingerprint(connections.keyOf(target).fingerprint());
            try (Host opened = connections.open(target, trust)) {
                AppException refusal = catchThrowableOfType(
                        AppException.class,
                        () -> opened.connect(sockets.resolve("echo").toString()));
                assertThat(refusal.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
                assertThat(refusal).hasMessageContaining("AllowStreamLocalForwarding");
            }
        }
    }

    @Test
    void tellsThatWhoAnswersThroughATunnelHangsUp() throws Exception {
        try (ServerSocket far = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                PortForward tunnel = host.forward("127.0.0.1", far.getLocalPort());
                Socket near = new Socket()) {
            near.connect(tunnel.address());
            near.setSoTimeout(10_000);
            try (Socket accepted = far.accept()) {
                accepted.getOutputStream().write("all".getBytes(UTF_8));
            }

            assertThat(near.getInputStream().readAllBytes()).isEqualTo("all".getBytes(UTF_8));
        }
    }

    @Test
    void readsFilesThatSayTheyAreEmpty() throws Exception {
        try (InputStream load = host.files().read("/proc/loadavg")) {
            assertThat(new String(load.readAllBytes(), UTF_8)).contains("/");
        }
    }

    @Test
    void givesEveryChannelBack() {
        // The server allows ten at once.
        int channels = LongRun.of(15, 60);
        for (int i = 0; i < channels; i++) {
            assertThat(host.run(HostCommand.of("true")).succeeded()).isTrue();
        }
        for (int i = 0; i < channels; i++) {
            host.start(HostCommand.of("sleep", "1000")).close();
        }
        assertThat(host.run(HostCommand.of("true")).succeeded()).isTrue();
    }
}
