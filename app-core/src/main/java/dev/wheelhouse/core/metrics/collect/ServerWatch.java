package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.proc.Rates;
import dev.wheelhouse.core.metrics.series.ServerSeries;
import dev.wheelhouse.core.metrics.series.Tier;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server as long as it runs, on a virtual thread of its own: a server that does not answer holds up no other.
 * Thread-safe.
 */
final class ServerWatch {

    private static final System.Logger LOG = System.getLogger(ServerWatch.class.getName());
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);
    private static final long SPACE_EVERY = Duration.ofSeconds(10).toMillis();
    private static final long NO_SPACE_FOR = Duration.ofMinutes(10).toNanos();

    /** Makes a source for a server. */
    @FunctionalInterface
    interface Opener {
        CounterSource open() throws IOException;
    }

    private final String serverId;
    private final Opener opener;
    private final ServerSeries series;
    private final WatchParts parts;
    private final LiveReadings live = new LiveReadings();
    private final CostMeter cost = new CostMeter();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int failures;
    private boolean stopped;
    private boolean hurry;
    private long watchedUntil;
    private boolean everWatched;
    private @Nullable CounterSource current;
    private @Nullable Long spaceAfter;
    private @Nullable Long lastSpace;

    ServerWatch(String serverId, Opener opener, ServerSeries series, WatchParts parts) {
        this.serverId = serverId;
        this.opener = opener;
        this.series = series;
        this.parts = parts;
    }

    /**
     * Works until {@link #stop} or an interrupt.
     *
     * @param spread whether to wait first, a different while for each server
     */
    void run(boolean spread) {
        if (spread) {
            pause(Math.floorMod(serverId.hashCode(), parts.pace().usual().toMillis()));
        }
        while (!isStopped()) {
            String reason;
            try (CounterSource source = opener.open()) {
                if (hold(source)) {
                    cost.newSource();
                    poll(source, new Rates());
                }
                continue;
            } catch (IOException | AppException e) {
                reason = String.valueOf(e.getMessage());
            } catch (RuntimeException e) {
                // The boundary of the watch: whatever it was, the server is asked again.
                LOG.log(System.Logger.Level.ERROR, "Watching " + serverId + " failed", e);
                reason = "The console failed to read the answer; its log says why.";
            }
            if (isStopped() || Thread.currentThread().isInterrupted()) {
                return;
            }
            failures++;
            parts.reachability().failed(serverId, reason);
            pause(retryAfter());
        }
    }

    private void poll(CounterSource source, Rates rates) throws IOException {
        boolean first = true;
        try {
            while (!isStopped()) {
                boolean withSpace = isSpaceWanted();
                Counters counters = source.read(withSpace);
                // The second reading gives the first rates, so it is not long in coming.
                long now = parts.clock().millis();
                long nextAfter = first ? parts.pace().watched().toMillis() : untilNext(now);
                if (withSpace) {
                    lastSpace = now;
                }
                take(rates, counters, now, nextAfter);
                cost.received(source.receivedBytes());
                pause(nextAfter);
                first = false;
            }
        } catch (SpaceUnavailableException _) {
            spaceAfter = parts.nanos().getAsLong() + NO_SPACE_FOR;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The file systems of " + serverId
                            + " did not tell their space in time; asked again in ten minutes");
        }
    }

    private void take(Rates rates, Counters counters, long now, long nextAfter) {
        long began = parts.nanos().getAsLong();
        List<Sample> samples = rates.next(counters, began, now);
        long step = Tier.RAW.stepMs();
        series.record(now, samples, Window.align(now + nextAfter, step) == Window.align(now, step));
        LiveReading reading = new LiveReading(serverId, now, samples);
        live.add(reading);
        parts.listener().measured(reading, began);
        cost.polled(counters, parts.nanos().getAsLong() - began);
        failures = 0;
        parts.reachability().answered(serverId, counters.bootedAt());
    }

    private boolean isSpaceWanted() {
        long now = parts.clock().millis();
        Long after = spaceAfter;
        if (after != null && parts.nanos().getAsLong() - after < 0) {
            return false;
        }
        Long last = lastSpace;
        return last == null || now < last || Window.align(now, SPACE_EVERY) > Window.align(last, SPACE_EVERY);
    }

    private long retryAfter() {
        long doubled = parts.pace().retry().toMillis() << Math.min(10, failures - 1);
        long most = Math.min(doubled, LONGEST_RETRY.toMillis());
        // Servers behind one cut line do not all come back in the same instant.
        return most - Math.floorMod(serverId.hashCode(), Math.max(1, most / 5));
    }

    /** Readings of a server fall on the same place of each interval, those of different servers on different ones. */
    private long untilNext(long now) {
        long interval = interval();
        long place = interval / 10 + Math.floorMod(serverId.hashCode(), Math.max(1, interval * 8 / 10));
        long next = Window.align(now, interval) + place;
        return (next - now < interval / 4 ? next + interval : next) - now;
    }

    long interval() {
        lock.lock();
        try {
            boolean watched = live.isWatched() || (everWatched && parts.nanos().getAsLong() - watchedUntil < 0);
            return (watched ? parts.pace().watched() : parts.pace().usual()).toMillis();
        } finally {
            lock.unlock();
        }
    }

    /** @param after the time of the last reading that the caller has; null for none */
    LiveSubscription subscribe(@Nullable Long after) {
        LiveSubscription subscription = live.subscribe(after, this::left);
        lock.lock();
        try {
            hurry = true;
            changed.signalAll();
            if (!stopped) {
                return subscription;
            }
        } finally {
            lock.unlock();
        }
        subscription.close();
        return subscription;
    }

    private void left() {
        lock.lock();
        try {
            everWatched = true;
            watchedUntil = parts.nanos().getAsLong() + parts.pace().linger().toNanos();
        } finally {
            lock.unlock();
        }
    }

    WatchCost cost() {
        return cost.cost(interval(), series.size());
    }

    private void pause(long millis) {
        lock.lock();
        try {
            long left = Duration.ofMillis(millis).toNanos();
            while (!stopped && !hurry && left > 0) {
                left = changed.awaitNanos(left);
            }
            hurry = false;
        } catch (InterruptedException _) {
            stopped = true;
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private boolean hold(CounterSource source) {
        lock.lock();
        try {
            current = source;
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch and everybody's look at it. Returns at once. */
    void stop() {
        CounterSource source;
        lock.lock();
        try {
            stopped = true;
            source = current;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (source != null) {
            source.close();
        }
        live.closeAll();
    }
}
