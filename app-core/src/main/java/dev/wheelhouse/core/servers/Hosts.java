package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.host.ssh.SshTarget;
import dev.wheelhouse.core.platform.secret.Vault;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The live host of each server: one, shared by everybody, closed when the server changes or goes. Whoever asks for it
 * has checked what the caller may do. Thread-safe.
 */
public final class Hosts implements AutoCloseable {

    private final String homeId;
    private final LocalHost own;
    private final SshConnections ssh;
    private final Vault vault;
    private final HostKeyWatch keys;
    private final Map<String, Live> live = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Hosts(String homeId, LocalHost own, SshConnections ssh, Vault vault, HostKeyWatch keys) {
        this.homeId = homeId;
        this.own = own;
        this.ssh = ssh;
        this.vault = vault;
        this.keys = keys;
    }

    private record Live(long revision, Host host) {}

    /**
     * The host of a server as it is in {@code server}; nothing is connected before it is used. Do not keep it: ask again,
     * since a change of the server closes it, and do not close it.
     *
     * @throws AppException {@code state_invalid} for another console's own machine; {@code upstream_failed} once closed
     */
    public Host of(Server server) {
        if (closed) {
            throw HostFailures.closed();
        }
        return switch (server.address()) {
            case ServerAddress.OwnMachine() -> own(server);
            case ServerAddress.Ssh address -> remote(server, address);
        };
    }

    /** Whether the server cannot be reached before the vault is unlocked: it is not connected, and its log-in is a secret. */
    public boolean waitsForVault(Server server) {
        return server.address() instanceof ServerAddress.Ssh ssh
                && ssh.auth() != ServerAuthType.AGENT
                && !live.containsKey(server.id())
                && vault.isLocked();
    }

    private Host own(Server server) {
        if (!server.id().equals(homeId)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The server " + server.name() + " is the machine of another console. Work it there, or add it here"
                            + " as an SSH server.");
        }
        return own;
    }

    private Host remote(Server server, ServerAddress.Ssh address) {
        Live known = live.get(server.id());
        if (known != null && known.revision() >= server.revision()) {
            return known.host();
        }
        ServerSecrets secrets = ServerSecrets.stored(vault, server.id(), address.auth());
        Live[] replaced = new Live[1];
        Live made = live.compute(server.id(), (_, existing) -> {
            if (existing != null && existing.revision() >= server.revision()) {
                return existing;
            }
            replaced[0] = existing;
            return new Live(server.revision(), ssh.open(target(server.name(), address, secrets), keys.trustIn(server)));
        });
        if (replaced[0] != null) {
            // Not within: others that ask for hosts would wait.
            replaced[0].host().close();
        }
        if (closed) {
            made.host().close();
            throw HostFailures.closed();
        }
        return made.host();
    }

    /** A host of its own that the caller closes, for one try. */
    Host open(SshTarget target, HostTrust trust) {
        return ssh.open(target, trust);
    }

    static SshTarget target(String name, ServerAddress.Ssh address, ServerSecrets secrets) {
        return new SshTarget(name, address.host(), address.port(), address.user(), secrets.credentials());
    }

    /** Closes a server's host; whoever uses it fails, and gets another one when it asks again. */
    void forget(String serverId) {
        Live known = live.remove(serverId);
        if (known != null) {
            known.host().close();
        }
    }

    @Override
    public void close() {
        closed = true;
        live.values().forEach(each -> each.host().close());
        live.clear();
        own.close();
    }
}
