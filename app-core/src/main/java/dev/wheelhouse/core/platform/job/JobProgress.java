package dev.wheelhouse.core.platform.job;

import org.jspecify.annotations.Nullable;

/** How running work tells how far it is, and learns that it should stop. */
public interface JobProgress {

    /**
     * @param done how far, in a unit of the work's own
     * @param total where it ends, in the same unit; null while unknown
     * @param message what it does now; null for nothing to say
     */
    void report(long done, @Nullable Long total, @Nullable String message);

    boolean isCancelled();

    /** Runs when the job is cancelled, at once if it already is; for work that blocks where no interrupt reaches. */
    void onCancel(Runnable action);
}
