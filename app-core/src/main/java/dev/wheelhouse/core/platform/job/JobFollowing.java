package dev.wheelhouse.core.platform.job;

import java.time.Duration;
import java.util.List;

/** The changes of jobs from some moment on, for one thread. Holds no more than a thousand jobs for a slow reader. */
public interface JobFollowing extends AutoCloseable {

    /**
     * A job as it was after a change.
     *
     * @param id where to go on after it; letters, digits and a dot
     */
    record Change(String id, Job job) {}

    /**
     * What has changed, each job once, in order; waits for the first of it.
     *
     * @param patience the longest wait
     * @return empty when nothing changed in time, and when {@link #takeMissed} has a number to return
     */
    List<Change> next(Duration patience) throws InterruptedException;

    /** Whether changes were lost since it was last asked, so that the jobs have to be listed again. */
    boolean takeMissed();

    /** Idempotent. */
    @Override
    void close();
}
