package dev.wheelhouse.ui.servers.gateway;

import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A server as it was last seen.
 *
 * @param os such as {@code Debian GNU/Linux 12 (bookworm)}; null while it is not known
 * @param upSince when it was started; null while that is not known
 * @param trouble why it is not online, for people; null while it is, or when nothing is known
 * @param trust of its host key
 * @param fingerprint that it shows now, where it waits for trust; null otherwise
 * @param revision of its settings, for a change that must not undo another one
 */
public record ShownServer(
        String id,
        ServerSettings settings,
        ServerStatus state,
        @Nullable String os,

        @Nullable Instant upSince,
        @Nullable String trouble,
        KeyTrust trust,
        @Nullable String fingerprint,
        long revision) {

    public String name() {
        return settings.name();
    }

    public boolean isLocal() {
        return settings.kind() == ServerKind.LOCAL;
    }
}
