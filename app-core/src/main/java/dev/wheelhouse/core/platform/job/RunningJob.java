package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job on its thread. */
final class RunningJob implements JobProgress {

    private static final System.Logger LOG = System.getLogger(RunningJob.class.getName());

    private final JobWork work;
    private final Clock clock;
    private final Consumer<Job> keeper;
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

    void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        job = job.started(clock.instant());
        keeper.accept(job);
        Job ended = end();
        synchronized (this) {
            thread = null;
        }
        // A cancel that came late must not interrupt the writing of the end.
        Thread.interrupted();
        job = ended;
        keeper.accept(ended);
    }

    private Job end() {
        try {
            if (isCancelled()) {
                return job.finished(JobStatus.CANCELLED, "Cancelled before it began.", null, clock.instant());
            }
            String result = work.run(this);
            return job.finished(JobStatus.SUCCEEDED, result, null, clock.instant());
        } catch (InterruptedException _) {
            return cancelledJob();
        } catch (AppException e) {
            return isCancelled() || e.kind() == ErrorKind.CANCELLED
                    ? cancelledJob()
                    : job.finished(JobStatus.FAILED, job.message(), e.getMessage(), clock.instant());
        } catch (RuntimeException e) {
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
    public void report(long done, @Nullable Long total, @Nullable String message) {
        job = job.progressed(done, total, message);
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
