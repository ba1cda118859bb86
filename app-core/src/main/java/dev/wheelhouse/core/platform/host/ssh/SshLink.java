package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.client.session.ClientSession;
import org.jspecify.annotations.Nullable;

/**
 * The one session of a host: made when it is asked for, made again when it broke, and not asked for in vain more often
 * than the pauses allow. Thread-safe.
 */
final class SshLink implements AutoCloseable {

    /** One that takes longer belongs to a server that does not answer. */
    private static final Duration SIGNAL_PATIENCE = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final SshLibrary library;
    private final SshTarget target;
    private final HostTrust trust;
    private final SshTimeouts timeouts;
    private final ReentrantLock connecting = new ReentrantLock();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile @Nullable ClientSession session;
    private volatile boolean closed;
    private @Nullable AppException lastFailure;
    private int failures;
    private long notBefore;

    SshLink(SshLibrary library, SshTarget target, HostTrust trust, SshTimeouts timeouts) {
        this.library = library;
        this.target = target;
        this.trust = trust;
        this.timeouts = timeouts;
    }

    SshTarget target() {
        return target;
    }

    /** How many signals are on their way to commands; each needs a channel for a moment. */
    AtomicInteger signals() {
        return signals;
    }

    /**
     * The session, logged in.
     *
     * @throws AppException why there is none; within the pause after a failed attempt, that attempt's reason
     */
    ClientSession session() {
        ClientSession known = session;
        if (known != null && known.isOpen()) {
            return known;
        }
        try {
            connecting.lockInterruptibly();
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("Waiting for the server " + target.name(), e);
        }
        try {
            return connected();
        } finally {
            connecting.unlock();
        }
    }

    private ClientSession connected() {
        ClientSession known = session;
        if (known != null && known.isOpen()) {
            return known;
        }
        if (closed) {
            throw HostFailures.closed();
        }
        AppException failure = lastFailure;
        if (failure != null && System.nanoTime() - notBefore < 0) {
            // A fresh one: the kept one has the stack of somebody else's call.
            throw new AppException(
                    failure.errorCode(), String.valueOf(failure.getMessage()), failure.details(), failure);
        }
        return connect();
    }

    private ClientSession connect() {
        try {
            ClientSession fresh = library.logIn(target, trust);
            session = fresh;
            lastFailure = null;
            failures = 0;
            if (closed) {
                fresh.close(true);
                throw HostFailures.closed();
            }
            return fresh;
        } catch (AppException e) {
            switch (e.kind()) {
                case CANCELLED -> {}
                case INVALID, NOT_FOUND, CONFLICT, UNAUTHENTICATED, FORBIDDEN, LIMIT, UNAVAILABLE, INTERNAL -> {
                    lastFailure = e;
                    notBefore = System.nanoTime() + pause(failures++).toNanos();
                }
            }
            throw e;
        }
    }

    private Duration pause(int earlier) {
        // Beyond thirty doublings any pause is the longest.
        Duration pause = timeouts.firstPause().multipliedBy(1L << Math.min(earlier, 30));
        return pause.compareTo(timeouts.longestPause()) > 0 ? timeouts.longestPause() : pause;
    }

    /** Waits a moment for signals on their way: without the session they are lost, and their commands run on. */
    @Override
    public void close() {
        closed = true;
        ClientSession known = session;
        if (known != null) {
            awaitSignals(known);
            known.close(true);
        }
    }

    private void awaitSignals(ClientSession known) {
        long patienceEnds = System.nanoTime() + SIGNAL_PATIENCE.toNanos();
        try {
            while (signals.get() > 0 && known.isOpen() && System.nanoTime() - patienceEnds < 0) {
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
