package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Several logs that are followed as one. A line waits for older ones of other logs for a small while after it came, unless
 * every other log has a younger one already. Thread-safe.
 */
final class MergedFollowing implements LogFollowing {

    private static final int MOST_AT_ONCE = 4096;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<FollowedLane> lanes;
    private final List<String> names;
    private final @Nullable LogPosition[] places;
    private final long windowNanos;
    private boolean closed;
    private boolean isFailureTold;

    /**
     * @param window how long a line waits for older ones
     * @param isNamed whether lines carry the name of their log
     */
    record Parts(Workers workers, LineTimes times, Duration window, boolean isNamed) {}

    private MergedFollowing(List<NamedSource> sources, @Nullable LogPosition[] places, Parts parts) {
        this.names = sources.stream().map(NamedSource::name).toList();
        this.places = places.clone();
        this.windowNanos = parts.window().toNanos();
        List<FollowedLane> made = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Lane lane = new Lane(sources.get(i), !parts.isNamed(), parts.times());
            made.add(new FollowedLane(sources.get(i), places[i], lane, lock, changed));
        }
        lanes = List.copyOf(made);
    }

    /** @param places where to begin in each log; null for what comes from now on */
    static MergedFollowing start(List<NamedSource> sources, @Nullable LogPosition[] places, Parts parts) {
        MergedFollowing following = new MergedFollowing(sources, places, parts);
        following.lanes.forEach(lane -> parts.workers().start(lane::run));
        return following;
    }

    @Override
    public List<PlacedLine> next(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                List<PlacedLine> ready = takeReady();
                if (!ready.isEmpty() || closed) {
                    return ready;
                }
                if (isDrained()) {
                    if (isFailed()) {
                        isFailureTold = true;
                        throw firstFailure();
                    }
                    return List.of();
                }
                long now = System.nanoTime();
                long wait = Math.min(deadline - now, untilOldestIsDue(now));
                if (deadline - now <= 0) {
                    return List.of();
                }
                changed.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<PlacedLine> takeReady() {
        List<PlacedLine> ready = new ArrayList<>();
        while (ready.size() < MOST_AT_ONCE) {
            int oldest = -1;
            boolean isCertain = true;
            long firstCame = Long.MAX_VALUE;
            for (int i = 0; i < lanes.size(); i++) {
                FollowedLane.Waiting head = lanes.get(i).head();
                if (head == null) {
                    isCertain &= lanes.get(i).isDrained();
                    continue;
                }
                firstCame = Math.min(firstCame, head.cameNanos());
                if (oldest < 0 || head.order().isBefore(lanes.get(oldest).order())) {
                    oldest = i;
                }
            }
            if (oldest < 0 || (!isCertain && System.nanoTime() - firstCame < windowNanos)) {
                break;
            }
            PlacedLine line = lanes.get(oldest).take();
            places[oldest] = line.after();
            ready.add(new PlacedLine(line.line(), MergedPositions.of(names, places)));
        }
        return ready;
    }

    private long untilOldestIsDue(long now) {
        long due = Long.MAX_VALUE;
        for (FollowedLane each : lanes) {
            FollowedLane.Waiting head = each.head();
            if (head != null) {
                due = Math.min(due, windowNanos - (now - head.cameNanos()));
            }
        }
        return Math.clamp(due, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(60));
    }

    private boolean isDrained() {
        return lanes.stream().allMatch(FollowedLane::isDrained);
    }

    private boolean isFailed() {
        return lanes.stream().allMatch(lane -> lane.failure() != null);
    }

    private AppException firstFailure() {
        AppException first = Objects.requireNonNull(lanes.getFirst().failure());
        return new AppException(first.errorCode(), String.valueOf(first.getMessage()), first.details(), first);
    }

    @Override
    public String notice() {
        lock.lock();
        try {
            List<String> notices = lanes.stream()
                    .filter(lane -> !lane.notice().isEmpty())
                    .map(lane -> lanes.size() == 1 ? lane.notice() : lane.name() + ": " + lane.notice())
                    .toList();
            return String.join(" ", notices);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isEnded() {
        lock.lock();
        try {
            return closed || (isDrained() && (!isFailed() || isFailureTold));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        lanes.forEach(FollowedLane::close);
    }
}
