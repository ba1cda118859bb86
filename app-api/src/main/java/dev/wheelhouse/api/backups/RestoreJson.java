package dev.wheelhouse.api.backups;

import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.core.backups.RestoreRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The body of a restore and of its plan; all of it may be left out. */
record RestoreJson(
        @Nullable Instant targetTime,
        @Nullable String targetPosition,
        @Nullable Long beforeTransaction,
        @Nullable String serverId,
        @Nullable String targetDirectory,
        @Nullable Boolean start,
        @Nullable Boolean open,
        @Nullable String runAs) {

    RestoreRequest toRequest(ServerAlias alias) {
        return new RestoreRequest(
                targetTime,
                targetPosition,
                beforeTransaction,
                alias.idOrNull(serverId),
                targetDirectory,
                Boolean.TRUE.equals(start),
                Boolean.TRUE.equals(open),
                runAs);
    }
}
