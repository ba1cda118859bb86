package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job on its thread. */
final class RunningJob implements JobProgress {

    private static final System.Logger LOG = System.getLogger(RunningJob.class.getName());

    private final JobWork work;
    private final Clock clock;
    private final Consumer<Job> keeper;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private volatile Job job;
    private boolean cancelled;
    private @Nullable Thread thread;
    private @Nullable Runnable cancelAction;

    RunningJob(Job job, JobWork work, Clock clock, Consumer<Job> keeper) {
        this.job = job;
        this.work = work;
        this.clock = clock;
        this.keeper = keeper;
    }

    Job current() {
        return job;
    }

    /** Does the work on the calling thread and keeps its start and its end. */
    void run() {
        try {
            Job result = startWorkAndRelease();
            synchronized (this) {
                thread = null;
                job = result;
            }
            // A cancel that came late must not interrupt the writing of the end.
            Thread.interrupted();
            keeper.accept(result);
        } finally {
            ended.complete(null);
        }
    }

    /** Completes once the job's end is kept, or could not be. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }

    private Job startWorkAndRelease() {
        Job result = startAndWork();
        try {
            work.ended();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Job " + job.id() + " did not give back what it held", e);
        }
        return result;
    }

    private Job startAndWork() {
        if (isCancelled()) {
            return job.finished(JobStatus.CANCELLED, "Cancelled before it began.", null, clock.instant());
        }
        try {
            Job started = job.started(clock.instant());
            keeper.accept(started);
            synchronized (this) {
                job = started;
                // Only now may a cancel interrupt; the writing of the start had to go through.
                thread = Thread.currentThread();
            }
            if (isCancelled()) {
                return cancelledJob();
            }
            String result = work.run(this);
            return job.finished(JobStatus.SUCCEEDED, result, null, clock.instant());
        } catch (InterruptedException _) {
            return cancelledJob();
        } catch (AppException e) {
            return failedOnPurpose(e);
        } catch (RuntimeException | Error e) {
            // An Error too: whoever waits for the job must learn that it ended.
            return failedByFault(e);
        }
    }

    private Job failedOnPurpose(AppException e) {
        if (isCancelled() || e.kind() == ErrorKind.CANCELLED) {
            return cancelledJob();
        }
        return e.kind() == ErrorKind.INTERNAL
                ? failedByFault(e)
                : job.finished(JobStatus.FAILED, job.message(), e.getMessage(), clock.instant());
    }

    private Job failedByFault(Throwable e) {
        if (isCancelled()) {
            return cancelledJob();
        }
        LOG.log(System.Logger.Level.ERROR, "Job " + job.id() + " failed", e);
        return job.finished(
                JobStatus.FAILED,
                job.message(),
                "A fault of the console; its log has it under " + job.id() + ".",
                clock.instant());
    }

    private Job cancelledJob() {
        return job.finished(JobStatus.CANCELLED, "Cancelled.", null, clock.instant());
    }

    void cancel() {
        Runnable action;
        synchronized (this) {
            cancelled = true;
            action = cancelAction;
            if (thread != null && action == null) {
                thread.interrupt();
            }
        }
        if (action != null) {
            action.run();
        }
    }

    @Override
    public synchronized void report(long done, @Nullable Long total, @Nullable String message) {
        // A thread of the work's own may report late; a final state never changes.
        if (!job.status().isFinal()) {
            job = job.progressed(done, total, message);
        }
    }

    @Override
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        synchronized (this) {
            cancelAction = action;
            if (!cancelled) {
                return;
            }
        }
        action.run();
    }
}
