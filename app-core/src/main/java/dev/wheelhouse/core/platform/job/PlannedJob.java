package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.store.Transaction;

/** A job that begins together with something else, in the same transaction. It is nothing but an id until then. */
public final class PlannedJob {

    private final JobService service;
    private final Job planned;
    private final JobWork work;

    PlannedJob(JobService service, Job planned, JobWork work) {
        this.service = service;
        this.planned = planned;
        this.work = work;
    }

    public String id() {
        return planned.id();
    }

    /**
     * Writes the job in a change of the state, once. It can be seen and cancelled from then on, works from the commit on,
     * and is forgotten when there is none. Where the answer to the commit was lost, {@link JobCare} fails it if it is in
     * the state. What is beginning when the console stops ends as cancelled or, where the state takes that no more, is
     * left to the next start as by a console that was killed.
     *
     * @return the job as it is written
     * @throws dev.wheelhouse.core.platform.error.AppException {@code shutting_down} once the console stops
     */
    public Job begin(Transaction tx) {
        return service.begin(tx, planned, work);
    }
}
