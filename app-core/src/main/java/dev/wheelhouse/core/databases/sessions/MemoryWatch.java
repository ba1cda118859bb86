package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops the youngest statement on SQLite while the process takes more memory than it may: what the library allocates lies
 * beside the heap, and this build of it knows no limit (its hard_heap_limit has no effect). Looks only while statements
 * run, and takes one for the cause only if what the C library gave out has grown since it was first seen. Thread-safe.
 */
final class MemoryWatch {

    private static final System.Logger LOG = System.getLogger(MemoryWatch.class.getName());

    /**
     * What the process may take beside the most that its heap may: 350 MB resident in all with a heap of 256 MB, and more
     * where there is more.
     */
    private static final long MOST_BESIDE_HEAP = 82_000_000;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Duration PERIOD = Duration.ofMillis(20);

    /** More than one statement's values take; a window is above the limit all the time. */
    private static final long GROWN_BYTES = 140_000_000;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Workers workers;
    private final long most;
    private final LongSupplier resident;
    private final LongSupplier beside;
    private final List<Seen> running = new ArrayList<>();
    private boolean looking;

    private static final class Seen {
        final Execution execution;
        long first = UNKNOWN;
        boolean stopped;

        Seen(Execution execution) {
            this.execution = execution;
        }
    }

    MemoryWatch(Workers workers) {
        this(
                workers,
                Runtime.getRuntime().maxMemory() + MOST_BESIDE_HEAP,
                MemoryWatch::residentBytes,
                MemoryWatch::besideHeapBytes);
    }

    /**
     * @param most bytes that the process may take
     * @param resident bytes that the process takes; 0 when unknown
     * @param beside bytes that it has allocated beside Java's heap
     */
    MemoryWatch(Workers workers, long most, LongSupplier resident, LongSupplier beside) {
        this.workers = workers;
        this.most = most;
        this.resident = resident;
        this.beside = beside;
    }

    synchronized void began(Execution execution) {
        running.add(new Seen(execution));
        if (!looking) {
            lookAgain();
        }
    }

    synchronized void ended(Execution execution) {
        running.removeIf(each -> each.execution == execution);
    }

    private void look() {
        try {
            Seen cause = findCause(resident.getAsLong(), beside.getAsLong());
            if (cause != null) {
                cause.execution.stopForMemory();
            }
        } finally {
            goOn();
        }
    }

    private synchronized void goOn() {
        looking = false;
        if (!running.isEmpty()) {
            lookAgain();
        }
    }

    private void lookAgain() {
        try {
            Future<?> _ = workers.after(PERIOD, this::look);
            looking = true;
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "The console is stopping, and so does what runs", e);
        }
    }

    private synchronized @Nullable Seen findCause(long now, long allocated) {
        running.stream().filter(each -> each.first == UNKNOWN).forEach(each -> each.first = allocated);
        if (now <= most || running.stream().anyMatch(each -> each.stopped)) {
            // One after the other: what one gives back may be enough.
            return null;
        }
        for (Seen each : running.reversed()) {
            if (allocated - each.first >= GROWN_BYTES) {
                each.stopped = true;
                return each;
            }
        }
        return null;
    }

    /**
     * Where the C library does not count, what is resident without the heap: then a heap that is written to for the first
     * time looks like a statement that grows.
     */
    private static long besideHeapBytes() {
        return NativeMemory.allocatedBytes()
                .orElseGet(() -> residentBytes() - Runtime.getRuntime().totalMemory());
    }

    /** Linux: proc(5), VmRSS. */
    private static long residentBytes() {
        try {
            for (String line : Files.readAllLines(STATUS, StandardCharsets.US_ASCII)) {
                if (line.startsWith("VmRSS:")) {
                    return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException _) {
            // Not on Linux.
        }
        return 0;
    }
}
