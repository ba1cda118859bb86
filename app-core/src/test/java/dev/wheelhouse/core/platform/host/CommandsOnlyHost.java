package dev.wheelhouse.core.platform.host;

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
    public HostFiles files() {
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
