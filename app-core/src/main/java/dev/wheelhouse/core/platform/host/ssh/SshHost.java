package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostConnection;
import dev.wheelhouse.core.platform.host.HostFiles;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.host.ProcessRun;
import dev.wheelhouse.core.platform.job.Workers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Another machine over SSH. Commands run through {@code /bin/sh}; files go over SFTP. */
final class SshHost implements Host {

    private final SshLink link;
    private final SshTimeouts timeouts;
    private final Workers workers;
    private final SshFiles files;
    private final ProcessRun runs;
    private final Set<SshForward> forwards = ConcurrentHashMap.newKeySet();

    SshHost(SshLink link, SshTimeouts timeouts, Workers workers) {
        this.link = link;
        this.timeouts = timeouts;
        this.workers = workers;
        this.files = new SshFiles(link);
        this.runs = new ProcessRun(workers);
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public HostProcess start(HostCommand command) {
        return SshProcess.start(link, command, timeouts.request(), workers);
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

    @Override
    public PortForward forward(String targetHost, int targetPort) {
        link.session();
        SshForward forward =
                SshForward.open(link, targetHost, targetPort, timeouts.request(), workers, forwards::remove);
        forwards.add(forward);
        return forward;
    }

    @Override
    public HostConnection connect(String socketPath) {
        try {
            return SshConnection.open(link, socketPath, timeouts.request());
        } catch (SshConnection.RefusedException e) {
            throw SocketRefusal.of(this, link.target(), socketPath, e);
        }
    }

    @Override
    public void close() {
        forwards.forEach(SshForward::close);
        // Before the files, whose own goodbye would wait for a server that is silent.
        link.close();
        files.close();
    }
}
