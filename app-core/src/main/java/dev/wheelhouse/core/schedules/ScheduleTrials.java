package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.servers.Server;
import java.time.Duration;
import java.util.Map;

/**
 * Runs what a draft says once, before it is kept: a job whose log is what the command writes, and whose result is
 * {@code status} and {@code exitCode} as a run's are. No schedule has it among its runs. Thread-safe.
 */
public final class ScheduleTrials implements TrialGateway {

    /** The kind of the job. */
    public static final String KIND = "schedule_test";

    private final SchedulesConfig config;

    ScheduleTrials(SchedulesConfig config) {
        this.config = config;
    }

    /**
     * Begins one; everything but the command, the server and the time-out is only checked.
     *
     * @throws AppException {@code insufficient_scope} (it takes {@code servers:exec} too), {@code validation_failed};
     *     {@code state_invalid} for a machine that is another console's own
     */
    @Override
    public Job begin(Caller caller, ScheduleDraft draft) {
        caller.require(Scope.SCHEDULES_WRITE);
        caller.require(Scope.SERVERS_EXEC);
        ScheduleValidation.Checked checked = ScheduleValidation.check(draft);
        Server server = config.servers()
                .find(caller.organizationId(), checked.serverId())
                .orElseThrow(() ->
                        AppException.invalid("serverId", "There is no server with the id " + checked.serverId() + "."));
        String onlyHome = server.onlyHome();
        if (onlyHome != null && !onlyHome.equals(config.homeId())) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    server.name() + " is another console's own machine. Try the command on that console.");
        }
        config.store()
                .change(tx -> config.events()
                        .append(
                                tx,
                                caller,
                                new NewEvent(
                                        EventKind.SCHEDULE_TESTED,
                                        server.id(),
                                        Map.of("serverId", server.id(), "command", checked.command()))));
        return config.jobs()
                .start(caller, KIND, server.id(), Scope.SCHEDULES_WRITE, progress -> run(server, checked, progress));
    }

    /**
     * How one stands.
     *
     * @param most bytes of the end of what it wrote
     * @throws AppException {@code not_found}
     */
    @Override
    public TrialStatus status(Caller caller, String id, int most) {
        Job job = config.jobs().get(caller, id);
        return TrialStatus.of(
                job, config.jobs().logEndOf(id, most), config.clock().instant());
    }

    /** @throws AppException {@code not_found}; {@code state_invalid} when it is over or runs on another console */
    @Override
    public void cancel(Caller caller, String id) {
        config.jobs().cancel(caller, id);
    }

    private String run(Server server, ScheduleValidation.Checked checked, JobProgress progress) {
        progress.report(0, null, "On " + server.name());
        Host host = config.hosts().apply(server);
        HostCommand command =
                CommandRun.command(host, checked.command(), Map.of("WHEELHOUSE_SCHEDULE", checked.name()));
        Duration kill = config.pace().kill();
        CommandEnd end = new CommandRun(config.workers(), progress, new OutputTail())
                .work(host.start(command), checked.timeout(), () -> kill);
        progress.result(end.told());
        return end.orThrow("The command succeeded on " + server.name() + ".");
    }
}
