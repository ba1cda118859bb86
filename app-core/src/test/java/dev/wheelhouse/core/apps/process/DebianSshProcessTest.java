package dev.wheelhouse.core.apps.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.ssh.DebianSshd;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The same through the distribution's own {@code sshd}. */
@Real
class DebianSshProcessTest extends ProcessRules {

    @TempDir
    private static Path folder;

    private static Workers workers;
    private static SshConnections connections;
    private static DebianSshd server;
    private static SshCredentials credentials;
    private static Host host;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        workers = new Workers();
        connections = new SshConnections(workers, SshTimeouts.DEFAULT, null);
        server = DebianSshd.start(folder);
        Path key = server.newKey("usual", "", "-t", "ed25519");
        credentials = new SshCredentials.PrivateKey(Files.readString(key), null);
        host = open();
    }

    private static Host open() {
        SshTarget target = server.target(credentials);
        return connections.open(
                target, HostTrust.inFingerprint(connections.keyOf(target).fingerprint()));
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

    @Override
    Host host() {
        return host;
    }

    @Override
    Workers workers() {
        return workers;
    }

    @Override
    void reopen() {
        host.close();
        host = open();
    }
}
