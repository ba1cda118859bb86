package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;

/**
 * A program that an organization runs on a server.
 *
 * @param id {@code app_…}
 * @param name unique in the organization; {@code [a-z0-9][a-z0-9_.-]{0,62}}
 * @param restart for a systemd unit, what the console does beside what the unit itself says
 * @param revision counts the changes of this record
 */
public record App(
        String id,
        String organizationId,
        String name,
        String serverId,
        AppSpec spec,
        RestartPolicy restart,
        Instant createdAt,
        long revision)
        implements Revised {

    /** The same app made from something else. */
    public App with(AppSpec other, long otherRevision) {
        return new App(id, organizationId, name, serverId, other, restart, createdAt, otherRevision);
    }
}
