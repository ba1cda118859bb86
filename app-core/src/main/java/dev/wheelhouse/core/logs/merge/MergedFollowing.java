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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several logs that are followed as one. A line waits for older ones of other logs for a small while after it came, unless
 * every other log has a younger one already. Thread-safe.
 */
final class MergedFollowing implements LogFollowing {

    private static final int MOST_AT_ONCE = 4096;

    private final List<SourceQueue> queues;
    private final List<String> names;
    private final @Nullable LogPosition[] places;
    private final long windowNanos;
    private boolean closed;
    private boolean isFailureTold;

    private MergedFollowing(
            List<NamedSource> sources,
            @Nullable LogPosition[] places,
            LineTimes times,
            Duration window,
            boolean isNamed) {
        this.names = sources.stream().map(NamedSource::name).toList();
        this.places = places.clone();
        this.windowNanos = window.toNanos();
        List<SourceQueue> made = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            NamedSource source = sources.get(i);
            made.add(new SourceQueue(source, places[i], new LineOrdering(source, !isNamed, times), this));
        }
        queues = List.copyOf(made);
    }

    /**
     * Begins to follow.
     *
     * @param places where to begin in each log; null for what comes from now on
     * @param window how long a line waits for older ones
     * @param isNamed whether lines carry the name of their log
     */
    static MergedFollowing start(
            List<NamedSource> sources,
            @Nullable LogPosition[] places,
            LineTimes times,
            Duration window,
            boolean isNamed,
            Workers workers) {
        MergedFollowing following = new MergedFollowing(sources, places, times, window, isNamed);
        following.queues.forEach(queue -> workers.start(queue::run));
        return following;
    }

    @Override
    public synchronized List<PlacedLine> next(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
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
            if (deadline - now <= 0) {
                return List.of();
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(deadline - now, untilOldestIsDue(now)));
        }
    }

    private List<PlacedLine> takeReady() {
        List<PlacedLine> ready = new ArrayList<>();
        while (ready.size() < MOST_AT_ONCE) {
            int oldest = -1;
            boolean isCertain = true;
            long firstCame = Long.MAX_VALUE;
            for (int i = 0; i < queues.size(); i++) {
                SourceQueue.Waiting head = queues.get(i).head();
                if (head == null) {
                    isCertain &= queues.get(i).isDrained();
                    continue;
                }
                firstCame = Math.min(firstCame, head.cameNanos());
                if (oldest < 0 || head.order().isBefore(queues.get(oldest).order())) {
                    oldest = i;
                }
            }
            if (oldest < 0 || (!isCertain && System.nanoTime() - firstCame < windowNanos)) {
                break;
            }
            PlacedLine line = queues.get(oldest).take();
            places[oldest] = line.after();
            ready.add(new PlacedLine(line.line(), MergedPositions.of(names, places)));
        }
        return ready;
    }

    private long untilOldestIsDue(long now) {
        long due = Long.MAX_VALUE;
        for (SourceQueue each : queues) {
            SourceQueue.Waiting head = each.head();
            if (head != null) {
                due = Math.min(due, windowNanos - (now - head.cameNanos()));
            }
        }
        return Math.clamp(due, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(60));
    }

    private boolean isDrained() {
        return queues.stream().allMatch(SourceQueue::isDrained);
    }

    private boolean isFailed() {
        return queues.stream().allMatch(queue -> queue.failure() != null);
    }

    private AppException firstFailure() {
        AppException first = Objects.requireNonNull(queues.getFirst().failure());
        return new AppException(first.errorCode(), String.valueOf(first.getMessage()), first.details(), first);
    }

    @Override
    public synchronized String notice() {
        return queues.stream()
                .filter(queue -> !queue.notice().isEmpty())
                .map(queue -> queues.size() == 1 ? queue.notice() : queue.name() + ": " + queue.notice())
                .collect(Collectors.joining(" "));
    }

    @Override
    public synchronized boolean isEnded() {
        return closed || (isDrained() && (!isFailed() || isFailureTold));
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        queues.forEach(SourceQueue::close);
    }
}
