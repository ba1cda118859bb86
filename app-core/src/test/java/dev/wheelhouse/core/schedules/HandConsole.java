package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A console whose schedules move only when the test says so, by the clock of the state. */
final class HandConsole implements AutoCloseable {

    private final OpenState state;
    private final String homeId;
    private final Servers servers;
    private final JobService jobs;
    private final EventLog events;
    private final Schedules schedules;
    private final Consoles consoles;
    private final JobCare care;
    private final Timers timers;
    final FakeHost host = new FakeHost();

    /** What those who set schedules up may do now. */
    volatile Set<Scope> allowed = Set.of(Scope.values());

    /** Whether no server can be reached before the vault is unlocked. */
    volatile boolean waitsForVault;

    HandConsole(OpenState state, Caller owner, String homeId) {
        this(state, owner, homeId, SchedulePace.STANDARD, null);
    }

    HandConsole(
            OpenState state, Caller owner, String homeId, SchedulePace pace, @Nullable Function<Server, Host> hosts) {
        this.state = state;
        this.homeId = homeId;
        events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        servers = Servers.open(new ServersConfig(
                state.home(),
                homeId,
                homeId.replace('_', '-'),
                state.store(),
                new Vault(state.home(), homeId, "here", state.store(), state.clock()),
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        servers.start(owner.organizationId());
        jobs = state.jobs(homeId);
        consoles = new Consoles(state.store(), state.clock(), homeId);
        care = new JobCare(state.store(), jobs, consoles);
        timers = new Timers(state.store(), state.clock(), homeId);
        SchedulesConfig config = new SchedulesConfig(
                homeId,
                state.store(),
                events,
                jobs,
                timers,
                (tx, organization, actor, origin, request) ->
                        new Caller(organization, actor.memberId(), actor.keyId(), allowed, origin, request, null),
                servers.service(),
                hosts == null ? _ -> host : hosts,
                _ -> waitsForVault,
                state.workers(),
                state.ids(),
                state.clock(),
                pace,
                () -> Duration.ofDays(90));
        schedules = Schedules.open(config);
        consoles.beat();
        schedules.settleWhatWasLeft();
        care.settleOwn();
        schedules.care().returnToPresent();
    }

    Servers servers() {
        return servers;
    }

    JobService jobs() {
        return jobs;
    }

    ScheduleService service() {
        return schedules.service();
    }

    ScheduleRuns runs() {
        return schedules.runs();
    }

    Schedules schedules() {
        return schedules;
    }

    Timers timers() {
        return timers;
    }

    /** Shows that it is at work, and settles what is not. */
    void beat() {
        consoles.beat();
        care.settle();
    }

    /** As a console of this home that does not know what is said to run here. */
    void settleLost() {
        JobService unknowing = state.jobs(homeId);
        unknowing.whenAbandoned(RunQueue.JOB_KIND, schedules.care()::fail);
        new JobCare(state.store(), unknowing, consoles).settle();
    }

    /** Looks for what is due or waits, and for what others want stopped. */
    void look() {
        schedules.look();
        care.stopRequested();
    }

    String homeId() {
        return homeId;
    }

    /** Handles every due time until now; what it brings begins by itself. */
    void wakeDue() {
        timers.look();
    }

    /** Waits until nothing runs and nothing waits. */
    void finishAll() {
        Awaiting.until(() -> {
            schedules.fill();
            // One that ended since makes room for the next of its schedule.
            return schedules.isIdle() && !isAnyLeft();
        });
    }

    private boolean isAnyLeft() {
        return state.store()
                .read(tx -> tx.select(
                                String.class,
                                "SELECT id FROM schedule_run WHERE (status = 'queued' AND COALESCE(only_home, ?) = ?)"
                                        + " OR (status = 'running' AND home_id = ?) LIMIT 1",
                                homeId,
                                homeId,
                                homeId)
                        .findFirst()
                        .isPresent());
    }

    /** Handles every due time until now, and starts what waits. */
    void wake() {
        look();
        timers.look();
        schedules.fill();
    }

    /** As {@link #wake}, and waits until nothing runs. */
    void wakeAndFinish() {
        wake();
        awaitIdle();
    }

    void awaitIdle() {
        Awaiting.until(schedules::isIdle);
    }

    /** Moves the clock, handling what is due at every minute on the way. */
    void passMinutes(int minutes) {
        for (int i = 0; i < minutes; i++) {
            state.clock().advance(Duration.ofMinutes(1));
            wakeAndFinish();
        }
    }

    List<ScheduleRun> runsOf(Caller caller, Schedule schedule) {
        return runs().list(caller, schedule.id(), new PageRequest(200, null)).items();
    }

    List<Event> eventsOf(Caller caller, String kind) {
        return events.newest(caller.organizationId(), new EventFilter(List.of(kind), null, null, null), 1000);
    }

    @Override
    public void close() {
        schedules.close();
        jobs.close();
        host.close();
        servers.close();
    }
}
