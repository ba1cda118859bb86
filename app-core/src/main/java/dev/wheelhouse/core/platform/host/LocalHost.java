package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.service.SystemService;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The machine that the console runs on, as the user it runs as. */
public final class LocalHost implements Host {

    private final LocalFiles files = new LocalFiles();
    private final Workers workers;
    private final ProcessRun runs;
    private final @Nullable TransientServices services;
    private final Set<HostProcess> processes = ConcurrentHashMap.newKeySet();
    private final Set<LocalConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Whose commands all run as the console's own. */
    public LocalHost(Workers workers) {
        this(workers, null);
    }

    /** @param services where the commands run that are no part of the console; null for beside the others */
    LocalHost(Workers workers, @Nullable TransientServices services) {
        this.workers = workers;
        runs = new ProcessRun(workers);
        this.services = services;
    }

    /** As this process is: where it is a service of the machine, people's programs run as services of their own. */
    public static LocalHost ofThisConsole(Workers workers) {
        boolean isService =
                SystemService.isOne(System.getenv(), ProcessHandle.current().pid());
        return new LocalHost(workers, isService ? TransientServices.ofThisUser(workers) : null);
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public HostProcess start(HostCommand command) {
        refuseWhenClosed();
        HostProcess process = services != null && command.ownService()
                ? services.start(command, processes::remove)
                : LocalProcess.start(command, processes::remove);
        processes.add(process);
        if (closed || !process.isRunning()) {
            processes.remove(process);
        }
        if (closed) {
            process.close();
            throw HostFailures.closed();
        }
        return process;
    }

    @Override
    public CommandResult run(HostCommand command) {
        return runs.gather(start(command), command);
    }

    @Override
    public int run(HostCommand command, CommandOutput output) {
        return runs.work(start(command), command, output);
    }

    @Override
    public HostFiles files() {
        return files;
    }

    /** The target itself: whatever this machine reaches, the console reaches. */
    @Override
    public PortForward forward(String targetHost, int targetPort) {
        refuseWhenClosed();
        return new PortForward() {
            @Override
            public InetSocketAddress address() {
                // Resolved each time: a name may move.
                return new InetSocketAddress(targetHost, targetPort);
            }

            @Override
            public boolean isOpen() {
                return !closed;
            }

            @Override
            public @Nullable AppException failure() {
                return null;
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }

    @Override
    public HostConnection connect(String socketPath) {
        refuseWhenClosed();
        LocalConnection connection = LocalConnection.open(socketPath, connections::remove);
        connections.add(connection);
        if (closed) {
            connection.close();
            throw HostFailures.closed();
        }
        return connection;
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw HostFailures.closed();
        }
    }

    @Override
    public void close() {
        closed = true;
        // All at once: each may wait for the service manager.
        CompletableFuture.allOf(processes.stream()
                        .map(each -> CompletableFuture.runAsync(each::close, workers.virtualThreads()))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        processes.clear();
        connections.forEach(LocalConnection::close);
    }
}
