package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;

/** A command as a unit of its own; it ends when everything that it started has ended. */
final class TransientProcess implements HostProcess {

    private static final Duration LONGEST_KILL = Duration.ofSeconds(2);

    private final HostProcess client;
    private final MarkedErrors stderr;
    private final Function<String, HostProcess> kill;
    private final Consumer<HostProcess> whenClosed;

    /**
     * @param client the program that started the unit and waits for its end, on the unit's own streams
     * @param kill sends a signal to all of the unit
     */
    TransientProcess(
            HostProcess client,
            MarkedErrors stderr,
            Function<String, HostProcess> kill,
            Consumer<HostProcess> whenClosed) {
        this.client = client;
        this.stderr = stderr;
        this.kill = kill;
        this.whenClosed = whenClosed;
    }

    @Override
    public OutputStream stdin() {
        return client.stdin();
    }

    @Override
    public InputStream stdout() {
        return client.stdout();
    }

    @Override
    public InputStream stderr() {
        return stderr;
    }

    @Override
    public boolean isRunning() {
        return client.isRunning();
    }

    @Override
    public Optional<ProcessMark> mark() {
        return stderr.mark();
    }

    @Override
    public OptionalInt waitFor(Duration limit) {
        return client.waitFor(limit);
    }

    @Override
    public void terminate() {
        if (isRunning()) {
            var _ = kill.apply("TERM");
        }
    }

    @Override
    public boolean awaitGone(Duration limit) {
        return waitFor(limit).isPresent();
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        if (!isRunning()) {
            client.close();
            return;
        }
        // Who is cancelled closes it interrupted, and has to wait here all the same.
        boolean interrupted = Thread.interrupted();
        try {
            // The console may be about to end. The kill is not cut off: a slow manager takes it later.
            kill.apply("KILL").waitFor(LONGEST_KILL);
        } finally {
            client.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
