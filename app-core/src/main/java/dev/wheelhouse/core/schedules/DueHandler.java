package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns due times into runs: the rows, the schedule's mark of how far it is handled and the time to wake next are one
 * transaction, so that a console that dies leaves a due time handled whole or not at all. Thread-safe.
 */
final class DueHandler implements DueTimer.Handling {

    private static final System.Logger LOG = System.getLogger(DueHandler.class.getName());
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final StateStore store;
    private final JdbcScheduleStore schedules;
    private final RunAdmission admission;
    private final EventLog events;
    private final Clock clock;
    private final Duration grace;
    private final RunQueue queue;

    DueHandler(SchedulesConfig config, JdbcScheduleStore schedules, RunAdmission admission, RunQueue queue) {
        this.store = config.store();
        this.schedules = schedules;
        this.admission = admission;
        this.events = config.events();
        this.clock = config.clock();
        this.grace = config.pace().grace();
        this.queue = queue;
    }

    @Override
    public void handle(String scheduleId, @Nullable String onlyHome, DueTimer.Wake wake) {
        List<ScheduleRun> stopped = new ArrayList<>();
        try {
            // A power failure takes back these rows and the wake-up together, and a run starts in a later, lasting
            // change.
            store.changeUnsynced(tx -> stopped.addAll(handle(tx, scheduleId, onlyHome, wake)));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "The due time of " + scheduleId + " could not be handled yet", e);
            wake.again(clock.instant().plus(RETRY));
            return;
        }
        stopped.forEach(queue::stopNow);
        queue.wake();
    }

    /** @return what was asked to stop */
    private List<ScheduleRun> handle(Transaction tx, String scheduleId, @Nullable String onlyHome, DueTimer.Wake wake) {
        Schedule schedule = schedules.lock(tx, scheduleId).orElse(null);
        // Moved to another server while it was being woken, it is woken elsewhere from now on.
        if (schedule == null || !schedule.enabled() || !Objects.equals(schedules.placeOf(tx, schedule), onlyHome)) {
            wake.never();
            return List.of();
        }
        Instant now = clock.instant();
        if (schedules.isPaused(tx, schedule.organizationId())) {
            // It was wished that nothing runs, so nothing is missed.
            schedules.setHandled(tx, scheduleId, now);
            wake.again(schedule.dueTimes().nextAfter(now));
            return List.of();
        }
        DuePlan plan = DuePlan.of(schedule.dueTimes(), schedule.handledUntil(), now, grace);
        addMissed(tx, schedule, plan);
        List<ScheduleRun> stopped = admitAll(tx, schedule, plan, onlyHome);
        // After all rows, as everywhere: events are a chain, which whoever appends to it holds.
        tellMissed(tx, schedule, plan);
        if (now.isAfter(schedule.handledUntil())) {
            schedules.setHandled(tx, scheduleId, now);
        }
        wake.again(plan.next());
        return stopped;
    }

    private List<ScheduleRun> admitAll(Transaction tx, Schedule schedule, DuePlan plan, @Nullable String onlyHome) {
        List<ScheduleRun> stopped = new ArrayList<>();
        for (Instant due : plan.onTime()) {
            admission
                    .admit(tx, schedule, RunTrigger.SCHEDULE, due, onlyHome)
                    .ifPresent(each -> stopped.addAll(each.stopped()));
        }
        boolean catchesUp = schedule.missed() == MissedPolicy.RUN_ONCE
                && !plan.missed().isEmpty()
                && plan.onTime().isEmpty();
        if (catchesUp) {
            admission
                    .admit(tx, schedule, RunTrigger.CATCH_UP, null, onlyHome)
                    .ifPresent(each -> stopped.addAll(each.stopped()));
        }
        return stopped;
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
