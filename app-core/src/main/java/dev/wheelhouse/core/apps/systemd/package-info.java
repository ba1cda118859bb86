/**
 * Apps that are systemd units: {@link dev.wheelhouse.core.apps.systemd.SystemdRuntime} works them with {@code systemctl},
 * and their log is the journal, read with {@code journalctl} (systemd 236 or newer). Nothing is asked for a password: what
 * the server's user may not do is refused with a word on how to allow it.
 */
package dev.wheelhouse.core.apps.systemd;
