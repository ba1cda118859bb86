package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where SSH hosts come from. The SSH library is loaded and started with the first of them, which costs a third of a
 * second that the start of the console is spared. Thread-safe.
 */
public final class SshConnections implements AutoCloseable {

    private final Workers workers;
    private final SshTimeouts timeouts;
    private final @Nullable Path agentSocket;
    private @Nullable SshLibrary library;
    private boolean closed;

    /** @param agentSocket what {@code SSH_AUTH_SOCK} names; null where there is no agent */
    public SshConnections(Workers workers, SshTimeouts timeouts, @Nullable Path agentSocket) {
        this.workers = workers;
        this.timeouts = timeouts;
        this.agentSocket = agentSocket;
    }

    /**
     * A host that connects when it is first used.
     *
     * @throws AppException {@code upstream_failed} once closed
     */
    public Host open(SshTarget target, HostTrust trust) {
        return new SshHost(new SshLink(library(), target, trust, timeouts), timeouts, workers);
    }

    /**
     * The key that a server shows, without logging in.
     *
     * @throws AppException {@code upstream_failed}, {@code upstream_timeout}
     */
    public HostKey keyOf(SshTarget target) {
        return library().keyOf(target);
    }

    /** @throws AppException {@code validation_failed} when the credentials hold a key that cannot be read */
    public void check(SshCredentials credentials) {
        if (credentials instanceof SshCredentials.PrivateKey key) {
            PrivateKeys.read(key);
        }
    }

    private synchronized SshLibrary library() {
        if (closed) {
            throw HostFailures.closed();
        }
        if (library == null) {
            library = SshLibrary.start(timeouts, workers, Optional.ofNullable(agentSocket));
        }
        return library;
    }

    /** Ends every session. */
    @Override
    public synchronized void close() {
        closed = true;
        if (library != null) {
            library.close();
        }
    }
}
