package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is in memory of one app. The lock is held while a person starts or stops it and while a look at it is taken in;
 * everything but {@link #status}, {@link #crash} and {@link #generation} is for its holder.
 */
final class Tracked {

    private final ReentrantLock lock = new ReentrantLock();
    private final CpuMeter cpu = new CpuMeter();
    private final RestartBackoff backoff = new RestartBackoff();
    private Set<String> runningNow = Set.of();
    private long runningSince;
    private final AtomicLong generation = new AtomicLong();
    private volatile @Nullable AppStatus status;
    private volatile @Nullable Crash crash;

    ReentrantLock lock() {
        return lock;
    }

    RestartBackoff backoff() {
        return backoff;
    }

    /** Changes with everything a person does; a look that began before is discarded. */
    long generation() {
        return generation.get();
    }

    /** A person did something; for the holder of the lock. */
    void touched() {
        generation.incrementAndGet();
        backoff.reset();
    }

    @Nullable
    AppStatus status() {
        return status;
    }

    void setStatus(AppStatus now) {
        status = now;
    }

    /** The last one; null once it has recovered. */
    @Nullable
    Crash crash() {
        return crash;
    }

    void setCrash(@Nullable Crash last) {
        crash = last;
    }

    @Nullable
    Double cpu(AppSnapshot snapshot) {
        return cpu.next(snapshot);
    }

    /** Whether exactly these copies have run for that long, by the server's clock. */
    boolean isWell(AppSnapshot snapshot, Duration healthy) {
        Set<String> now = new HashSet<>();
        boolean allRun = !snapshot.instances().isEmpty();
        for (Instance each : snapshot.instances()) {
            allRun &= each.running();
            now.add(each.identity());
        }
        if (!allRun || !now.equals(runningNow) || snapshot.at() < runningSince) {
            runningNow = allRun ? now : Set.of();
            runningSince = snapshot.at();
        }
        return allRun && snapshot.at() - runningSince >= healthy.toNanos();
    }
}
