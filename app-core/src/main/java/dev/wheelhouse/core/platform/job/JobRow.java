package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as stored. */
record JobRow(
        String id,
        String organizationId,
        String kind,
        String subjectId,
        String scope,
        String status,
        @Nullable Long progressDone,
        @Nullable Long progressTotal,
        @Nullable String message,
        @Nullable String error,
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
                job.status().wireName(),
                job.progressDone(),
                job.progressTotal(),
                job.message(),
                job.error(),
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
                JobStatus.of(status),
                progressDone,
                progressTotal,
                message,
                error,
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
