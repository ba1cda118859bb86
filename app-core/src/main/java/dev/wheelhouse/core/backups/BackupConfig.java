package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cluster or a database that is backed up. Immutable.
 *
 * @param id {@code bkp_…}
 * @param onlyHome the one console that may work it: the machine or the destination is its own; null when any may
 * @param revision counts the changes that people make
 * @param actor who set it up, or changed it last
 */
public record BackupConfig(
        String id,
        String organizationId,
        BackupType type,
        BackupSource source,
        Destination destination,
        BackupPolicy policy,
        @Nullable String onlyHome,
        Instant createdAt,
        long revision,
        Actor actor)
        implements Revised {

    /** A continuous one. */
    public BackupConfig(
            String id,
            String organizationId,
            BackupSource source,
            Destination destination,
            BackupPolicy policy,
            @Nullable String onlyHome,
            Instant createdAt,
            long revision,
            Actor actor) {
        this(id, organizationId, BackupType.PITR, source, destination, policy, onlyHome, createdAt, revision, actor);
    }

    /** It has no other. */
    @Override
    public String name() {
        return id;
    }

    /** The name of its slot on the cluster. */
    public String slot() {
        return "wheelhouse_" + id;
    }

    BackupConfig with(BackupPolicy changed) {
        return with(source, changed, actor);
    }

    /** @param by who changes it, its actor from now on */
    BackupConfig with(BackupSource from, BackupPolicy changed, Actor by) {
        return new BackupConfig(
                id, organizationId, type, from, destination, changed, onlyHome, createdAt, revision + 1, by);
    }

    /** As who it asks its connection: backups go on when the member or the key are gone that set them up. */
    Caller caller() {
        return callerOf(organizationId, actor.memberId(), id);
    }

    static Caller callerOf(String organizationId, String memberId, String requestId) {
        return new Caller(
                organizationId,
                memberId,
                null,
                Set.of(Scope.DATABASES_READ, Scope.DATABASES_QUERY),
                Origin.CONSOLE,
                requestId,
                null);
    }
}
