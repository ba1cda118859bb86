package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.host.ssh.SshConnections;

/** What the service works with. */
record ServerTools(SshConnections ssh, Hosts hosts, HostKeyWatch keys, ServerStatuses statuses, ServerTrials trials) {}
