package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.FileWrite;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostConnection;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.PortForward;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine that meets each start of a command with the next of what a test prepared; the last one again and again. */
final class ScriptedHost implements Host {

    private final ConcurrentLinkedDeque<Turn> turns = new ConcurrentLinkedDeque<>();
    final AtomicInteger starts = new AtomicInteger();

    ScriptedHost(Turn... turns) {
        this.turns.addAll(List.of(turns));
    }

    /** What a start of a command meets. */
    @FunctionalInterface
    interface Turn {
        HostProcess start(HostCommand command);
    }

    static Turn away() {
        return _ -> {
            throw new AppException(PlatformError.UPSTREAM_FAILED, "The server does not answer.");
        };
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public HostProcess start(HostCommand command) {
        starts.incrementAndGet();
        Turn turn = turns.size() > 1 ? turns.removeFirst() : turns.getFirst();
        return turn.start(command);
    }

    @Override
    public CommandResult run(HostCommand command) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int run(HostCommand command, CommandOutput output) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<HostFile> find(String path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<HostFile> list(String directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public InputStream read(String path, long offset) {
        throw new UnsupportedOperationException();
    }

    @Override
    public OutputStream write(String path, FileWrite how) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void makeDirectories(String directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void move(String from, String to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(String path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PortForward forward(String targetHost, int targetPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HostConnection connect(String socketPath) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
