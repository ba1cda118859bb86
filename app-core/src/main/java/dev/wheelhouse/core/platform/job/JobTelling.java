package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.function.Supplier;

/**
 * Writes into a job's log what a person wants to read of work that writes nothing itself: how it began, a few lines on the
 * way whatever its length, and how it ended. Not thread-safe.
 */
public final class JobTelling {

    private static final int PARTS = 10;

    private final JobProgress progress;
    private long partsDone;

    public JobTelling(JobProgress progress) {
        this.progress = progress;
    }

    /**
     * Runs the work between a line on how it begins and one on how it ended.
     *
     * @param work gives one sentence that says what came of it
     */
    public String tell(String beginning, Supplier<String> work) {
        progress.log(beginning);
        try {
            String end = work.get();
            progress.log(end);
            return end;
        } catch (AppException e) {
            progress.log(progress.isCancelled() ? "Cancelled." : String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /**
     * Tells of the way, once for each tenth of it.
     *
     * @param done from 1 to {@code total}
     */
    public void reached(long done, long total, String words) {
        long parts = done * PARTS / total;
        if (parts > partsDone && done < total) {
            partsDone = parts;
            progress.log(words);
        }
    }
}
