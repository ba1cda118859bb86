package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job as stored. */
record JobRow(
        String id,
        String organizationId,
        String kind,
        String subjectId,
        String scope,
        @Nullable String cancelScope,
        String status,
        @Nullable Long progressDone,
        @Nullable Long progressTotal,
        @Nullable String message,
        @Nullable String error,
        @Nullable String result,
        long createdAt,
        @Nullable Long startedAt,
        @Nullable Long finishedAt) {

    static JobRow from(Job job) {
        return new JobRow(
                job.id(),
                job.organizationId(),
                job.kind(),
                job.subjectId(),
                job.scope().wireName(),
                job.cancelScope().wireName(),
                job.status().wireName(),
                job.progressDone(),
                job.progressTotal(),
                job.message(),
                job.error(),
                job.result().isEmpty() ? null : Json.write(job.result()),
                job.createdAt().toEpochMilli(),
                millis(job.startedAt()),
                millis(job.finishedAt()));
    }

    Job toJob() {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                Scope.find(scope).orElseThrow(),
                Scope.find(cancelScope == null ? scope : cancelScope).orElseThrow(),
                JobStatus.of(status),
                progressDone,
                progressTotal,
                message,
                error,
                result == null ? Map.of() : Json.readObject(result),
                Instant.ofEpochMilli(createdAt),
                instant(startedAt),
                instant(finishedAt));
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
