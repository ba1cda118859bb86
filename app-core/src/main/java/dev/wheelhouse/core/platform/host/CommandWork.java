package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Works a command of a job to its end: what it writes is passed on as it comes, its time is limited, and a cancel asks it to
 * end first and kills it then.
 */
public final class CommandWork {

    /** How long whatever comes is read once the command ended: what it left behind may write for ever. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(5);

    private CommandWork() {}

    /**
     * How a command ended.
     *
     * @param exitCode 0..255; empty where it was stopped
     */
    public record End(OptionalInt exitCode, boolean timedOut, boolean cancelled) {}

    /**
     * @param input of the command, which is closed behind it
     * @param output as in {@link OutputPump#start}
     * @param kill how long the command may take once it was asked to end
     * @throws dev.wheelhouse.core.platform.error.AppException {@code upstream_failed} when the machine goes away
     */
    public static End work(
            HostProcess process,
            CommandInput input,
            CommandOutput output,
            JobProgress progress,
            Workers workers,
            Duration timeout,
            Supplier<Duration> kill) {
        try (process) {
            progress.onCancel(() -> {
                process.terminate();
                var _ = workers.after(kill.get(), process::close);
            });
            write(process, input);
            OutputPump pump = OutputPump.start(process, output, workers);
            OptionalInt exitCode = process.waitFor(timeout);
            boolean timedOut = exitCode.isEmpty();
            if (timedOut) {
                process.terminate();
            }
            // What comes next must not begin beside what a shell left behind when it was asked to end.
            boolean stopped = timedOut || progress.isCancelled();
            if (stopped && !process.awaitGone(kill.get())) {
                process.close();
            }
            awaitRest(pump);
            return new End(stopped ? OptionalInt.empty() : exitCode, timedOut, progress.isCancelled());
        }
    }

    private static void write(HostProcess process, CommandInput input) {
        try (var stdin = process.stdin()) {
            input.writeTo(stdin);
        } catch (IOException _) {
            // It may have ended already.
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
