package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Long work with progress and cancel. A job's start and end are in the store; its progress is kept in memory while it
 * runs. Work left over by a console that died is failed at the next start. Thread-safe.
 */
public final class JobService implements AutoCloseable {

    /** The whole console has ten seconds to close; its jobs have half of them. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A job whose end is not written would seem to run for ever, so it is written as soon as the state takes it. */
    private static final Duration FIRST_RETRY = Duration.ofMillis(500);

    /** For the end of a job whose own part of it cannot be kept. */
    private static final JobWork NO_PART = _ -> "";

    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private static final int CHUNK = 500;

    private static final System.Logger LOG = System.getLogger(JobService.class.getName());

    private final StateStore store;
    private final JdbcJobStore jobs;
    private final Workers workers;
    private final IdGenerator ids;
    private final Clock clock;
    private final String homeId;
    private final JobLogs logs;
    private final JobFeed feed;
    private final Map<String, RunningJob> running = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean closed;

    public JobService(StateStore store, Workers workers, IdGenerator ids, Clock clock, String homeId, JobLogs logs) {
        this.store = store;
        this.workers = workers;
        this.ids = ids;
        this.clock = clock;
        this.homeId = homeId;
        this.jobs = new JdbcJobStore(homeId);
        this.logs = logs;
        this.feed = new JobFeed(Long.toString(clock.millis(), Character.MAX_RADIX));
    }

    /** Fails what this home left running when it last ended. */
    public void settleAbandonedJobs() {
        store.change(tx -> jobs.failUnfinished(
                tx, homeId, "The console stopped before this was done. Start it again.", clock.instant()));
    }

    /**
     * Starts work and returns at once.
     *
     * @param kind what it does, such as {@code script}
     * @param subjectId what it works on
     * @param scope what a caller needs to see it, and to cancel it if another began it
     * @throws AppException {@code shutting_down} once the console stops
     */
    public Job start(Caller caller, String kind, String subjectId, Scope scope, JobWork work) {
        return start(caller, kind, subjectId, new JobScopes(scope, scope), work);
    }

    /**
     * Starts work and returns at once. Who starts it may cancel it.
     *
     * @param kind what it does, such as {@code script}
     * @param subjectId what it works on
     * @throws AppException {@code shutting_down} once the console stops
     */
    public Job start(Caller caller, String kind, String subjectId, JobScopes scopes, JobWork work) {
        RunningJob job = prepare(caller.organizationId(), caller, kind, subjectId, scopes, work);
        try {
            refuseWhenClosed();
            store.change(tx -> insert(tx, job.current()));
            launch(job);
            return job.current();
        } catch (RuntimeException e) {
            forget(job.current().id());
            throw e;
        }
    }

    /**
     * A job that begins together with a change of the state. Until it is dropped or has ended it can be seen and
     * cancelled.
     *
     * @param organizationId whose job it is
     */
    public PlannedJob plan(String organizationId, String kind, String subjectId, JobScopes scopes, JobWork work) {
        RunningJob job = prepare(organizationId, null, kind, subjectId, scopes, work);
        job.begin();
        return new PlannedJob(this, job);
    }

    private RunningJob prepare(
            String organizationId,
            @Nullable Caller starter,
            String kind,
            String subjectId,
            JobScopes scopes,
            JobWork work) {
        Job job = new Job(
                ids.next("job"),
                organizationId,
                kind,
                subjectId,
                scopes.see(),
                scopes.cancel(),
                JobStatus.QUEUED,
                null,
                null,
                null,
                null,
                Map.of(),
                clock.instant(),
                null,
                null);
        RunningJob runningJob = new RunningJob(job, starter, work, clock, logs.create(job.id()), keeper);
        // Before the store knows it: whoever finds the job there can cancel it.
        running.put(job.id(), runningJob);
        return runningJob;
    }

    void insert(Transaction tx, Job job) {
        jobs.insert(tx, job);
    }

