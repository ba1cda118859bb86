package dev.wheelhouse.api.jobs;

import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job on the wire. */
public record JobJson(
        String id,
        String kind,
        String subjectId,
        JobStatus status,
        @Nullable Progress progress,
        @Nullable String message,
        @Nullable String error,
        @Nullable Map<String, Object> result,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long leftProcessId) {

    /**
     * How far a job is.
     *
     * @param total absent while unknown
     */
    public record Progress(long done, @Nullable Long total) {}

    /** 202: the job goes on, and tells there how far it is. */
    public static Response accepted(Job job) {
        return Response.accepted(Route.BASE_PATH + "/jobs/" + job.id(), from(job));
    }

    public static JobJson from(Job job) {
        Long done = job.progressDone();
        return new JobJson(
                job.id(),
                job.kind(),
                job.subjectId(),
                job.status(),
                done == null ? null : new Progress(done, job.progressTotal()),
                job.message(),
                job.error(),
                job.result().isEmpty() ? null : job.result(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.leftProcessId());
    }
}
