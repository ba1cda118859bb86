package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.HostError;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.jspecify.annotations.Nullable;

/** What goes wrong with a server, in words that say what to do. */
final class SshFailures {

    private static final int LONGEST_ANSWER = 200;

    /** What Apache MINA SSHD 2.20 says where client and server have no algorithm of a kind in common. */
    private static final Pattern NOTHING_SHARED = Pattern.compile(
            "^Unable to negotiate key exchange for (\\w+).*\\(client: (?<ours>.*) / server: (?<its>.*)\\)$");

    private static final Map<String, String> SETTINGS =
            Map.of("kex", "KexAlgorithms", "encryption", "Ciphers", "mac", "MACs", "server", "HostKeyAlgorithms");

    private SshFailures() {}

    static AppException notReached(SshTarget target, @Nullable Throwable cause) {
        return new AppException(PlatformError.UPSTREAM_FAILED, whyNotReached(target, cause), cause);
    }

    private static String whyNotReached(SshTarget target, @Nullable Throwable cause) {
        if (has(cause, UnknownHostException.class::isInstance)
                || has(cause, UnresolvedAddressException.class::isInstance)) {
            return "The name " + target.host() + " is not known. Check the host of the server " + target.name() + ".";
        }
        if (has(cause, NoRouteToHostException.class::isInstance)) {
            return "There is no way to " + target.address() + " from here. Check the network and the address.";
        }
        if (has(cause, ConnectException.class::isInstance)) {
            return target.address() + " refuses connections. Check the port and that its SSH server runs.";
        }
        return target.address() + " cannot be reached: " + text(cause) + ".";
    }

    static AppException noAnswer(SshTarget target, Duration limit) {
        return timeout(target.address() + " did not answer within " + seconds(limit)
                + ". Check the address, and that no firewall is in the way.");
    }

    /** The port took the connection and then nothing, or not enough, came. */
    static AppException silent(SshTarget target, boolean greeted, Duration limit) {
        return timeout(
                greeted
                        ? target.address() + " did not finish the log-in within " + seconds(limit) + ". Try again."
                        : target.address() + " takes connections but does not answer as an SSH server within "
                                + seconds(limit) + ". Check the port.");
    }

    static AppException notSsh(SshTarget target, @Nullable Throwable cause) {
        Matcher nothingShared = NOTHING_SHARED.matcher(text(cause));
        if (nothingShared.find()) {
            String setting = SETTINGS.getOrDefault(nothingShared.group(1), nothingShared.group(1));
            return new AppException(
                    PlatformError.UPSTREAM_FAILED,
                    "The SSH server at " + target.address() + " is too old or allows too little: of "
                            + setting + " it has only " + algorithms(nothingShared.group("its"))
                            + ". Update it, or allow one of "
                            + algorithms(nothingShared.group("ours")) + " (" + setting
                            + " in sshd_config).",
                    cause);
        }
        return HostFailures.unavailable(
                target.address() + " ended the connection before the log-in; check that an SSH server answers there",
                cause);
    }

    /** Without what is among them as a mark (RFC 8308 section 2.1; OpenSSH, PROTOCOL section 1.10). */
    private static String algorithms(String offered) {
        return offered.replaceAll(",(ext-info-[cs]|kex-strict-[cs]-v00@openssh\\.com)", "");
    }

    static AppException refused(SshTarget target) {
        String how = switch (target.credentials()) {
            case SshCredentials.Password _ -> "this password. Check both";
            case SshCredentials.PrivateKey _ ->
                "this key. Check the user, and that the key's public half is in the server's authorized_keys";
            case SshCredentials.Agent _ ->
                "any key of the SSH agent. Check the user, and with ssh-add -l which keys the agent has";
        };
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The server " + target.name() + " refuses the user " + target.user() + " with " + how + ".");
    }

