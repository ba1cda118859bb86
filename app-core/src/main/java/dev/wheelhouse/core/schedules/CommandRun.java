package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.CommandWork;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** Works one command to its end, its output into the log and the tail as it comes. Used once. */
final class CommandRun implements CommandOutput {

    private final Workers workers;
    private final JobProgress progress;
    private final OutputTail tail;

    CommandRun(Workers workers, JobProgress progress, OutputTail tail) {
        this.workers = workers;
        this.progress = progress;
        this.tail = tail;
    }

    /** The person's own line for a shell; as one argument nothing else reads it. */
    static HostCommand command(Host host, String line, Map<String, String> environment) {
        HostCommand command = HostCommand.of("/bin/sh", "-c", line)
                .withEnvironment(environment)
                .asOwnService();
        // As over SSH: in the home of the account, not where the console was started.
        return host.isLocal() ? command.inDirectory(System.getProperty("user.home")) : command;
    }

    /**
     * @param kill how long the command may take once it was asked to end
     * @throws dev.wheelhouse.core.platform.error.AppException {@code upstream_failed} when the server goes away
     */
    CommandEnd work(HostProcess process, Duration timeout, Supplier<Duration> kill) {
        CommandWork.End end = CommandWork.work(process, CommandInput.NONE, this, progress, workers, timeout, kill);
        if (end.cancelled()) {
            return new CommandEnd(RunStatus.CANCELLED, null, null);
        }
        return end.exitCode().isEmpty()
                ? new CommandEnd(
                        RunStatus.TIMED_OUT,
                        null,
                        "The command did not end within " + timeout.toSeconds() + " s and was stopped.")
                : CommandEnd.of(end.exitCode().getAsInt());
    }

    @Override
    public void stdout(byte[] chunk) {
        take(chunk);
    }

    @Override
    public void stderr(byte[] chunk) {
        take(chunk);
    }

    private void take(byte[] chunk) {
        synchronized (tail) {
            // Both streams in one order, the same in the log and in the tail.
            progress.log(chunk);
            tail.write(chunk);
        }
    }
}
