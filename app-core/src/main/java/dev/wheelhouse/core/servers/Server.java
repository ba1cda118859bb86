package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A machine that the console works. What it logs in with is in the vault, never here.
 *
 * @param id {@code srv_…}
 * @param name unique in the organization; {@code [a-z0-9][a-z0-9_.-]{0,62}}
 * @param revision counts the changes of this record
 */
public record Server(
        String id, String organizationId, String name, ServerAddress address, Instant createdAt, long revision)
        implements Revised {

    public ServerKind kind() {
        return address.kind();
    }

    /** The one console that may work it, whose own machine it is; null when any may. */
    public @Nullable String onlyHome() {
        return kind() == ServerKind.LOCAL ? id : null;
    }
}
