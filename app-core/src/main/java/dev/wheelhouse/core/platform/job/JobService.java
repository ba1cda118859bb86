package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Long work with progress and cancel. A job's start and end are in the store; its progress is kept in memory while it
 * runs. Work left over by a console that died is failed at the next start. Thread-safe.
 */
public final class JobService implements AutoCloseable {

    /** The whole console has ten seconds to close; its jobs have half of them. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(JobService.class.getName());

    private final StateStore store;
    private final JdbcJobStore jobs = new JdbcJobStore();
    private final Workers workers;
    private final IdGenerator ids;
    private final Clock clock;
    private final String homeId;
    private final Map<String, RunningJob> running = new ConcurrentHashMap<>();
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public JobService(StateStore store, Workers workers, IdGenerator ids, Clock clock, String homeId) {
        this.store = store;
        this.workers = workers;
        this.ids = ids;
        this.clock = clock;
        this.homeId = homeId;
    }

    /** Fails what this home left running when it last ended. */
    public void settleAbandonedJobs() {
        store.change(tx -> jobs.failUnfinished(
                tx, homeId, "The console stopped before this was done. Start it again.", clock.millis()));
    }

    /**
     * Starts work and returns at once.
     *
     * @param kind what it does, such as {@code script}
     * @param subjectId what it works on
     * @param scope what a caller needs to see or cancel it
     * @throws AppException {@code shutting_down} once the console stops
     */
    public Job start(Caller caller, String kind, String subjectId, Scope scope, JobWork work) {
        Job job = new Job(
                ids.next("job"),
                caller.organizationId(),
                kind,
                subjectId,
                scope,
                JobStatus.QUEUED,
                null,
                null,
                null,
                null,
                clock.instant(),
                null,
                null);
        RunningJob runningJob = new RunningJob(job, work, clock, this::keep);
        // Before the store knows it: whoever finds the job there can cancel it.
        running.put(job.id(), runningJob);
        try {
            refuseWhenClosed();
            store.change(tx -> jobs.insert(tx, job, homeId));
            workers.start(runningJob::run);
            return job;
        } catch (RuntimeException e) {
            running.remove(job.id());
            throw e;
        }
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

    private void keep(Job job) {
        store.change(tx -> jobs.update(tx, job));
        if (job.status().isFinal()) {
            running.remove(job.id());
            listeners.forEach(each -> each.tell(job));
        }
    }

    /**
     * Tells of every job of this console that ends from now on and that the caller may see, on the job's own thread.
     *
     * @return ends the telling when it is closed
     */
    public Listening whenEnded(Caller caller, Consumer<Job> listener) {
        Listener added = new Listener(caller, listener);
        listeners.add(added);
        return () -> listeners.remove(added);
    }

    /** A registration; closing it twice does nothing. */
    @FunctionalInterface
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private static final class Listener {
        private final Caller caller;
        private final Consumer<Job> told;

        Listener(Caller caller, Consumer<Job> told) {
            this.caller = caller;
            this.told = told;
        }

        void tell(Job job) {
            if (job.organizationId().equals(caller.organizationId()) && caller.may(job.scope())) {
                told.accept(job);
            }
        }
    }

    /** The jobs that the caller may see, newest first. */
    public Page<Job> list(Caller caller, PageRequest page) {
        Map<String, RunningJob> now = Map.copyOf(running);
        List<Job> found = caller.scopes().isEmpty()
                ? List.of()
                : store.read(tx -> jobs.list(tx, caller.organizationId(), caller.scopes(), page));
        return Page.cut(found.stream().map(job -> withProgress(job, now)).toList(), page, Job::id);
    }

    /** What runs on this console now and the caller may see, oldest first; from memory, so cheap to ask often. */
    public List<Job> running(Caller caller) {
        return running.values().stream()
                .map(RunningJob::current)
                .filter(job -> job.organizationId().equals(caller.organizationId()) && caller.may(job.scope()))
                .sorted(Comparator.comparing(Job::id))
                .toList();
    }

    /** @throws AppException {@code not_found} */
    public Job get(Caller caller, String id) {
        Map<String, RunningJob> now = Map.copyOf(running);
        Job job = store.read(tx -> jobs.find(tx, caller.organizationId(), id))
                .orElseThrow(() -> AppException.notFound("job", id));
        caller.require(job.scope());
        return withProgress(job, now);
    }

    /**
     * Asks a job to stop. It may still end otherwise when it was about to.
     *
     * @throws AppException {@code state_invalid} when it has ended or runs on another console
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
        runningJob.cancel();
    }

    /** @param now what ran before the store was read, or a job that ended meanwhile would seem to run again */
    private static Job withProgress(Job stored, Map<String, RunningJob> now) {
        RunningJob runningJob = now.get(stored.id());
        return runningJob == null || stored.status().isFinal() ? stored : runningJob.current();
    }

    /** Cancels what runs and waits up to {@link #PATIENCE} for it to end; the next start fails what did not. */
    @Override
    public void close() {
        closed = true;
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
