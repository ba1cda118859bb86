package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.ssh.KnownHosts;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;

/** The feature as the composition root and both faces see it. */
public final class Servers implements AutoCloseable {

    private final SshConnections ssh;
    private final Hosts hosts;
    private final ServerStatuses statuses;
    private final ServerService service;
    private final DiskUsageService diskUsage;
    private final String machineName;

    private Servers(ServersConfig config) {
        ssh = new SshConnections(config.workers(), config.sshTimeouts(), config.agentSocket());
        HostKeyWatch keys =
                new HostKeyWatch(new KnownHosts(config.home()), config.store(), config.events(), config.workers());
        hosts = new Hosts(config.homeId(), LocalHost.ofThisConsole(config.workers()), ssh, config.vault(), keys);
        statuses = new ServerStatuses(config.store(), config.events());
        ServerTrials trials = new ServerTrials(hosts, keys, config.vault());
        service = new ServerService(config, ssh, hosts, keys, statuses, trials);
        diskUsage = new DiskUsageService(service, hosts);
        machineName = config.machineName();
    }

    /** Makes the feature; nothing is asked of the state yet. */
    public static Servers open(ServersConfig config) {
        return new Servers(config);
    }

    /**
     * Registers the console's own machine when it is not yet; before anybody else sees the state.
     *
     * @param organizationId whose server it is
     */
    public void start(String organizationId) {
        service.registerOwn(organizationId, machineName);
    }

    public ServerService service() {
        return service;
    }

    public Hosts hosts() {
        return hosts;
    }

    public DiskUsageService diskUsage() {
        return diskUsage;
    }

    /** Where watchers of servers report whether they answer. */
    public ServerReports reports() {
        return statuses;
    }

    /** Ends every session and every command. */
    @Override
    public void close() {
        hosts.close();
        ssh.close();
    }
}
