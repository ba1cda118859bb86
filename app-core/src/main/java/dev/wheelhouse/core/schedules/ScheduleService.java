package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.platform.cron.NamedZone;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands that an organization runs at certain times. Thread-safe. */
public final class ScheduleService implements ScheduleGateway {

    /** How many due times a preview may show. */
    public static final int MOST_PREVIEWED = 100;

    private final StateStore store;
    private final EventLog events;
    private final JobService jobs;
    private final ServerService servers;
    private final IdGenerator ids;
    private final Clock clock;
    private final JdbcScheduleStore schedules;
    private final JdbcRunStore runs;
    private final ScheduleTimer timer;
    private final Revisions<Schedule> revisions;

    ScheduleService(SchedulesConfig config, JdbcScheduleStore schedules, JdbcRunStore runs, ScheduleTimer timer) {
        this.store = config.store();
        this.events = config.events();
        this.jobs = config.jobs();
        this.servers = config.servers();
        this.ids = config.ids();
        this.clock = config.clock();
        this.schedules = schedules;
        this.runs = runs;
        this.timer = timer;
        this.revisions = new Revisions<>("schedule", store, schedules, events, ScheduleService::told);
    }

    /**
     * Adds a schedule; it is due for the first time after now.
     *
     * @throws AppException {@code insufficient_scope} (it takes {@code servers:exec} too), {@code validation_failed},
     *     {@code already_exists} for a name taken
     */
    @Override
    public Schedule create(Caller caller, ScheduleDraft draft) {
        requireWriting(caller);
        ScheduleValidation.Checked checked = ScheduleValidation.check(draft);
        Server server = server(caller, checked.serverId());
        Instant now = clock.instant();
        Schedule schedule = made(ids.next("sch"), caller, checked, now, now, 1);
        return revisions.save(schedule.name(), tx -> {
            schedules.insert(tx, schedule);
            timer.set(tx, schedule, server.onlyHome(), now);
            revisions.append(tx, caller, EventKind.SCHEDULE_CREATED, schedule);
            return schedule;
        });
    }

    private static void requireWriting(Caller caller) {
        caller.require(Scope.SCHEDULES_WRITE);
        caller.require(Scope.SERVERS_EXEC);
    }

    private Server server(Caller caller, String id) {
        return servers.find(caller.organizationId(), id)
                .orElseThrow(() -> AppException.invalid("serverId", "There is no server with the id " + id + "."));
    }

    private static Schedule made(
            String id,
            Caller caller,
            ScheduleValidation.Checked checked,
            Instant handledUntil,
            Instant createdAt,
            long revision) {
        return new Schedule(
                id,
                caller.organizationId(),
                checked.serverId(),
                checked.name(),
                checked.command(),
                checked.cron(),
                checked.timeZone(),
                checked.enabled(),
                checked.timeout(),
                checked.overlap(),
                checked.missed(),
                handledUntil,
                createdAt,
                revision,
                Actor.of(caller));
    }

    /**
     * Replaces what a schedule says. What runs goes on as it began; what waits runs as it says then, where it says. Due times of another expression, of another time
     * zone, and of a schedule that was off count from now on.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    @Override
    public Schedule update(Caller caller, String id, ScheduleDraft draft, @Nullable Long expectedRevision) {
        requireWriting(caller);
        ScheduleValidation.Checked checked = ScheduleValidation.check(draft);
        Server server = server(caller, checked.serverId());
        return revisions.save(checked.name(), tx -> {
            Schedule before = locked(tx, caller, id);
            revisions.require(before, expectedRevision);
            Schedule after = after(caller, before, checked);
            revisions.update(tx, after);
            timer.set(tx, after, server.onlyHome(), after.handledUntil());
            runs.moveWaiting(tx, id, server.onlyHome());
            revisions.append(tx, caller, EventKind.SCHEDULE_CHANGED, before, after);
            return after;
        });
    }

    private Schedule after(Caller caller, Schedule before, ScheduleValidation.Checked checked) {
        boolean same = before.cron().equals(checked.cron())
                && before.timeZone().equals(checked.timeZone())
                && before.enabled() == checked.enabled();
        return made(
                before.id(),
                caller,
                checked,
                same ? before.handledUntil() : clock.instant(),
                before.createdAt(),
                before.revision() + 1);
    }

    /**
     * Switches a schedule on or off and leaves the rest as it is.
     *
     * @throws AppException as {@link #update}
     */
    @Override
    public Schedule setEnabled(Caller caller, String id, boolean enabled) {
        Schedule now = get(caller, id);
        return update(caller, id, ScheduleDraft.of(now).withEnabled(enabled), now.revision());
    }

