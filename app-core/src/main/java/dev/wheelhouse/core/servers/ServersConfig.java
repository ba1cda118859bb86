package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * What the feature is built from.
 *
 * @param homeId the id under which the own machine is a server
 * @param machineName what the machine calls itself; the own server's first name is made of it
 * @param agentSocket what {@code SSH_AUTH_SOCK} names; null where there is no agent
 */
public record ServersConfig(
        Home home,
        String homeId,
        String machineName,
        StateStore store,
        Vault vault,
        EventLog events,
        IdGenerator ids,
        Clock clock,
        Workers workers,
        SshTimeouts sshTimeouts,
        @Nullable Path agentSocket) {}
