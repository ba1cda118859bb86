package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.time.Duration;
import org.apache.sshd.common.SshConstants;

/**
 * Why a server did not connect to one of its sockets. OpenSSH gives the same number for no file, no permission, nobody who
 * listens and a setting that forbids it, so the server is asked with a command.
 */
final class SocketRefusal {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    /** The listening sockets of Linux are in /proc/net/unix, with 00010000 as their flags (proc(5)). */
    private static final String WHY = """
        p=$1
        if [ ! -e "$p" ]; then
          case $(LC_ALL=C ls -d -- "$p" 2>&1) in
            *ermission*) echo forbidden ;;
            *) echo absent ;;
          esac
        elif [ ! -S "$p" ]; then echo other
        elif [ ! -w "$p" ]; then echo forbidden
        elif [ ! -r /proc/net/unix ]; then echo unknown
        else
          r=$(readlink -f -- "$p")
          while read -r num ref protocol flags type state inode path; do
            [ "$flags" = 00010000 ] || continue
            case $path in "$p" | "$r" | "/var$r") echo listening; exit ;; esac
          done </proc/net/unix
          echo dead
        fi
        """;

    private SocketRefusal() {}

    static AppException of(Host host, SshTarget target, String path, SshConnection.RefusedException refusal) {
        if (refusal.reason() == SshConstants.SSH_OPEN_UNKNOWN_CHANNEL_TYPE) {
            return forbids(
                    target,
                    "Its SSH server cannot pass sockets on; OpenSSH can from version 6.7 on and Dropbear from 2022.83"
                            + " on.",
                    refusal);
        }
        if (refusal.reason() == SshConstants.SSH_OPEN_ADMINISTRATIVELY_PROHIBITED) {
            return notAllowed(target, refusal);
        }
        String why = host.run(HostCommand.of("sh", "-c", WHY, "sh", path).within(LIMIT))
                .stdoutText()
                .trim();
        return switch (why) {
            case "absent" -> HostFailures.noSocket(path, refusal);
            case "forbidden" -> HostFailures.socketForbidden(path, target.user(), refusal);
            case "other" -> HostFailures.notASocket(path);
            case "dead" -> HostFailures.socketDead(path, refusal);
            case "listening" -> notAllowed(target, refusal);
            default ->
                HostFailures.unavailable(
                        "The server " + target.name() + " did not connect to " + path
                                + ". Check that its service runs and that sshd_config does not forbid it"
                                + " (AllowStreamLocalForwarding)",
                        null);
        };
    }

    private static AppException notAllowed(SshTarget target, Throwable cause) {
        return forbids(
                target,
                "Allow it in its sshd_config (AllowStreamLocalForwarding yes, no DisableForwarding) or in"
                        + " authorized_keys (no restrict, no no-port-forwarding), and reload its SSH server.",
                cause);
    }

    private static AppException forbids(SshTarget target, String whatToDo, Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID,
                "The server " + target.name() + " does not pass its sockets on over SSH. " + whatToDo,
                cause);
    }
}
