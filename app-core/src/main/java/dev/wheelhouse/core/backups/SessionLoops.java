package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a session does again and again until it ends. Thread-safe. */
final class SessionLoops implements AutoCloseable {

    private final Workers workers;
    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    SessionLoops(Workers workers) {
        this.workers = workers;
    }

    /** As {@link Workers#every}. */
    void every(String name, Duration first, Duration pause, Runnable work) {
        loops.add(workers.every(name, first, pause, work));
    }

    /** Has all of it done soon. */
    void hurry() {
        loops.forEach(Loop::hurry);
    }

    /** Whether what it did has ended, after {@link #close}. */
    boolean isOver() {
        return loops.stream().allMatch(Loop::isOver);
    }

    void awaitOver() throws InterruptedException {
        for (Loop each : loops) {
            each.awaitOver();
        }
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
    }
}
