package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Works one command from its start to its end, whatever machine it is on. Thread-safe. */
public final class ProcessRun {

    /** How long a command that was asked to end may take before it is killed. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How long output is read that comes without a pause once the command ended: what it left behind may never end. */
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(10);

    private final Workers workers;
    private final Duration lastOutput;

    public ProcessRun(Workers workers) {
        this(workers, LAST_OUTPUT);
    }

    /** @param lastOutput see {@link #LAST_OUTPUT} */
    ProcessRun(Workers workers, Duration lastOutput) {
        this.workers = workers;
        this.lastOutput = lastOutput;
    }

    /** As {@link Host#run(HostCommand)}; the process is closed in any case. */
    public CommandResult gather(HostProcess process, HostCommand command) {
        Kept kept = new Kept();
        int exitCode = work(process, command, kept);
        return kept.result(exitCode);
    }

    /** As {@link Host#run(HostCommand, CommandOutput)}; the process is closed in any case. */
    public int work(HostProcess process, HostCommand command, CommandOutput output) {
        try (process) {
            workers.start(() -> feed(process, command.input()));
            return awaitEnd(process, command, OutputPump.start(process, output, workers));
        }
    }

    private int awaitEnd(HostProcess process, HostCommand command, OutputPump pump) {
        try {
            OptionalInt exitCode = waitFor(process, command);
            if (exitCode.isPresent()) {
                pump.awaitRest(lastOutput);
            }
            throwIfRefused(pump.refusal());
            return exitCode.orElseThrow(() -> HostFailures.commandTimedOut(command));
        } catch (AppException e) {
            // Whoever refused the output ended the command, so that its exit code means nothing.
            throwIfRefused(pump.refusal());
            throw e;
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + command.program(), e);
        }
    }

    private static OptionalInt waitFor(HostProcess process, HostCommand command) {
        OptionalInt exitCode = process.waitFor(command.timeout());
        if (exitCode.isEmpty()) {
            process.terminate();
            process.awaitGone(GRACE);
        }
        return exitCode;
    }

    private static void throwIfRefused(@Nullable Exception refused) {
        switch (refused) {
            case null -> {}
            case RuntimeException e -> throw e;
            case IOException e -> throw new UncheckedIOException(e);
            default -> throw new IllegalStateException(refused);
        }
    }

    private static void feed(HostProcess process, CommandInput input) {
        try (OutputStream stdin = process.stdin()) {
            input.writeTo(stdin);
        } catch (IOException _) {
            // A command that takes no more input, or ended, is right to.
        }
    }

    /** Both streams in memory, each up to the limit. */
    private static final class Kept implements CommandOutput {

        private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        private volatile boolean truncated;

        @Override
        public void stdout(byte[] chunk) {
            keep(stdout, chunk);
        }

        @Override
        public void stderr(byte[] chunk) {
            keep(stderr, chunk);
        }

        private void keep(ByteArrayOutputStream stream, byte[] chunk) {
            int room = CommandResult.LIMIT_BYTES - stream.size();
            stream.write(chunk, 0, Math.min(room, chunk.length));
            if (chunk.length > room) {
                truncated = true;
            }
        }

        CommandResult result(int exitCode) {
            return new CommandResult(exitCode, stdout.toByteArray(), stderr.toByteArray(), truncated);
        }
    }
}
