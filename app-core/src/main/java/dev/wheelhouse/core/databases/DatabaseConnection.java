package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A database that the console works. Its password is in the vault, never here.
 *
 * @param name unique in the organization
 * @param serverId the server that its connections go through; null for none, and always for a file
 * @param color {@code #rrggbb} for the window; null for the environment's own
 * @param readOnly no statement may change anything, whatever is confirmed
 * @param sharing what assistants may be told of it
 * @param revision counts the changes of this record
 */
public record DatabaseConnection(
        String id,
        String organizationId,
        String name,
        Target target,
        @Nullable String serverId,
        Environment environment,
        @Nullable String color,
        boolean readOnly,
        AssistantSharing sharing,
        Instant createdAt,
        long revision)
        implements Revised {

    /** One that shares what its environment does. */
    public DatabaseConnection(
            String id,
            String organizationId,
            String name,
            Target target,
            @Nullable String serverId,
            Environment environment,
            @Nullable String color,
            boolean readOnly,
            Instant createdAt,
            long revision) {
        this(
                id,
                organizationId,
                name,
                target,
                serverId,
                environment,
                color,
                readOnly,
                AssistantSharing.standard(environment),
                createdAt,
                revision);
    }

    public Engine engine() {
        return target.engine();
    }

    /** The same, led elsewhere. */
    public DatabaseConnection to(Target other) {
        return new DatabaseConnection(
                id, organizationId, name, other, serverId, environment, color, readOnly, sharing, createdAt, revision);
    }

    public boolean isProduction() {
        return environment == Environment.PRODUCTION;
    }
}
