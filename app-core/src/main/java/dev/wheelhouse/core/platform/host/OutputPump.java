package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Passes on what a process writes, each of its outputs on a thread of its own. Thread-safe. */
public final class OutputPump {

    /** How long nothing may come once the command ended: what it left behind may hold its outputs open for ever. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private static final int CHUNK_BYTES = 16 << 10;

    private final HostProcess process;
    private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();
    private final LongAdder chunks = new LongAdder();
    private final CountDownLatch ended = new CountDownLatch(2);

    private OutputPump(HostProcess process) {
        this.process = process;
    }

    @FunctionalInterface
    private interface Sink {
        void accept(byte[] chunk) throws IOException;
    }

    /** @param output when it throws, the process is closed */
    public static OutputPump start(HostProcess process, CommandOutput output, Workers workers) {
        OutputPump pump = new OutputPump(process);
        workers.start(() -> pump.pass(process.stdout(), output::stdout));
        workers.start(() -> pump.pass(process.stderr(), output::stderr));
        return pump;
    }

    private void pass(InputStream from, Sink to) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            for (int read = next(from, buffer); read >= 0; read = next(from, buffer)) {
                if (read > 0) {
                    chunks.increment();
                    to.accept(Arrays.copyOf(buffer, read));
                }
            }
        } catch (IOException | RuntimeException e) {
            refusal.compareAndSet(null, e);
            process.close();
        } finally {
            ended.countDown();
        }
    }

    /** A broken stream has ended; {@link HostProcess#waitFor} throws the cause. */
    private static int next(InputStream from, byte[] buffer) {
        try {
            return from.read(buffer);
        } catch (IOException _) {
            return -1;
        }
    }

    /**
     * Waits, once the process has ended, for the rest of what it wrote.
     *
     * @param longest how long output is read that comes without a pause: what the process left behind may never end
     */
    public void awaitRest(Duration longest) throws InterruptedException {
        long began = System.nanoTime();
        long before;
        do {
            before = chunks.sum();
        } while (!ended.await(QUIET.toMillis(), TimeUnit.MILLISECONDS)
                && chunks.sum() != before
                && System.nanoTime() - began < longest.toNanos());
    }

    /** What the receiver of the output threw; null for nothing. */
    @Nullable
    Exception refusal() {
        return refusal.get();
    }
}
