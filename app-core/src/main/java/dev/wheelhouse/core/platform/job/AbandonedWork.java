package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.store.Transaction;

/** What a feature keeps of a job whose console died, in the transaction that fails the job. */
@FunctionalInterface
public interface AbandonedWork {

    /** @param job failed, with the reason */
    void failed(Transaction tx, Job job);
}
