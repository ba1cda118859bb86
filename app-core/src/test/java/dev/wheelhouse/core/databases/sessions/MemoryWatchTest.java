package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

    private static final long MOST_BYTES = 350_000_000;

    private final Workers workers = new Workers();
    private final AtomicLong resident = new AtomicLong(200_000_000);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicLong heap = new AtomicLong(50_000_000);
    private final MemoryWatch watch = new MemoryWatch(
            workers,
            MOST_BYTES,
            () -> {
                looks.incrementAndGet();
                return resident.get();
            },
            () -> resident.get() - heap.get());

    @AfterEach
    void stop() {
        workers.close();
    }

    private Execution begun() {
        Execution execution = new Execution(workers, OpeningTest.CALLER, null, _ -> {});
        watch.began(execution);
        awaitLooks();
        return execution;
    }

    /** Until whatever was so before has been seen, and what follows from it was done. */
    private void awaitLooks() {
        int before = looks.get();
        Awaiting.until(() -> looks.get() >= before + 3);
    }

    @Test
    void stopsTheYoungestAndOnlyThenTheNext() {
        Execution older = begun();
        Execution younger = begun();
        resident.set(MOST_BYTES + 1);
        Awaiting.until(younger::isStopped);
        assertThatThrownBy(younger::check).hasMessageContaining("memory ran short");
        awaitLooks();
        assertThat(older.isStopped()).isFalse();
        watch.ended(younger);
        Awaiting.until(older::isStopped);
        watch.ended(older);
    }

    @Test
    void leavesWhatIsNotTheCauseAlone() {
        resident.set(MOST_BYTES + 100_000_000);
        Execution late = begun();
        resident.addAndGet(10_000_000);
        awaitLooks();
        assertThat(late.isStopped()).isFalse();
        heap.addAndGet(100_000_000);
        resident.addAndGet(100_000_000);
        awaitLooks();
        assertThat(late.isStopped()).as("The heap is not its doing").isFalse();
        watch.ended(late);
        resident.set(MOST_BYTES - 100_000_000);
        Execution within = begun();
        resident.addAndGet(99_000_000);
        awaitLooks();
        assertThat(within.isStopped()).isFalse();
        watch.ended(within);
    }

    @Test
    void looksAgainWhenSomethingRunsAgain() {
        watch.ended(begun());
        Execution next = begun();
        resident.set(MOST_BYTES + 1);
        Awaiting.until(next::isStopped);
        watch.ended(next);
    }
}
