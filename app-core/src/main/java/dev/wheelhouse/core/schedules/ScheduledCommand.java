package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One run: the job that has a server run the command, and whose end is the run's end. */
final class ScheduledCommand implements JobWork {

    private static final System.Logger LOG = System.getLogger(ScheduledCommand.class.getName());

    private final SchedulesConfig config;
    private final JdbcRunStore runs;
    private final Schedule schedule;
    private final Optional<Server> server;
    private final ScheduleRun run;
    private final RunQueue queue;
    private final OutputTail tail = new OutputTail();
    private volatile CommandEnd end = CommandEnd.NONE;

    /** @param server where it runs; empty when that is gone */
    ScheduledCommand(
            SchedulesConfig config,
            JdbcRunStore runs,
            Schedule schedule,
            Optional<Server> server,
            ScheduleRun run,
            RunQueue queue) {
        this.config = config;
        this.runs = runs;
        this.schedule = schedule;
        this.server = server;
        this.run = run;
        this.queue = queue;
    }

    String tail() {
        return tail.text();
    }

    @Override
    public String run(JobProgress progress) {
        progress.report(0, null, schedule.name());
        progress.result(Map.of("runId", run.id()));
        Server place = server.orElseThrow(() -> new AppException(PlatformError.STATE_INVALID, "Its server is gone."));
        Host host = config.hosts().apply(place);
        CommandRun command = new CommandRun(config.workers(), progress, tail);
        Duration kill = config.pace().kill();
        HostProcess process = host.start(CommandRun.command(host, schedule.command(), environment()));
        process.mark().ifPresent(mark -> progress.command(place.id(), mark));
        end = command.work(
                process,
                schedule.timeout(),
                // The console itself has only seconds left when it stops.
                () -> queue.isClosed() ? Duration.ofSeconds(1) : kill);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("runId", run.id());
        told.putAll(end.told());
        progress.result(told);
        return end.orThrow("The command of " + schedule.name() + " succeeded.");
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("WHEELHOUSE_SCHEDULE", schedule.name());
        environment.put("WHEELHOUSE_RUN_ID", run.id());
        if (run.dueAt() != null) {
            environment.put("WHEELHOUSE_DUE_AT", run.dueAt().toString());
        }
        return environment;
    }

    @Override
    public void keepEnd(Transaction tx, Job job) {
        ScheduleRun ended = ended(job);
        if (!runs.finish(tx, ended)) {
            LOG.log(System.Logger.Level.WARNING, "The run {0} was taken for dead before it ended", run.id());
            return;
        }
        if (ended.status() != RunStatus.CANCELLED) {
            config.events()
                    .appendOfConsole(
                            tx, schedule.organizationId(), run.setUpBy(schedule), ended.event(schedule.name()));
        }
    }

    private ScheduleRun ended(Job job) {
        CommandEnd how = end;
        RunStatus status = how.status();
        String error = how.error();
        if (how.equals(CommandEnd.NONE) || job.status() == JobStatus.CANCELLED) {
            status = job.status() == JobStatus.CANCELLED ? RunStatus.CANCELLED : RunStatus.FAILED;
            error = job.status() == JobStatus.CANCELLED ? job.message() : job.error();
        }
        return new ScheduleRun(
                run.id(),
                run.organizationId(),
                run.scheduleId(),
                status,
                run.trigger(),
                run.dueAt(),
                run.onlyHome(),
                config.homeId(),
                job.id(),
                how.exitCode(),
                tail.text(),
                error,
                run.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                null);
    }

    @Override
    public void over() {
        queue.over(run.id());
    }
}
