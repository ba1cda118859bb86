package dev.wheelhouse.core.platform.job;

/** What a job does, on a virtual thread of its own. */
@FunctionalInterface
public interface JobWork {

    /**
     * Works until it is done. An {@code AppException} fails the job with its message.
     *
     * @return one sentence that says what came of it
     * @throws InterruptedException when the job was cancelled
     */
    String run(JobProgress progress) throws InterruptedException;

    /** Called once at the end, also of a job that was cancelled before it began; gives back what the work holds. */
    default void ended() {}
}
