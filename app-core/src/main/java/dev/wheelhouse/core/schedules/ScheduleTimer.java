package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actors;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.timer.DueHandler;
import dev.wheelhouse.core.platform.timer.DueTime;
import dev.wheelhouse.core.platform.timer.Timers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns due times into runs: the rows, the schedule's mark of how far it is handled and the time to wake next are one
 * transaction, so that a console that dies leaves a due time handled whole or not at all. Thread-safe.
 */
final class ScheduleTimer implements DueHandler {

    /** What schedules are among the timers. */
    private static final String KIND = "schedule";

    private final Timers timers;
    private final JdbcScheduleStore schedules;
    private final Actors actors;
    private final JdbcRunStore runs;
    private final RunAdmission admission;
    private final EventLog events;
    private final Clock clock;
    private final Duration grace;
    private final RunQueue queue;

    ScheduleTimer(
            SchedulesConfig config,
            JdbcScheduleStore schedules,
            JdbcRunStore runs,
            RunAdmission admission,
            RunQueue queue) {
        this.timers = config.timers();
        this.actors = config.actors();
        this.schedules = schedules;
        this.runs = runs;
        this.admission = admission;
        this.events = config.events();
        this.clock = config.clock();
        this.grace = config.pace().grace();
        this.queue = queue;
        timers.handle(KIND, this);
    }

    /**
     * Wakes a schedule at its first due time after a moment, or never while it is off; within the change of the schedule.
     *
     * @param onlyHome the one console that may run it; null for any
     */
    void set(Transaction tx, Schedule schedule, @Nullable String onlyHome, Instant after) {
        if (schedule.enabled()) {
            timers.set(tx, due(schedule.id(), onlyHome, schedule.dueTimes().nextAfter(after)));
        } else {
            remove(tx, schedule.id());
        }
    }

    void remove(Transaction tx, String scheduleId) {
        timers.remove(tx, KIND, scheduleId);
    }

    private static DueTime due(String scheduleId, @Nullable String onlyHome, Instant at) {
        return new DueTime(KIND, scheduleId, onlyHome, at);
    }

    @Override
    public @Nullable DueTime handle(Transaction tx, DueTime due) {
        Schedule schedule = schedules.lock(tx, due.subjectId()).orElse(null);
        if (schedule == null || !schedule.enabled()) {
            return null;
        }
        String onlyHome = schedules.placeOf(tx, schedule);
        if (!Objects.equals(onlyHome, due.onlyHome())) {
            // Moved to another server while it was being woken: for the console there.
            return due(schedule.id(), onlyHome, due.dueAt());
        }
        return due(schedule.id(), onlyHome, handle(tx, schedule, onlyHome));
    }

    /** @return when it is due next */
    private Instant handle(Transaction tx, Schedule schedule, @Nullable String onlyHome) {
        Instant now = clock.instant();
        if (schedules.isPaused(tx, schedule.organizationId())) {
            // It was wished that nothing runs, so nothing is missed.
            schedules.setHandled(tx, schedule.id(), now);
            return schedule.dueTimes().nextAfter(now);
        }
        DuePlan plan = DuePlan.of(schedule.dueTimes(), schedule.handledUntil(), now, grace);
        addMissed(tx, schedule, plan);
        String refusal = refusal(tx, schedule);
        if (refusal == null) {
            admitAll(tx, schedule, plan, onlyHome);
        } else {
            refuseAll(tx, schedule, plan, refusal);
        }
        // After all rows, as everywhere: events are a chain, which whoever appends to it holds.
        tellMissed(tx, schedule, plan);
        if (now.isAfter(schedule.handledUntil())) {
            schedules.setHandled(tx, schedule.id(), now);
        }
        tx.afterCommit(queue::wake);
        return plan.next();
    }

    /** Why whoever set the schedule up may not have it run any more; null when they may. */
    private @Nullable String refusal(Transaction tx, Schedule schedule) {
        try {
            Caller actor =
                    actors.caller(tx, schedule.organizationId(), schedule.actor(), Origin.CONSOLE, schedule.id());
            return actor.may(Scope.SCHEDULES_WRITE) && actor.may(Scope.SERVERS_EXEC)
                    ? null
                    : "Whoever set this schedule up may not run commands on a server any more. Somebody who may has to"
                            + " save it again.";
        } catch (AppException e) {
            return e.getMessage();
        }
    }

    /** Each due time has its failed row; the first of those with the same reason is told. */
    private void refuseAll(Transaction tx, Schedule schedule, DuePlan plan, String refusal) {
        boolean known = runs.newest(tx, schedule.id())
                .filter(last -> last.status() == RunStatus.FAILED && refusal.equals(last.error()))
                .isPresent();
        List<ScheduleRun> refused = plan.onTime().stream()
                .flatMap(due -> admission.addRefused(tx, schedule, due, refusal).stream())
                .toList();
        if (!known && !refused.isEmpty()) {
            events.appendOfConsole(
                    tx,
                    schedule.organizationId(),
                    schedule.actor(),
                    refused.getFirst().event(schedule.name()));
        }
    }

    private void admitAll(Transaction tx, Schedule schedule, DuePlan plan, @Nullable String onlyHome) {
        plan.onTime().forEach(due -> admission.admit(tx, schedule, RunTrigger.SCHEDULE, due, onlyHome));
        boolean catchesUp = schedule.missed() == MissedPolicy.RUN_ONCE
                && !plan.missed().isEmpty()
                && plan.onTime().isEmpty();
        if (catchesUp) {
            admission.admit(tx, schedule, RunTrigger.CATCH_UP, null, onlyHome);
        }
    }

    private void addMissed(Transaction tx, Schedule schedule, DuePlan plan) {
        DuePlan.Older older = plan.older();
        if (older != null) {
            admission.addMissed(tx, schedule, older.last(), words(older));
        }
        for (Instant each : plan.missed()) {
            admission.addMissed(tx, schedule, each, "No console was there at that time.");
        }
    }

    private void tellMissed(Transaction tx, Schedule schedule, DuePlan plan) {
        if (plan.missed().isEmpty()) {
            return;
        }
        DuePlan.Older older = plan.older();
        int count = plan.missed().size() + (older == null ? 0 : older.count());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", schedule.name());
        data.put("count", count);
        data.put("from", (older == null ? plan.missed().getFirst() : older.first()).toString());
        data.put("to", plan.missed().getLast().toString());
        events.appendOfConsole(
                tx, schedule.organizationId(), new NewEvent(EventKind.SCHEDULE_MISSED, schedule.id(), data));
    }

    private static String words(DuePlan.Older older) {
        String count = older.count() >= DuePlan.MOST_COUNTED ? "More than " + older.count() : "" + older.count();
        return count + " due times since " + older.first() + " were missed: no console was there.";
    }
}
