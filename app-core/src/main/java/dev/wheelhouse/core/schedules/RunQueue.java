package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.PlannedJob;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts what waits, as many at once as the console may run and one of each schedule. A run is claimed and its job written
 * in one transaction. Thread-safe.
 */
final class RunQueue {

    /** What a run is among the jobs. */
    static final String JOB_KIND = "schedule_run";

    /** Runs that end together make room for others together, in one transaction. */
    private static final Duration GATHERING = Duration.ofMillis(10);

    /** What waits for the vault must not keep what does not from its turn. */
    private static final int LOOKED_AT = 1_000;

    private static final String WAITS_FOR_VAULT =
            "Waits until the vault is unlocked, which has what its server is logged in to with.";

    private static final JobScopes SCOPES = new JobScopes(Scope.SCHEDULES_READ, Scope.SCHEDULES_RUN);
    private static final System.Logger LOG = System.getLogger(RunQueue.class.getName());

    private final SchedulesConfig config;
    private final StateStore store;
    private final JobService jobs;
    private final Clock clock;
    private final JdbcScheduleStore schedules;
    private final JdbcRunStore runs;
    private final Map<String, ScheduledCommand> running = new ConcurrentHashMap<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Semaphore filling = new Semaphore(1);

    /** Runs that are over and have not woken the queue yet. */
    private final AtomicInteger ending = new AtomicInteger();

    private volatile long filledAt = System.nanoTime() - GATHERING.toNanos();
    private boolean failing;
    private volatile boolean closed;

    RunQueue(SchedulesConfig config, JdbcScheduleStore schedules, JdbcRunStore runs) {
        this.config = config;
        this.store = config.store();
        this.jobs = config.jobs();
        this.clock = config.clock();
        this.schedules = schedules;
        this.runs = runs;
    }

    /** Has what waits started soon, on another thread. */
    void wake() {
        if (!closed && woken.compareAndSet(false, true)) {
            Duration since = Duration.ofNanos(System.nanoTime() - filledAt);
            if (since.compareTo(GATHERING) < 0) {
                var _ = config.workers().after(GATHERING.minus(since), this::fill);
            } else {
                config.workers().start(this::fill);
            }
        }
    }

    /** Starts what waits and may start. */
    void fill() {
        filling.acquireUninterruptibly();
        try {
            woken.set(false);
            boolean more = true;
            while (more && !closed) {
                int free = config.pace().atOnce() - running.size();
                more = free > 0 && isAnyWaiting() && isAnyBegun(free);
            }
            failing = false;
        } catch (RuntimeException e) {
            if (!closed) {
                tellOnce(e);
            }
        } finally {
            filledAt = System.nanoTime();
            filling.release();
        }
    }

    /** Once for each outage of the state; it is looked every second. */
    private void tellOnce(RuntimeException e) {
        if (!failing) {
            failing = true;
            LOG.log(System.Logger.Level.ERROR, "What waits could not be started; every look tries again", e);
        }
    }

    private boolean isAnyWaiting() {
        return !store.read(tx -> runs.startable(tx, config.homeId(), 1)).isEmpty();
    }

    private boolean isAnyBegun(int most) {
        // Alone: of two consoles that claim two runs of one schedule, one would fail with all that it claims.
        return store.writeAlone(tx -> {
            Instant now = clock.instant();
            int begun = 0;
            for (ScheduleRun each : runs.startable(tx, config.homeId(), Math.max(most, LOOKED_AT))) {
                if (begun < most && isBegun(tx, each, now)) {
                    begun++;
                }
            }
            return begun > 0;
        });
    }

    private boolean isBegun(Transaction tx, ScheduleRun waiting, Instant now) {
        // Locked, or it could be deleted by somebody who sees nothing running yet.
        Optional<Schedule> schedule = schedules.lock(tx, waiting.scheduleId());
        if (schedule.isEmpty()) {
            return false;
        }
        // Found now: a run that has begun needs nothing more of a state that may be away by then.
        Optional<Server> server = config.servers()
                .find(tx, waiting.organizationId(), schedule.get().serverId());
        if (server.filter(config.waitsForVault()).isPresent()) {
            runs.setWaitingFor(tx, waiting, WAITS_FOR_VAULT);
            return false;
        }
        ScheduledCommand command = new ScheduledCommand(config, runs, schedule.get(), server, waiting, this);
        PlannedJob job = jobs.plan(waiting.organizationId(), JOB_KIND, waiting.scheduleId(), SCOPES, command);
        if (!runs.claim(tx, waiting.id(), config.homeId(), job.id(), now)) {
            return false;
        }
        // Before the job's own hook, which lets it run to its end.
        tx.afterCommit(() -> running.put(waiting.id(), command));
        job.begin(tx);
        return true;
    }

    void over(String runId) {
        ending.incrementAndGet();
        running.remove(runId);
        wake();
        ending.decrementAndGet();
    }

    /** Whether nothing runs, and nothing will begin that is not woken anew. */
    boolean isIdle() {
        // In this order: each is left only after the next has begun.
        return running.isEmpty()
                && ending.get() == 0
                && !woken.get()
                && filling.availablePermits() > 0
                && running.isEmpty();
    }

    boolean isClosed() {
        return closed;
    }

    /** What a run of this console has written last, while it runs. */
    Optional<String> liveTail(String runId) {
        return Optional.ofNullable(running.get(runId)).map(ScheduledCommand::tail);
    }

    /** Starts nothing more; what runs is ended with the jobs. */
    void close() {
        closed = true;
        // What is being claimed begins, so that the jobs know it when they end; or its row would say that it runs.
        filling.acquireUninterruptibly();
        filling.release();
    }
}
