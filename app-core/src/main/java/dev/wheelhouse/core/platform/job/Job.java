package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One piece of long work.
 *
 * @param kind what it does, such as {@code script}
 * @param subjectId what it works on
 * @param scope what a caller needs to see it
 * @param progressDone how far it is; null while unknown
 * @param progressTotal where it will end, in the same unit; null while unknown
 * @param message what it does now or how it ended, for people
 * @param error why it failed; null unless it did
 */
public record Job(
        String id,
        String organizationId,
        String kind,
        String subjectId,
        Scope scope,
        JobStatus status,
        @Nullable Long progressDone,
        @Nullable Long progressTotal,
        @Nullable String message,
        @Nullable String error,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    Job started(Instant at) {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                scope,
                JobStatus.RUNNING,
                progressDone,
                progressTotal,
                message,
                error,
                createdAt,
                at,
                null);
    }

    Job progressed(long done, @Nullable Long total, @Nullable String text) {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                scope,
                status,
                done,
                total,
                text,
                error,
                createdAt,
                startedAt,
                null);
    }

    Job finished(JobStatus end, @Nullable String text, @Nullable String cause, Instant at) {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                scope,
                end,
                progressDone,
                progressTotal,
                text,
                cause,
                createdAt,
                startedAt,
                at);
    }
}
