package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.OpenState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A console whose schedules move only when the test says so, by the clock of the state. */
final class HandConsole implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = 200_000;

    private final OpenState state;
    private final String homeId;
    private final Servers servers;
    private final JobService jobs;
    private final EventLog events;
    private final Schedules schedules;
    private final List<ManualScheduler> made = new ArrayList<>();
    final FakeHost host = new FakeHost();

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
                new Vault(state.home(), homeId, state.store(), state.clock()),
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        servers.start(owner.organizationId());
        jobs = new JobService(
                state.store(),
                state.workers(),
                state.ids(),
                state.clock(),
                homeId,
                new JobLogs(state.home().file("job-logs")));
        SchedulesConfig config = new SchedulesConfig(
                homeId,
                state.store(),
                events,
                jobs,
                servers.service(),
                hosts == null ? _ -> host : hosts,
                state.workers(),
                state.ids(),
                state.clock(),
                pace);
        schedules = new Schedules(config, (source, tasks) -> {
            ManualScheduler scheduler = TestHelper.createManualScheduler(source, tasks)
                    .clock(new SettableClock() {
                        @Override
                        public Instant now() {
                            return state.clock().instant();
                        }
                    })
                    .tableName(JdbcDueStore.TABLE)
                    .build();
            made.add(scheduler);
            return scheduler;
        });
        schedules.settleWhatWasLeft();
        jobs.settleAbandonedJobs();
        schedules.care().returnToPresent(schedules.timer());
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

    String homeId() {
        return homeId;
    }

    /** Handles every due time until now; what it brings begins by itself. */
    void wakeDue() {
        made.getFirst().runAnyDueExecutions();
    }

    /** Waits until nothing runs and nothing waits. */
    void finishAll() {
        await(() -> {
            schedules.fill();
            return schedules.isIdle();
        });
    }

    /** Handles every due time until now, and starts what waits. */
    void wake() {
        schedules.look();
        made.getFirst().runAnyDueExecutions();
        schedules.fill();
    }

    /** As {@link #wake}, and waits until nothing runs. */
    void wakeAndFinish() {
        wake();
        awaitIdle();
    }

    void awaitIdle() {
        await(schedules::isIdle);
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("It did not come about in " + PATIENCE);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
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