    static AppException noAgent(@Nullable Throwable cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "There is no SSH agent to ask. Start one (ssh-agent) and start the console where SSH_AUTH_SOCK names"
                        + " it, or use a key or a password.",
                cause);
    }

    static AppException unknownKey(SshTarget target, HostKey shown) {
        return new AppException(
                HostError.HOST_KEY_UNKNOWN,
                "The server " + target.name() + " shows the key " + shown.fingerprint()
                        + ", which is not trusted yet. Compare it with what ssh-keygen -l prints on the server and"
                        + " trust it.",
                new HostKeyFound(shown.fingerprint()));
    }

    static AppException changedKey(SshTarget target, HostKey shown) {
        return new AppException(
                HostError.HOST_KEY_CHANGED,
                "The server " + target.name() + " shows the key " + shown.fingerprint()
                        + ", another than the one that is trusted. Somebody may be in between, or it was set up"
                        + " again; nothing was sent. Trust the new key only after you compared it on the server.",
                new HostKeyFound(shown.fingerprint()));
    }

    static AppException lost(SshTarget target, String meanwhile, @Nullable Throwable cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The connection to the server " + target.name() + " broke" + meanwhile + ".",
                cause);
    }

    /** @param said by what ran instead of the command */
    static AppException runsNothing(SshTarget target, String said, OptionalInt exitCode) {
        String answer = said.isBlank()
                ? "nothing" + (exitCode.isPresent() ? " but the exit code " + exitCode.getAsInt() : "")
                : "\"" + Excerpt.oneLine(said, LONGEST_ANSWER) + "\"";
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The account " + target.user() + " of the server " + target.name() + " runs no commands: it answered "
                        + answer
                        + ". Its log-in shell has to run /bin/sh, without a forced command. Give it one such as"
                        + " /bin/sh (chsh -s), or use another account.");
    }

    static AppException servesNoFiles(SshTarget target, Throwable cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The server " + target.name() + " serves the account " + target.user() + " no files over SFTP ("
                        + text(cause)
                        + "). Check Subsystem sftp in sshd_config, and that no profile of the account prints"
                        + " anything.",
                cause);
    }

    static AppException channelRefused(SshTarget target, String what, @Nullable Throwable cause) {
        if (has(cause, SshChannelOpenException.class::isInstance)) {
            return new AppException(
                    PlatformError.BUSY,
                    "The server " + target.name() + " opened no channel for " + what + " (" + text(cause)
                            + "). It may allow too few at once (MaxSessions in sshd_config); try again.",
                    cause);
        }
        return lost(target, " while it was asked for " + what, cause);
    }

    static AppException tunnelRefused(SshTarget target, String what, @Nullable Throwable cause) {
        if (!has(cause, SshChannelOpenException.class::isInstance)) {
            return lost(target, " while it was asked for " + what, cause);
        }
        boolean forbidden = has(
                cause,
                each -> each instanceof SshChannelOpenException refusal
                        && refusal.getReasonCode() == SshConstants.SSH_OPEN_ADMINISTRATIVELY_PROHIBITED);
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The server " + target.name() + " opened no channel for " + what + " (" + text(cause) + "). "
                        + (forbidden
                                ? "It may forbid tunnels (AllowTcpForwarding in sshd_config)."
                                : "Check that the address is right as seen from that server."),
                cause);
    }

    static AppException requestTimedOut(SshTarget target, String what, Duration limit) {
        return timeout("The server " + target.name() + " did not answer the request for " + what + " within "
                + seconds(limit) + ". Try again.");
    }

    static AppException cancelled(SshTarget target, Exception cause) {
        Thread.currentThread().interrupt();
        return new AppException(
                PlatformError.CANCELLED, "Waiting for the server " + target.name() + " was cancelled.", cause);
    }

    private static AppException timeout(String message) {
        return new AppException(PlatformError.UPSTREAM_TIMEOUT, message);
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    static boolean has(@Nullable Throwable thrown, Predicate<Throwable> wanted) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (wanted.test(each)) {
                return true;
            }
        }
        return false;
    }

    private static String text(@Nullable Throwable cause) {
        if (cause == null) {
            return "no reason was given";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
