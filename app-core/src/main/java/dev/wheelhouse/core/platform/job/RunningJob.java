package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A job on its thread. */
final class RunningJob implements JobProgress {

    private static final System.Logger LOG = System.getLogger(RunningJob.class.getName());

    private final JobWork work;
    private final Clock clock;
    private final Keeper keeper;
    private final JobLog log;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private volatile Job job;
    private volatile boolean launched;
    private boolean cancelled;
    private @Nullable String stopReason;
    private @Nullable Thread thread;
    private @Nullable Runnable cancelAction;

    /** Where a job's changes go. */
    interface Keeper {

        /** Keeps a start or an end. */
        void keep(Job job, JobWork work);

        /** Tells how far it is. */
        void tell(Job job);

        /** Keeps which command of a server it waits for. */
        void keepCommand(Job job, String serverId, ProcessMark process);
    }

    RunningJob(Job job, JobWork work, Clock clock, JobLog log, Keeper keeper) {
        this.job = job;
        this.work = work;
        this.clock = clock;
        this.log = log;
        this.keeper = keeper;
    }

    /** From now on the state knows it, until it has ended. */
    void launch() {
        launched = true;
    }

    boolean isLaunched() {
        return launched;
    }

    Job current() {
        return job;
    }

    /** Does the work on the calling thread and keeps its start and its end. */
    void run() {
        try {
            Job result = startWorkAndRelease();
            synchronized (this) {
                job = result;
            }
            keeper.keep(result, work);
        } finally {
            ended.complete(null);
            work.over();
        }
    }

    /** Completes once the job's end is kept, or could not be. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }

    private Job startWorkAndRelease() {
        Job result = startAndWork();
        synchronized (this) {
            thread = null;
        }
        // A cancel must not interrupt what gives back what the work held, nor the writing of the end.
        Thread.interrupted();
        try {
            work.ended();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Job " + job.id() + " did not give back what it held", e);
        }
        log.close();
        return result;
    }

    private Job startAndWork() {
        if (!awaitTurn()) {
            return job.finished(JobStatus.CANCELLED, "Cancelled before it began.", null, clock.instant());
        }
        try {
            Job started = begun();
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
            // An Error too: what waits for the job must learn that it ended.
            return failedByFault(e);
        }
    }

    /** False for a job that was cancelled while it waited, or before. */
    private boolean awaitTurn() {
        synchronized (this) {
            thread = Thread.currentThread();
            if (cancelled) {
                thread.interrupt();
            }
        }
        try {
            work.awaitTurn();
        } catch (InterruptedException _) {
            return false;
        } finally {
            synchronized (this) {
                thread = null;
            }
            // The writing of the start has to go through.
            Thread.interrupted();
        }
        return !isCancelled();
    }

    /** A planned job's start was kept with what it belongs to. */
    private Job begun() {
        Job now = job;
        if (now.status() == JobStatus.RUNNING) {
            return now;
        }
        Job started = now.started(clock.instant());
        keeper.keep(started, work);
        return started;
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
        String reason;
        synchronized (this) {
            reason = stopReason;
        }
        return job.finished(JobStatus.CANCELLED, reason, null, clock.instant());
    }

    /** @param reason one sentence; the first one counts */
    void cancel(String reason) {
        Runnable action;
        synchronized (this) {
            cancelled = true;
            stopReason = stopReason == null ? reason : stopReason;
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
        Job told;
        synchronized (this) {
            // A thread of the work's own may report late; a final state never changes.
            if (job.status().isFinal()) {
                return;
            }
            told = job.progressed(done, total, message);
            job = told;
        }
        keeper.tell(told);
    }

    @Override
    public void log(byte[] bytes) {
        log.write(bytes);
    }

    @Override
    public synchronized void result(Map<String, Object> result) {
        if (!job.status().isFinal()) {
            job = job.with(result);
        }
    }

    @Override
    public void command(String serverId, ProcessMark process) {
        keeper.keepCommand(job, serverId, process);
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
