package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The distribution's own {@code sshd} on a free loopback port, with keys and settings of its own. */
public final class DebianSshd implements AutoCloseable {

    public static final Path PROGRAM = Path.of("/usr/sbin/sshd");

    private final Path directory;
    private final Process server;
    private final int port;

    private DebianSshd(Path directory, Process server, int port) {
        this.directory = directory;
        this.server = server;
        this.port = port;
    }

    /**
     * @param directory empty; the caller deletes it
     * @param settings further lines of its configuration
     */
    public static DebianSshd start(Path directory, String... settings) throws Exception {
        if (user().equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        for (String type : List.of("ed25519", "rsa")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    type,
                    // Of RSA; the usual 3,072 take a second of a processor. Ed25519 has one length.
                    "-b",
                    "2048",
                    "-N",
                    "",
                    "-f",
                    directory.resolve("host_" + type).toString());
        }
        Files.writeString(directory.resolve("authorized_keys"), "");
        int port = FreePort.next();
        Path config = Files.writeString(
                directory.resolve("sshd_config"), """
                    Port %1$d
                    ListenAddress 127.0.0.1
                    HostKey %2$s/host_rsa
                    HostKey %2$s/host_ed25519
                    PidFile %2$s/sshd.pid
                    AuthorizedKeysFile %2$s/authorized_keys
                    StrictModes no
                    UsePAM no
                    PasswordAuthentication no
                    PermitRootLogin prohibit-password
                    MaxSessions 20
                    Subsystem sftp internal-sftp
                    # Bash reads .bashrc in the first shell only; that of the account which runs the tests may do anything.
                    SetEnv SHLVL=1
                    %3$s
                    # The usual one takes tenths of a second of a processor.
                    KexAlgorithms curve25519-sha256
                    """.formatted(port, directory, String.join("\n", settings)));
        Process server = new ProcessBuilder(PROGRAM.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaiting.until(() -> {
            try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                if (server.isAlive()) {
                    return false;
                }
                throw new AssertionError(Files.readString(directory.resolve("log")), e);
            }
        });
        return new DebianSshd(directory, server, port);
    }

    public static String user() {
        return System.getProperty("user.name");
    }

    public SshTarget target(SshCredentials credentials) {
        return new SshTarget("debian", "127.0.0.1", port, user(), credentials);
    }

    /** A new key that may log in, as {@code ssh-keygen} writes it with these further options. */
    public Path newKey(String name, String passphrase, String... options) throws Exception {
        Path file = directory.resolve(name);
        run("ssh-keygen", List.of(options), "-q", "-N", passphrase, "-f", file.toString());
        Files.writeString(
                directory.resolve("authorized_keys"),
                Files.readString(directory.resolve(name + ".pub")),
                StandardOpenOption.APPEND);
        return file;
    }

    /**
     * A new key whose commands go to another program, as those of an account go to its log-in shell.
     *
     * @param shell what is given the command's text behind {@code -c}
     */
    public Path newKeyOfShell(String name, String shell) throws Exception {
        return newKeyWithCommand(name, "exec " + shell + " -c \\\"$SSH_ORIGINAL_COMMAND\\\"");
    }

    /** A new key that runs this whatever it asks for; quotes in it are behind a backslash (sshd(8), "command="). */
    public Path newKeyWithCommand(String name, String command) throws Exception {
        Path file = directory.resolve(name);
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString());
        Files.writeString(
                directory.resolve("authorized_keys"),
                "command=\"" + command + "\" " + Files.readString(directory.resolve(name + ".pub")),
                StandardOpenOption.APPEND);
        return file;
    }

    /** What {@code ssh-keygen -l} says of the server's key of a type. */
    String fingerprint(String type) throws Exception {
        return run(
                        "ssh-keygen",
                        "-l",
                        "-f",
                        directory.resolve("host_" + type + ".pub").toString())
                .split(" ", -1)[1];
    }

    static String run(String program, String... arguments) throws Exception {
        return run(program, List.of(), arguments);
    }

    private static String run(String program, List<String> more, String... arguments) throws Exception {
        List<String> argv = new ArrayList<>(List.of(program));
        argv.addAll(more);
        argv.addAll(List.of(arguments));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said;
        try (InputStream output = process.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(argv + ": " + said);
        }
        return said;
    }

    @Override
    public void close() {
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly();
    }
}
