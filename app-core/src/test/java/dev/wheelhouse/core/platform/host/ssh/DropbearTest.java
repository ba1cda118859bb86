package dev.wheelhouse.core.platform.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.FileWrite;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The SSH server of routers and small machines ({@code dropbear(8)}), whose files are served by OpenSSH's program. */
@Real
@Tag("lab")
class DropbearTest {

    private static final Path PROGRAM = Path.of("/usr/sbin/dropbear");
    private static final Path FILES = Path.of("/usr/lib/sftp-server");

    /** It takes keys from no place below a directory that others may write, not even below /tmp with its sticky bit. */
    private static final class InHome implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of(System.getProperty("user.home")), "wheelhouse-dropbear");
        }
    }

    @TempDir(factory = InHome.class)
    private static Path folder;

    private static Process server;
    private static Workers workers;
    private static SshConnections connections;
    private static Host host;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                Files.isExecutable(PROGRAM) && Files.isExecutable(FILES),
                "Install Debian's packages dropbear-bin and openssh-sftp-server.");
        DebianSshd.run(
                "dropbearkey", "-t", "ed25519", "-f", folder.resolve("host").toString());
        DebianSshd.run(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                folder.resolve("key").toString());
        Files.copy(folder.resolve("key.pub"), folder.resolve("authorized_keys"));
        int port = FreePort.next();
        Path log = folder.resolve("log");
        server = new ProcessBuilder(
                        PROGRAM.toString(),
                        "-F",
                        "-E",
                        "-s",
                        "-r",
                        folder.resolve("host").toString(),
                        "-P",
                        folder.resolve("pid").toString(),
                        // Where authorized_keys is; else it would be in this user's own ~/.ssh.
                        "-D",
                        folder.toString(),
                        "-p",
                        "127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Awaiting.until(() -> {
            assumeTrue(server.isAlive(), "It knows no -D before 2024.84.");
            try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
                return socket.isConnected();
            } catch (ConnectException _) {
                return false;
            }
        });
        workers = new Workers();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
        SshTarget target = new SshTarget(
                "small",
                "127.0.0.1",
                port,
                DebianSshd.user(),
                new SshCredentials.PrivateKey(Files.readString(folder.resolve("key")), null));
        host = connections.open(
                target, HostTrust.inFingerprint(connections.keyOf(target).fingerprint()));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            if (host != null) {
                host.close();
                connections.close();
                workers.close();
            }
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }

    @Test
    void runsCommandsWithTheirInputAndEnd() {
        CommandResult result = host.run(HostCommand.of("sh", "-c", "cat; echo gone >&2; exit 3")
                .withInput(CommandInput.of("größer\n".getBytes(StandardCharsets.UTF_8))));
        assertThat(result.stdoutText()).isEqualTo("größer\n");
        assertThat(result.stderrText()).isEqualTo("gone\n");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void endsAProcessWithAllThatItStarted() throws Exception {
        try (HostProcess process = host.start(HostCommand.of("sh", "-c", "sleep 600 & wait"))) {
            process.terminate();
            assertThat(process.awaitGone(Duration.ofSeconds(60))).isTrue();
        }
    }

    @Test
    void readsAndWritesFiles() throws Exception {
        byte[] content = "line\n".repeat(200_000).getBytes(StandardCharsets.UTF_8);
        String path = folder.resolve("written").toString();
        try (OutputStream out = host.files().write(path, new FileWrite(FileWrite.Existing.TRUNCATE, null))) {
            out.write(content);
        }
        assertThat(Files.readAllBytes(Path.of(path))).isEqualTo(content);
        try (InputStream in = host.files().read(path, 0)) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(host.files().find(path).orElseThrow().size()).isEqualTo(content.length);
    }
}
