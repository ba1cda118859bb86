package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.ServerTest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A server as it was last seen.
 *
 * @param isOwn whether the console runs on it
 * @param bootedAt when it was started; null while it does not answer or that is not known
 * @param trustedKey fingerprint of the host key that the console trusts; null when it trusts none
 * @param test what this window's last test found of the server as it is now; null for none
 */
public record ShownServer(
        Server server,
        boolean isOwn,
        ServerStatus status,
        @Nullable Instant bootedAt,
        @Nullable String trustedKey,
        @Nullable ServerTest test) {

    private static final int USUAL_PORT = 22;

    public String id() {
        return server.id();
    }

    public String name() {
        return server.name();
    }

    /** Whether it is a console's own machine, this one's or another's. */
    public boolean isLocal() {
        return server.kind() == ServerKind.LOCAL;
    }

    /** As people write it: {@code user@host}, with the port where it is not the usual one; for a local one, whose it is. */
    public String address() {
        if (!(server.address() instanceof ServerAddress.Ssh ssh)) {
            return isOwn ? "This machine" : "Another console's machine";
        }
        String host = ssh.host().contains(":") ? "[" + ssh.host() + "]" : ssh.host();
        return ssh.user() + "@" + host + (ssh.port() == USUAL_PORT ? "" : ":" + ssh.port());
    }

    /** Such as {@code Debian GNU/Linux 12 (bookworm)}; null while it is not known. */
    public @Nullable String os() {
        return test == null ? null : test.os();
    }

    /** Why it is not online, for people; null while it is, or when nothing is known. */
    public @Nullable String trouble() {
        return status == ServerStatus.ONLINE || test == null ? null : test.error();
    }

    /** Fingerprint of the host key that it shows now and that waits for trust; null for none. */
    public @Nullable String untrustedKey() {
        String shown = test == null || test.ok() ? null : test.hostKeyFingerprint();
        return shown == null || shown.equals(trustedKey) ? null : shown;
    }

    public ServerState state() {
        if (trustedKey == null && !isLocal()) {
            return ServerState.UNTRUSTED;
        }
        if (untrustedKey() != null) {
            return ServerState.KEY_CHANGED;
        }
        return switch (status) {
            case ONLINE -> ServerState.ONLINE;
            case OFFLINE -> ServerState.OFFLINE;
            case UNKNOWN -> ServerState.PENDING;
        };
    }
}
