package dev.wheelhouse.core.apps.systemd;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.FileWrite;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Debian with systemd in a container, reached by SSH as root or as a user of its own. */
public final class SystemdServer implements AutoCloseable {

    /** The container lives until the script's input ends; a line of it switches it off or on. */
    private static final String SCRIPT = """
        . ../packaging/real/systemd-server.sh
        reason=$(systemd_server_available) || { echo "left out: $reason"; exit 0; }
        trap systemd_server_stop EXIT
        systemd_server_start "$1/server" "$1/key.pub" 2>"$1/errors" || { echo "failed: $(cat "$1/errors")"; exit 0; }
        echo "port: $systemd_server_port"
        while read -r order; do
          "systemd_server_$order" 2>"$1/errors" && echo done || echo "failed: $(cat "$1/errors")"
        done
        """;

    private static final ControlTimes TIMES = new ControlTimes(
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofMillis(100));

    private final Process script;
    private final BufferedReader said;
    private final Workers workers = new Workers();
    private final SshConnections connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
    private final int port;
    private final String key;
    private final Host root;

    private SystemdServer(Process script, BufferedReader said, int port, String key) throws Exception {
        this.script = script;
        this.said = said;
        this.port = port;
        this.key = key;
        root = open("root");
        Awaiting.until(
                () -> root.run(HostCommand.of("systemctl", "is-active", "ssh")).succeeded());
    }

    /** @param directory empty; the caller deletes it */
    public static SystemdServer start(Path directory) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ssh-keygen")), "Install Debian's package openssh-client.");
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory + "/key")
                .start()
                .waitFor();
        Process script = new ProcessBuilder("bash", "-c", SCRIPT, "bash", directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said = script.inputReader();
        String line = String.valueOf(said.readLine());
        assumeTrue(!line.startsWith("left out: "), line);
        if (!line.startsWith("port: ")) {
            throw new AssertionError(line);
        }
        return new SystemdServer(
                script, said, Integer.parseInt(line.substring(6)), Files.readString(directory.resolve("key")));
    }

    public Host root() {
        return root;
    }

    public Workers workers() {
        return workers;
    }

    /** Looks more often than people need, so that tests are quick. */
    public SystemdRuntime runtime() {
        return new SystemdRuntime(workers, TIMES);
    }

    public int port() {
        return port;
    }

    /** The private key that root logs in with. */
    public String key() {
        return key;
    }

    public SshTarget target(String user) {
        return new SshTarget(user, "127.0.0.1", port, user, new SshCredentials.PrivateKey(key, null));
    }

    /** A host of its own; the caller closes it. */
    Host open(String user) {
        SshTarget target = target(user);
        return connections.open(
                target, HostTrust.inFingerprint(connections.keyOf(target).fingerprint()));
    }

    /** Makes a user who may log in with the same key, and nothing else. */
    void addUser(String name) {
        run("useradd", "-m", "-s", "/bin/sh", name);
        run("cp", "-r", "/root/.ssh", "/home/" + name + "/.ssh");
        run("chown", "-R", name + ":", "/home/" + name + "/.ssh");
    }

    public void writeUnit(String name, String text) throws Exception {
        writeFile("/etc/systemd/system/" + name, text);
        run("systemctl", "daemon-reload");
    }

    public void writeFile(String path, String text) throws Exception {
        try (OutputStream file = root.files().write(path, new FileWrite(FileWrite.Existing.TRUNCATE, null))) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Switches the machine off, with everything on it; returns when it is. */
    public void switchOff() throws IOException {
        order("off");
    }

    /** Switches it on again; its sshd answers a moment later. */
    public void switchOn() throws IOException {
        order("on");
    }

    private void order(String order) throws IOException {
        script.getOutputStream().write((order + "\n").getBytes(StandardCharsets.UTF_8));
        script.getOutputStream().flush();
        String answer = String.valueOf(said.readLine());
        if (!answer.equals("done")) {
            throw new AssertionError(answer);
        }
    }

    public String run(String... argv) {
        CommandResult result = root.run(HostCommand.of(argv));
        if (!result.succeeded()) {
            throw new AssertionError(String.join(" ", argv) + ": " + result.stderrText());
        }
        return result.stdoutText();
    }

    @Override
    public void close() throws Exception {
        root.close();
        connections.close();
        workers.close();
        script.getOutputStream().close();
        if (!script.waitFor(60, TimeUnit.SECONDS)) {
            script.destroy();
        }
    }
}
