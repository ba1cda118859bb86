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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Long work with progress and cancel. A job's start and end are in the store; its progress is kept in memory while it
 * runs. What a console that died left over is ended by {@link JobCare}. Thread-safe.
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

    private static final String CANCELLED = "Cancelled.";

    private static final System.Logger LOG = System.getLogger(JobService.class.getName());

    private final StateStore store;
    private final JdbcJobStore jobs;
    private final Workers workers;
    private final IdGenerator ids;
    private final Clock clock;
    private final JobLogs logs;
    private final LeftCommands leftCommands;
    private final JobFeed feed;
    private final Map<String, RunningJob> running = new ConcurrentHashMap<>();
    private final Map<String, AbandonedWork> abandonedWork = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean closed;

    public JobService(
            StateStore store,
            Workers workers,
            IdGenerator ids,
            Clock clock,
            String homeId,
            JobLogs logs,
            LeftCommands leftCommands) {
        this.store = store;
        this.workers = workers;
        this.ids = ids;
        this.clock = clock;
        this.jobs = new JdbcJobStore(homeId);
        this.logs = logs;
        this.leftCommands = leftCommands;
        this.feed = new JobFeed(Long.toString(clock.millis(), Character.MAX_RADIX));
    }

    /** @param work of jobs of a kind whose console died; set before any begins */
    public void whenAbandoned(String kind, AbandonedWork work) {
        abandonedWork.put(kind, work);
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
        return store.write(planned(caller.organizationId(), caller, kind, subjectId, scopes, work)::begin);
    }

    /**
     * A job that is to begin together with a change of the state. Nobody sees it before {@link PlannedJob#begin}.
     *
     * @param organizationId whose job it is
     */
    public PlannedJob plan(String organizationId, String kind, String subjectId, JobScopes scopes, JobWork work) {
        return planned(organizationId, null, kind, subjectId, scopes, work);
    }

    private PlannedJob planned(
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
                null,
                starter == null ? null : starter.credential(),
                null);
        return new PlannedJob(this, job, work);
    }

    Job begin(Transaction tx, Job planned, JobWork work) {
        // One that somebody started waits for its turn first; all others begin with what they belong to.
        Job job = planned.starter() == null ? planned.started(clock.instant()) : planned;
        jobs.insert(tx, job);
        RunningJob here = new RunningJob(job, work, clock, logs.create(job.id()), keeper);
        // Before the commit: whoever finds it in the state can cancel it.
        running.put(job.id(), here);
        tx.afterRollback(() -> forget(here));
        tx.afterCommit(() -> launch(here));
        // Only now, so that a console that closes cancels it or this sees that it does.
        if (closed) {
            throw new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
        }
        return job;
    }

    private void launch(RunningJob job) {
        job.launch();
        feed.publish(job.current());
        try {
            workers.start(job::run);
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} did not begin, as the console has stopped; its next start settles that",
                    job.current().id());
            forget(job);
        }
    }

    private void forget(RunningJob job) {
        running.remove(job.current().id());
        job.ended().complete(null);
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

        @Override
        public void keepCommand(Job job, String serverId, ProcessMark process) {
            // Beside the work, which needs nothing of a state that may be away.
            workers.start(() -> store.changeUnsynced(tx -> jobs.setCommand(tx, job.id(), serverId, process)));
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
                kept[0] = jobs.find(tx, job.organizationId(), job.id()).orElse(job);
                if (kept[0].hasEndedAs(job)) {
                    // All of it is kept: only the answer to that was lost.
                    return;
                }
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
     * Asks a job to stop, on whichever console works on it. It may still end otherwise when it was about to. Of a job whose
     * console died it stops the command that may still run.
     *
     * @throws AppException {@code state_invalid} when it has ended; {@code insufficient_scope} for somebody else's without
     *     its scope for that
     */
    public void cancel(Caller caller, String id) {
        // One that another console took for dead may still run here.
        RunningJob here = workedOnHere(id);
        Job job = get(caller, id);
        if (here == null && job.status().isFinal() && job.leftProcessId() == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The job has already " + job.status().wireName() + ".");
        }
        if (!job.isOf(caller)) {
            caller.require(job.cancelScope());
        }
        if (here != null) {
            here.cancel(CANCELLED);
        } else if (job.status().isFinal()) {
            stopLeftCommand(id);
        } else {
            store.change(tx -> jobs.requestStop(tx, id, CANCELLED));
        }
    }

    /** What has ended is still known here for the moment in which its end is kept. */
    private @Nullable RunningJob workedOnHere(String id) {
        RunningJob job = running.get(id);
        return job == null || job.current().status().isFinal() ? null : job;
    }

    /**
     * Stops the command that a job's dead console left behind; nothing happens when none is known. The caller has checked
     * the right.
     *
     * @throws AppException {@code state_invalid} where this console does not reach it; when its server does not do it
     */
    public void stopLeftCommand(String id) {
        leftCommands.stop(id);
    }

    /**
     * Notes, with a job's end, that its command may still run since its server went away: {@link #stopLeftCommand} finds
     * it. Nothing happens when the job began none.
     */
    public void leaveCommand(Transaction tx, String id) {
        jobs.leaveCommand(tx, id);
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

    /** The ids of jobs of some kinds on a subject that have not ended; a new one keeps out others within that change. */
    public List<String> unfinished(Transaction tx, List<String> kinds, String subjectId) {
        return jobs.unfinished(tx, kinds, subjectId);
    }

    /** Asks a job to stop, on whichever console works on it, once the change is committed. The caller has checked the right. */
    public void stop(Transaction tx, String id, String reason) {
        jobs.requestStop(tx, id, reason);
        tx.afterCommit(() -> stop(id, reason));
    }

    /** Asks a job to stop if this console works on it. */
    void stop(String id, String reason) {
        RunningJob job = running.get(id);
        if (job != null) {
            job.cancel(reason);
        }
    }

    boolean isHere(String id) {
        return running.containsKey(id);
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    /** The ids of those that the state knows until they have ended. */
    Set<String> launched() {
        return running.entrySet().stream()
                .filter(each -> each.getValue().isLaunched())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Fails a job that nobody works on any more, and what it worked on; nothing happens when it has ended. */
    void abandon(Transaction tx, Job job, String error) {
        if (!jobs.abandon(tx, job.id(), error, clock.instant())) {
            return;
        }
        AbandonedWork work = abandonedWork.get(job.kind());
        if (work != null) {
            jobs.find(tx, job.organizationId(), job.id()).ifPresent(failed -> work.failed(tx, failed));
        }
    }

    /** Cancels what runs and waits up to {@link #PATIENCE} for it to end; the next start fails what did not. */
    @Override
    public void close() {
        closed = true;
        closing.countDown();
        List<RunningJob> left = List.copyOf(running.values());
        left.forEach(each -> each.cancel("The console was stopped while it ran."));
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
