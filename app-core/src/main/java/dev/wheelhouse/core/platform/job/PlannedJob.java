package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.store.Transaction;

/**
 * A job that begins together with something else: {@link #keep} writes it in that change's transaction, and
 * {@link #start} begins the work once that is done; {@link #drop} when it was not.
 */
public final class PlannedJob {

    private final JobService service;
    private final RunningJob running;

    PlannedJob(JobService service, RunningJob running) {
        this.service = service;
        this.running = running;
    }

    /** Already running, as far as anybody sees. */
    public Job job() {
        return running.current();
    }

    public void keep(Transaction tx) {
        service.insert(tx, running.current());
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code shutting_down}; whoever started it settles it */
    public void start() {
        service.launch(running);
    }

    public void drop() {
        service.forget(running.current().id());
    }
}
