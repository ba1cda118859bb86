package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Works one command to its end: its output into the log and the tail as it comes, its time limit, and a cancel that asks
 * first and kills then. Used once.
 */
final class CommandRun {

    /** How long nothing may come once the command ended: what it left behind may hold its outputs open for ever. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /** And how long whatever comes: what it left behind may write for ever. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(5);

    private static final int CHUNK_BYTES = 16 << 10;

    private final Workers workers;
    private final JobProgress progress;
    private final OutputTail tail;
    private final LongAdder chunks = new LongAdder();
    private final CountDownLatch ended = new CountDownLatch(2);

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
            workers.start(() -> pump(process.stdout()));
            workers.start(() -> pump(process.stderr()));
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
            awaitOutput();
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

    private void pump(InputStream stream) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                if (read > 0) {
                    take(Arrays.copyOf(buffer, read));
                }
            }
        } catch (IOException _) {
            // Closed with its process; what came until then is kept.
        } finally {
            ended.countDown();
        }
    }

    private void take(byte[] chunk) {
        chunks.increment();
        synchronized (tail) {
            // Both streams in one order, the same in the log and in the tail.
            progress.log(chunk);
            tail.write(chunk);
        }
    }

    private void awaitOutput() {
        try {
            long end = System.nanoTime() + LONGEST_DRAIN.toNanos();
            long before = chunks.sum();
            while (!ended.await(QUIET.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = chunks.sum();
                if (now == before || System.nanoTime() - end > 0) {
                    return;
                }
                before = now;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
