package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One piece of long work.
 *
 * @param kind what it does, such as {@code script}
 * @param subjectId what it works on
 * @param scope what a caller needs to see it
 * @param cancelScope what a caller needs to cancel one that another began
 * @param progressDone how far it is; null while unknown
 * @param progressTotal where it will end, in the same unit; null while unknown
 * @param message what it does now or how it ended, for people
 * @param error why it failed; null unless it did
 * @param starter the credential that began it ({@link Caller#credential}); null when nobody did, as it was due
 * @param leftProcessId the number of a process on a server that may still run for it although its console died; null
 *     when none does
 * @param result what came of it, for programs; JSON-able, empty when there is none
 */
public record Job(
        String id,
        String organizationId,
        String kind,
        String subjectId,
        Scope scope,
        Scope cancelScope,
        JobStatus status,
        @Nullable Long progressDone,
        @Nullable Long progressTotal,
        @Nullable String message,
        @Nullable String error,
        Map<String, Object> result,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String starter,
        @Nullable Long leftProcessId) {

    public Job {
        result = Map.copyOf(result);
    }

    /** Whether the caller began it. */
    boolean isOf(Caller caller) {
        return caller.credential().equals(starter);
    }

    /** Whether both have come to the same end. */
    boolean hasEndedAs(Job other) {
        return status == other.status && Objects.equals(error, other.error) && Objects.equals(message, other.message);
    }

    Job with(Map<String, Object> told) {
        return with(status, message, error, told, startedAt, finishedAt);
    }

    Job started(Instant at) {
        return with(JobStatus.RUNNING, message, error, result, at, null);
    }

    Job progressed(long done, @Nullable Long total, @Nullable String text) {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                scope,
                cancelScope,
                status,
                done,
                total,
                text,
                error,
                result,
                createdAt,
                startedAt,
                null,
                starter,
                null);
    }

    Job finished(JobStatus end, @Nullable String text, @Nullable String cause, Instant at) {
        return with(end, text, cause, result, startedAt, at);
    }

    private Job with(
            JobStatus now,
            @Nullable String text,
            @Nullable String cause,
            Map<String, Object> told,
            @Nullable Instant start,
            @Nullable Instant end) {
        return new Job(
                id,
                organizationId,
                kind,
                subjectId,
                scope,
                cancelScope,
                now,
                progressDone,
                progressTotal,
                text,
                cause,
                told,
                createdAt,
                start,
                end,
                starter,
                null);
    }
}