    void launch(RunningJob job) {
        refuseWhenClosed();
        feed.publish(job.current());
        workers.start(job::run);
    }

    void forget(String id) {
        running.remove(id);
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
        }
    }

    /** Waits until a job of this console has ended; at once when it has, or is not known here. */
    void awaitEnd(String id) {
        RunningJob runningJob = running.get(id);
        if (runningJob != null) {
            runningJob.ended().join();
        }
    }

    private final RunningJob.Keeper keeper = new RunningJob.Keeper() {
        @Override
        public void keep(Job job, JobWork work) {
            if (!job.status().isFinal()) {
                // After a power failure it counts as dead whether it was queued or running.
                store.changeUnsynced(tx -> jobs.update(tx, job));
                feed.publish(job);
                return;
            }
            Job kept;
            try {
                kept = keepEnd(job, work);
            } finally {
                running.remove(job.id());
            }
            feed.publish(kept);
        }

        @Override
        public void tell(Job job) {
            feed.publish(job);
        }
    };

    private Job keepEnd(Job job, JobWork work) {
        Duration pause = FIRST_RETRY;
        Job end = job;
        boolean faulty = false;
        while (true) {
            try {
                return writeEnd(end, faulty ? NO_PART : work);
            } catch (AppException e) {
                if (pause.equals(FIRST_RETRY)) {
                    LOG.log(System.Logger.Level.WARNING, "The end of " + job.id() + " could not be kept yet", e);
                }
                if (isClosedWithin(pause)) {
                    throw e;
                }
            } catch (RuntimeException e) {
                // A fault of the work's own part, which no later try would not meet.
                if (faulty) {
                    throw e;
                }
                faulty = true;
                LOG.log(System.Logger.Level.ERROR, "What came of " + job.id() + " cannot be kept", e);
                end = job.finished(
                        JobStatus.FAILED,
                        job.message(),
                        "It ended, but a fault of the console kept it from writing down what came of it; its log says"
                                + " more.",
                        clock.instant());
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_RETRY) < 0 ? pause.multipliedBy(2) : LONGEST_RETRY;
        }
    }

    /** @return the job as it is kept: somebody may have taken it for dead */
    private Job writeEnd(Job job, JobWork work) {
        Job[] kept = {job};
        // As with events of outcomes: a power failure in this moment leaves what the disk knows.
        store.changeUnsynced(tx -> {
            if (!jobs.update(tx, job)) {
                jobs.find(tx, job.organizationId(), job.id()).ifPresent(stored -> kept[0] = stored);
            }
            work.keepEnd(tx, job);
        });
        return kept[0];
    }

    private boolean isClosedWithin(Duration pause) {
        try {
            return closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The jobs that the caller may see, newest first. */
    public Page<Job> list(Caller caller, PageRequest page) {
        // What runs before the store is read, or a job that ended meanwhile would seem to run again.
        Map<String, RunningJob> now = new HashMap<>(running);
        List<Job> found = caller.scopes().isEmpty()
                ? List.of()
                : store.read(tx -> jobs.list(tx, caller.organizationId(), caller.scopes(), page));
        return Page.cut(
                found.stream().map(job -> withProgress(job, now.get(job.id()))).toList(), page, Job::id);
    }

    /** What runs on this console now and the caller may see, oldest first; from memory, so cheap to ask often. */
    public List<Job> running(Caller caller) {
        return running.values().stream()
                .map(RunningJob::current)
                .filter(job -> sees(caller, job))
                .sorted(Comparator.comparing(Job::id))
                .toList();
    }

    /** @throws AppException {@code not_found} */
    public Job get(Caller caller, String id) {
        // Asked before the store is, or a job that ended meanwhile would seem to run again.
        RunningJob now = running.get(id);
        Job job = store.read(tx -> jobs.find(tx, caller.organizationId(), id))
                .orElseThrow(() -> AppException.notFound("job", id));
        caller.require(job.scope());
        return withProgress(job, now);
    }

    /**
     * Asks a job to stop. It may still end otherwise when it was about to.
     *
     * @throws AppException {@code state_invalid} when it has ended or runs on another console; {@code insufficient_scope}
     *     for somebody else's without its scope for that
     */
    public void cancel(Caller caller, String id) {
        Job job = get(caller, id);
        RunningJob runningJob = running.get(id);
        if (runningJob == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    job.status().isFinal()
                            ? "The job has already " + job.status().wireName() + "."
                            : "The job runs on another console. Cancel it there.");
        }
        if (!runningJob.isOf(caller)) {
            caller.require(job.cancelScope());
        }
        runningJob.cancel();
    }

    private static Job withProgress(Job stored, @Nullable RunningJob now) {
        return now == null || stored.status().isFinal() ? stored : now.current();
    }

    static boolean sees(Caller caller, Job job) {
        return job.organizationId().equals(caller.organizationId()) && caller.may(job.scope());
    }

    /**
     * What a job wrote, in UTF-8, up to now if it still runs; the caller closes it. Empty for a job that wrote nothing,
     * that runs on another console, or whose log had to make room for newer ones.
     *
     * @throws AppException {@code not_found}
     */
    public InputStream log(Caller caller, String id) {
        return logs.open(get(caller, id).id());
    }

    /** The log of a job whose owner has checked who asks; see {@link #log}. */
    public InputStream logOf(String id) {
        return logs.open(id);
    }

    /** The last bytes of the log of a job whose owner has checked who asks. */
    public JobLogText logEndOf(String id, int most) {
        return logs.end(id, most);
    }

    /** Whether this console has a log of that job. */
    public boolean hasLog(String id) {
        return logs.exists(id);
    }

    /**
     * Follows the jobs of this console that the caller may see; to be closed.
     *
     * @param after the id of the last change that the caller has; null to begin now
     */
    public JobFollowing follow(Caller caller, @Nullable String after) {
        return feed.follow(caller, after);
    }

    /** Forgets jobs that have ended, within the change that forgets what they worked on. */
    public void delete(Transaction tx, Collection<String> ids) {
        if (!ids.isEmpty()) {
            jobs.delete(tx, ids);
        }
    }

    /** Deletes the logs of jobs that are forgotten. */
    public void deleteLogs(Collection<String> ids) {
        ids.forEach(logs::delete);
    }

    /** Forgets every job that ended before a moment, with its log. */
    public void forgetEndedBefore(Instant moment) {
        // In pieces, so that nobody else waits long.
        List<String> old;
        do {
            old = store.read(tx -> jobs.endedBefore(tx, moment, CHUNK));
            List<String> piece = old;
            store.change(tx -> delete(tx, piece));
            deleteLogs(old);
        } while (old.size() == CHUNK);
    }

    /** Deletes the oldest logs where all of them take too much room. */
    public void trimLogs() {
        logs.trim(running.keySet());
    }

    /** Fails a job whose console died, in the transaction that says so of what it worked on. */
    public void settle(Transaction tx, String id, String error) {
        jobs.failUnfinishedJob(tx, id, error, clock.instant());
    }

    /** Asks a job of this console to stop; nothing happens when it is not here. The caller has checked the right. */
    public void stop(String id) {
        RunningJob job = running.get(id);
        if (job != null) {
            job.cancel();
        }
    }

    /** Cancels what runs and waits up to {@link #PATIENCE} for it to end; the next start fails what did not. */
    @Override
    public void close() {
        closed = true;
        closing.countDown();
        List<RunningJob> left = List.copyOf(running.values());
        left.forEach(RunningJob::cancel);
        try {
            CompletableFuture.allOf(left.stream().map(RunningJob::ended).toArray(CompletableFuture<?>[]::new))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            LOG.log(System.Logger.Level.WARNING, "Jobs still run although they were cancelled: {0}", running.keySet());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
