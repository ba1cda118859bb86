package dev.wheelhouse.core.schedules;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

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
    private final DueTimer timer;
    private final RunQueue queue;
    private final RunCare care;
    private volatile List<ScheduledFuture<?>> ticks = List.of();
    private volatile Instant lastLook;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final AtomicBoolean beating = new AtomicBoolean();
    private boolean closed;

    Schedules(SchedulesConfig config, TimerMaker timers) {
        this.config = config;
        this.clock = config.clock();
        JdbcScheduleStore schedules =
                new JdbcScheduleStore(config.store().kind().equals("postgresql"));
        JdbcRunStore runStore = new JdbcRunStore();
        RunAdmission admission = new RunAdmission(config.homeId(), runStore, config.ids(), clock);
        queue = new RunQueue(config, schedules, runStore);
        care = new RunCare(config, schedules, runStore);
        DueHandler handler = new DueHandler(config, schedules, admission, queue);
        timer = new DueTimer(config.homeId(), config.store().joinable(), timers, handler);
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
        return new Schedules(config, new StateTimer(config));
    }

    /** Ends what this console left when it last ended; before anybody else sees the state. */
    public void settleWhatWasLeft() {
        care.settleOwn();
    }

    /** Begins to run what is due. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        care.returnToPresent(timer);
        timer.start();
        ticks = List.of(
                config.workers().every(config.pace().look(), this::look),
                config.workers().every(config.pace().heartbeat(), this::beat),
                // Soon as well, for a console that never runs a whole hour.
                config.workers().after(FIRST_FORGETTING, care::forgetOld),
                config.workers().every(FORGETTING, care::forgetOld));
        queue.wake();
    }

    /** Starts what waits, stops what other consoles want stopped, and notices a clock that was set back. */
    void look() {
        alone(looking, this::lookNow);
    }

    /** Left out while the one before is not over: the state may be slow or away. */
    private static void alone(AtomicBoolean busy, Runnable work) {
        if (busy.compareAndSet(false, true)) {
            try {
                work.run();
            } finally {
                busy.set(false);
            }
        }
    }

    private void lookNow() {
        Instant now = clock.instant();
        boolean back = now.isBefore(lastLook);
        lastLook = now;
        if (back) {
            LOG.log(System.Logger.Level.INFO, "The clock was set back; due times are looked at anew");
            care.returnToPresent(timer);
        }
        if (!queue.isIdle()) {
            queue.stopRequested(care.stopRequests());
        }
        queue.wake();
    }

    /** Shows that this console lives, and ends the runs of those that do not. */
    void beat() {
        alone(beating, this::beatNow);
    }

    private void beatNow() {
        if (!queue.isIdle()) {
            care.renewLease();
        }
        Set<String> begun = queue.begun();
        Set<String> told = care.settleStrays(queue::isHere);
        queue.stopTakenForDead(begun, told);
        care.settleOthers();
    }

    /** Starts on this thread what waits; for tests that move by hand. */
    void fill() {
        queue.fill();
    }

    boolean isIdle() {
        return queue.isIdle();
    }

    DueTimer timer() {
        return timer;
    }

    RunCare care() {
        return care;
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
        ticks.forEach(each -> each.cancel(false));
        timer.close();
    }
}
