package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.store.Transaction;

/** What a job does, on a virtual thread of its own. */
@FunctionalInterface
public interface JobWork {

    /**
     * Waits until there is room for it; the job is queued meanwhile. What it takes is given back in {@link #ended}.
     *
     * @throws InterruptedException when the job was cancelled
     */
    default void awaitTurn() throws InterruptedException {}

    /**
     * Works until it is done. An {@code AppException} fails the job with its message.
     *
     * @return one sentence that says what came of it
     * @throws InterruptedException when the job was cancelled
     */
    String run(JobProgress progress) throws InterruptedException;

    /** Called once at the end, also of a job that was cancelled before it began; gives back what the work holds. */
    default void ended() {}

    /**
     * Writes what shall be kept together with the job's end, in the same transaction, after {@link #ended}.
     *
     * @param end the job in its final state
     */
    default void keepEnd(Transaction tx, Job end) {}

    /** Called once after all of that, also when the end could not be kept. */
    default void over() {}
}
