/**
 * Other machines, over SSH: one session a server that many commands, files and ports share, made when it is needed and
 * made again after a cut. Only this package knows the SSH library, and nothing of it is loaded before the first use.
 * Trust is this console's own: {@link dev.wheelhouse.core.platform.host.ssh.KnownHosts}, never {@code ~/.ssh}.
 */
package dev.wheelhouse.core.platform.host.ssh;
