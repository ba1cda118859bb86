package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.OutputPump;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Works one command to its end: its output into the log and the tail as it comes, its time limit, and a cancel that asks
 * first and kills then. Used once.
 */
final class CommandRun implements CommandOutput {

    /** How long whatever comes is read once the command ended: what it left behind may write for ever. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(5);

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
        HostCommand command = HostCommand.of("/bin/sh", "-c", line).withEnvironment(environment);
        // As over SSH: in the home of the account, not where the console was started.
        return host.isLocal() ? command.inDirectory(System.getProperty("user.home")) : command;
    }

    /**
     * @param kill how long the command may take once it was asked to end
     * @throws dev.wheelhouse.core.platform.error.AppException {@code upstream_failed} when the server goes away
     */
    CommandEnd work(HostProcess process, Duration timeout, Supplier<Duration> kill) {
        try (process) {
            progress.onCancel(() -> {
                process.terminate();
                var _ = workers.after(kill.get(), process::close);
            });
            closeInput(process);
            OutputPump pump = OutputPump.start(process, this, workers);
            OptionalInt exitCode = process.waitFor(timeout);
            boolean timedOut = exitCode.isEmpty();
            if (timedOut) {
                process.terminate();
            }
            // The next run must not begin beside what this one's shell left behind when it was asked to end.
            boolean stopped = timedOut || progress.isCancelled();
            if (stopped && !process.awaitGone(kill.get())) {
                process.close();
            }
            awaitRest(pump);
            if (progress.isCancelled()) {
                return new CommandEnd(RunStatus.CANCELLED, null, null);
            }
            return timedOut
                    ? new CommandEnd(
                            RunStatus.TIMED_OUT,
                            null,
                            "The command did not end within " + timeout.toSeconds() + " s and was stopped.")
                    : CommandEnd.of(exitCode.getAsInt());
        }
    }

    private static void closeInput(HostProcess process) {
        try {
            process.stdin().close();
        } catch (IOException _) {
            // It may have ended already.
        }
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

    private static void awaitRest(OutputPump pump) {
        try {
            pump.awaitRest(LONGEST_DRAIN);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
