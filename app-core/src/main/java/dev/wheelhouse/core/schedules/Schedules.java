package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The feature as the composition root and both faces see it. */
public final class Schedules implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Schedules.class.getName());
    private static final Duration FIRST_FORGETTING = Duration.ofMinutes(1);
    private static final Duration FORGETTING = Duration.ofHours(1);

    private final SchedulesConfig config;
    private final Clock clock;
    private final ScheduleService service;
    private final ScheduleRuns runs;
    private final ScheduleTrials trials;
    private final RunQueue queue;
    private final RunCare care;
    private volatile List<Loop> loops = List.of();
    private volatile Instant lastLook;
    private boolean closed;

    private Schedules(SchedulesConfig config) {
        this.config = config;
        this.clock = config.clock();
        JdbcScheduleStore schedules = new JdbcScheduleStore(config.store().isShared());
        JdbcRunStore runStore = new JdbcRunStore();
        RunAdmission admission = new RunAdmission(config, runStore);
        queue = new RunQueue(config, schedules, runStore);
        ScheduleTimer timer = new ScheduleTimer(config, schedules, runStore, admission, queue);
        care = new RunCare(config, schedules, runStore, timer);
        service = new ScheduleService(config, schedules, runStore, timer);
        runs = new ScheduleRuns(config, service, schedules, runStore, admission, queue);
        trials = new ScheduleTrials(config);
        lastLook = clock.instant();
        config.servers()
                .registerUse((tx, serverId) -> schedules.namesOnServer(tx, serverId).stream()
                        .map(name -> "the schedule " + name)
                        .toList());
    }

    /** Makes the feature; nothing is asked of the state yet. */
    public static Schedules open(SchedulesConfig config) {
        return new Schedules(config);
    }

    /** Ends what waited for this console too long; before anybody else sees the state. */
    public void settleWhatWasLeft() {
        care.settleOwn();
    }

    /** Begins to run what is due. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        care.returnToPresent();
        loops = List.of(
                config.workers().every("Looking for what is due", config.pace().look(), this::look),
                // The first time soon, for a console that never runs a whole hour.
                config.workers().every("Forgetting old runs", FIRST_FORGETTING, FORGETTING, care::forgetOld));
        queue.wake();
    }

    /** Starts what waits, and notices a clock that was set back. */
    void look() {
        Instant now = clock.instant();
        boolean back = now.isBefore(lastLook);
        lastLook = now;
        if (back) {
            LOG.log(System.Logger.Level.INFO, "The clock was set back; due times are looked at anew");
            care.returnToPresent();
        }
        queue.wake();
    }

    /** Starts on this thread what waits; for tests that move by hand. */
    void fill() {
        queue.fill();
    }

    boolean isIdle() {
        return queue.isIdle();
    }

    RunCare care() {
        return care;
    }

    /** Switches off what was set up with keys that are deleted. */
    public List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return service.stopWorkOf(tx, organizationId, keyIds);
    }

    public ScheduleService service() {
        return service;
    }

    public ScheduleRuns runs() {
        return runs;
    }

    public ScheduleTrials trials() {
        return trials;
    }

    /** Starts nothing more. What runs is a job, and ends with the jobs. */
    @Override
    public synchronized void close() {
        closed = true;
        queue.close();
        loops.forEach(Loop::close);
    }
}
