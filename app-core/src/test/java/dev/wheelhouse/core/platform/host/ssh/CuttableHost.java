package dev.wheelhouse.core.platform.host.ssh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A host behind the distribution's own sshd, reached through a cable that a test cuts. */
public final class CuttableHost implements AutoCloseable {

    /** A twentieth of what people have, so that a cut of 3 s has what one of 60 s has. */
    public static final SshTimeouts SHORT = new SshTimeouts(
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(750),
            Duration.ofMillis(300),
            Duration.ofMillis(25),
            Duration.ofMillis(1500));

    private final DebianSshd server;
    private final SshConnections connections;
    private final CutProxy cable;
    private final Host host;

    private CuttableHost(DebianSshd server, SshConnections connections, CutProxy cable, Host host) {
        this.server = server;
        this.connections = connections;
        this.cable = cable;
        this.host = host;
    }

    /** @param directory empty; the caller deletes it */
    public static CuttableHost start(Path directory, Workers workers, SshTimeouts timeouts) throws Exception {
        assumeTrue(Files.isExecutable(DebianSshd.PROGRAM), "Install Debian's package openssh-server.");
        SshConnections connections = new SshConnections(workers, timeouts, null);
        DebianSshd server = DebianSshd.start(directory);
        String key = Files.readString(server.newKey("usual", "", "-t", "ed25519"));
        SshTarget direct = server.target(new SshCredentials.PrivateKey(key, null));
        CutProxy cable = new CutProxy(direct.port());
        SshTarget target =
                new SshTarget(direct.name(), direct.host(), cable.port(), direct.user(), direct.credentials());
        Host host = connections.open(
                target, HostTrust.inFingerprint(connections.keyOf(direct).fingerprint()));
        return new CuttableHost(server, connections, cable, host);
    }

    public Host host() {
        return host;
    }

    public CutProxy cable() {
        return cable;
    }

    @Override
    public void close() {
        host.close();
        connections.close();
        cable.close();
        server.close();
    }
}
