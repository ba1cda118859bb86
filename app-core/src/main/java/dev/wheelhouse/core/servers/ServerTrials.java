package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tries servers: connects anew, logs in, has a command run and a file looked at. Thread-safe. */
final class ServerTrials {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** The name the system gives itself (os-release(5)), else its kernel's. */
    private static final HostCommand WHAT_RUNS = HostCommand.of(
                    "sh",
                    "-c",
                    "(. /etc/os-release 2>/dev/null && [ -n \"$PRETTY_NAME\" ] && echo \"$PRETTY_NAME\") || uname -sr")
            .within(LIMIT);

    private final Hosts hosts;
    private final HostKeyWatch keys;
    private final Vault vault;

    ServerTrials(Hosts hosts, HostKeyWatch keys, Vault vault) {
        this.hosts = hosts;
        this.keys = keys;
        this.vault = vault;
    }

    ServerTest of(Server server) {
        return switch (server.address()) {
            case ServerAddress.OwnMachine() -> ofOwn(server);
            case ServerAddress.Ssh ssh -> {
                HostTrust trust = keys.trustIn(server);
                String known = keys.fingerprint(server.id()).orElse(null);
                ServerSecrets secrets = ServerSecrets.stored(vault, server.id(), ssh.auth());
                yield ofSsh(server.name(), ssh, secrets, trust, known);
            }
        };
    }

    private ServerTest ofOwn(Server server) {
        try {
            return new ServerTest(
                    true, null, whatRuns(hosts.of(server)).orElseGet(() -> System.getProperty("os.name")), null);
        } catch (AppException e) {
            return new ServerTest(false, e.getMessage(), null, null);
        }
    }

    /**
     * @param trusted the fingerprint of the key that {@code trust} holds; null when it holds none
     */
    ServerTest ofSsh(
            String name, ServerAddress.Ssh address, ServerSecrets secrets, HostTrust trust, @Nullable String trusted) {
        try (Host host = hosts.open(Hosts.target(name, address, secrets), trust)) {
            String system = whatRuns(host).orElse(null);
            var _ = host.files().find("/");
            return new ServerTest(true, null, system, trusted);
        } catch (AppException e) {
            String shown = e.details() instanceof HostKeyFound(String fingerprint) ? fingerprint : trusted;
            return new ServerTest(false, secrets.removeFrom(String.valueOf(e.getMessage())), null, shown);
        }
    }

    private static Optional<String> whatRuns(Host host) {
        CommandResult result = host.run(WHAT_RUNS);
        return result.stdoutText()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst();
    }
}