    /** Switches off what was set up with any of these keys; within the change that deletes them. */
    List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return schedules.lockEnabledOfKeys(tx, organizationId, keyIds).stream()
                .map(each -> {
                    schedules.disable(tx, each.id());
                    timer.remove(tx, each.id());
                    return new NewEvent(
                            EventKind.SCHEDULE_CHANGED,
                            each.id(),
                            Map.of(
                                    "name", each.name(),
                                    "before", Map.of("enabled", true),
                                    "after", Map.of("enabled", false),
                                    "why", Actor.KEY_DELETED));
                })
                .toList();
    }

    /**
     * Forgets a schedule, its runs and their logs.
     *
     * @throws AppException {@code not_found}, {@code precondition_failed}; {@code in_use} while a run is not over
     */
    @Override
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.SCHEDULES_WRITE);
        List<String> jobIds = new ArrayList<>();
        store.change(tx -> {
            Schedule schedule = locked(tx, caller, id);
            revisions.require(schedule, expectedRevision);
            if (runs.active(tx, id).stream().anyMatch(each -> each.status() == RunStatus.RUNNING)) {
                throw new AppException(
                        PlatformError.IN_USE,
                        "A run of " + schedule.name() + " is not over. Cancel it or wait for its end.");
            }
            jobIds.addAll(RunCare.jobIds(runs.allOf(tx, id)));
            jobs.delete(tx, jobIds);
            schedules.delete(tx, id);
            timer.remove(tx, id);
            revisions.append(tx, caller, EventKind.SCHEDULE_DELETED, schedule);
        });
        jobs.deleteLogs(jobIds);
    }

    /** The organization's schedules, newest first. */
    public Page<Schedule> list(Caller caller, PageRequest page) {
        caller.require(Scope.SCHEDULES_READ);
        return revisions.list(caller, page);
    }

    /** The organization's schedules, newest first. */
    @Override
    public List<Schedule> all(Caller caller) {
        caller.require(Scope.SCHEDULES_READ);
        return store.read(tx -> schedules.all(tx, caller.organizationId()));
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    @Override
    public Schedule get(Caller caller, String id) {
        return forUse(caller, id, Scope.SCHEDULES_READ);
    }

    /**
     * The schedule, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public Schedule forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /** The newest run of each schedule that has one, by the schedule's id and without its output. */
    public Map<String, ScheduleRun> lastRuns(Caller caller) {
        caller.require(Scope.SCHEDULES_READ);
        Map<String, ScheduleRun> last = new LinkedHashMap<>();
        store.read(tx -> runs.newestOfEach(tx, caller.organizationId()))
                .forEach(each -> last.put(each.scheduleId(), each));
        return last;
    }

    /**
     * The newest run of a schedule without its output; empty when it has none.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public Optional<ScheduleRun> lastRun(Caller caller, String id) {
        get(caller, id);
        return store.read(tx -> runs.newest(tx, id));
    }

    /** When it is due next; empty for one that is off. A pause of all does not count. */
    public Optional<Instant> nextDue(Schedule schedule) {
        return schedule.enabled() ? Optional.of(schedule.dueTimes().nextAfter(clock.instant())) : Optional.empty();
    }

    /**
     * What an expression means and when it is due, while it is typed.
     *
     * @param timeZone null for UTC
     * @param count 1 to {@link #MOST_PREVIEWED}
     * @throws AppException {@code validation_failed} on {@code cron} or {@code timeZone}
     */
    public DuePreview preview(Caller caller, String cron, @Nullable String timeZone, int count) {
        caller.require(Scope.SCHEDULES_READ);
        CronExpression expression = CronExpression.parse(cron);
        DueTimes due = new DueTimes(expression, NamedZone.parse(timeZone));
        return new DuePreview(expression.inWords(), due.next(clock.instant(), Math.clamp(count, 1, MOST_PREVIEWED)));
    }

    /**
     * Lets all schedules of the organization rest: no due time counts until {@link #resumeAll}. What runs goes on.
     *
     * @return since when they do
     */
    @Override
    public Optional<Instant> pauseAll(Caller caller) {
        caller.require(Scope.SCHEDULES_WRITE);
        return store.write(tx -> {
            if (!schedules.isPaused(tx, caller.organizationId())) {
                schedules.pause(tx, caller.organizationId(), clock.instant());
                events.append(
                        tx, caller, new NewEvent(EventKind.SCHEDULE_PAUSED_ALL, caller.organizationId(), Map.of()));
            }
            return schedules.findPause(tx, caller.organizationId());
        });
    }

    /** Ends the rest; due times from now on count. */
    @Override
    public void resumeAll(Caller caller) {
        caller.require(Scope.SCHEDULES_WRITE);
        // Alone, as runs are claimed: both lock many schedules, each in an order of its own.
        store.writeAlone(tx -> {
            if (schedules.isPaused(tx, caller.organizationId())) {
                schedules.handleAll(tx, caller.organizationId(), clock.instant());
                schedules.resume(tx, caller.organizationId());
                events.append(
                        tx, caller, new NewEvent(EventKind.SCHEDULE_RESUMED_ALL, caller.organizationId(), Map.of()));
            }
            return true;
        });
    }

    /** Since when all schedules rest; empty when they do not. */
    @Override
    public Optional<Instant> pausedSince(Caller caller) {
        caller.require(Scope.SCHEDULES_READ);
        return store.read(tx -> schedules.findPause(tx, caller.organizationId()));
    }

    private Schedule locked(Transaction tx, Caller caller, String id) {
        return schedules
                .lock(tx, id)
                .filter(each -> each.organizationId().equals(caller.organizationId()))
                .orElseThrow(() -> AppException.notFound("schedule", id));
    }

    private static Map<String, Object> told(Schedule schedule) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", schedule.name());
        told.put("serverId", schedule.serverId());
        told.put("command", schedule.command());
        told.put("cron", schedule.cron().text());
        told.put("timeZone", schedule.timeZone().getId());
        told.put("enabled", schedule.enabled());
        told.put("timeoutSeconds", schedule.timeout().toSeconds());
        told.put("overlap", schedule.overlap().wireName());
        told.put("missed", schedule.missed().wireName());
        return told;
    }
}
