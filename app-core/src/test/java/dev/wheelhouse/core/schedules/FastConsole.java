package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A console with schedules on the machine itself and real threads, over a home that outlives it. */
final class FastConsole implements AutoCloseable {

    static final String HOME_ID = "srv_own";
    static final Instant START = Instant.parse("2026-01-02T03:00:30Z");

    /** A minute passes in a fifth of a second. */
    static final int FACTOR = 300;

    final Workers workers = new Workers();
    final StateStore store;
    final Clock clock;
    final JobService jobs;
    final Schedules schedules;
    private final Servers servers;
    private final Timers timers;
    private final SchedulePace pace;

    FastConsole(Path directory, Clock clock, String organizationId, SchedulePace pace) {
        this.clock = clock;
        this.pace = pace;
        Home home = Home.open(StateKind.migrated(directory));
        store = new StateStore(
                new StateStoreConfig.SqliteFile(home.file("state.db"), home.file("copies")), workers.stateCalls());
        IdGenerator ids = new IdGenerator(clock, new SecureRandom());
        EventLog events = new EventLog(store, ids, clock, HOME_ID);
        servers = Servers.open(new ServersConfig(
                home,
                HOME_ID,
                "own",
                store,
                new Vault(home, HOME_ID, "here", store, clock),
                events,
                ids,
                clock,
                workers,
                SshTimeouts.DEFAULT,
                null));
        jobs = new JobService(
                store,
                workers,
                ids,
                clock,
                HOME_ID,
                new JobLogs(home.file("job-logs")),
                new LeftCommands(store, HOME_ID, (_, _, _) -> Optional.empty()));
        timers = new Timers(store, clock, HOME_ID);
        Consoles consoles = new Consoles(store, clock, HOME_ID);
        schedules = Schedules.open(new SchedulesConfig(
                HOME_ID,
                store,
                events,
                jobs,
                timers,
                (_, organization, actor, origin, request) -> new Caller(
                        organization, actor.memberId(), actor.keyId(), Set.of(Scope.values()), origin, request, null),
                servers.service(),
                servers.hosts()::of,
                _ -> false,
                workers,
                ids,
                clock,
                pace,
                () -> Duration.ofDays(90)));
        store.open(() -> {
            if (!organizationId.isEmpty()) {
                servers.start(organizationId);
            }
            schedules.settleWhatWasLeft();
            new JobCare(store, jobs, consoles).settleOwn();
        });
    }

    /** Begins to run what is due. */
    void start() {
        schedules.start();
        workers.every("Handling what is due", pace.look(), timers::look);
    }

    static SchedulePace fastPace() {
        return new SchedulePace(Duration.ofMillis(20), Duration.ofMinutes(2), Duration.ofSeconds(10), 32);
    }

    void addServer(Caller caller) {
        servers.start(caller.organizationId());
    }

    /** The process that is killed: {@code directory origin organization}. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path home = Path.of(arguments[0]);
            Clock clock = new FastClock(Long.parseLong(arguments[1]), START, FACTOR);
            FastConsole console = new FastConsole(home, clock, arguments[2], fastPace());
            console.start();
            System.out.println("ready");
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }

    @Override
    public void close() {
        schedules.close();
        jobs.close();
        servers.close();
        workers.finishBackground();
        store.close();
        workers.close();
    }
}
