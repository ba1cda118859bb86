package dev.wheelhouse.core.platform.host;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A remote machine of the tests that only has commands started; whatever else is asked of it fails the test. */
public abstract class CommandsOnlyHost implements Host {

    @Override
    public boolean isLocal() {
        return false;
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
