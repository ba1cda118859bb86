package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.proc.Rates;
import dev.wheelhouse.core.metrics.series.ServerSeries;
import dev.wheelhouse.core.metrics.series.Tier;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Loop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
    private final Loop loop;
    private volatile long watchedUntil;
    private volatile boolean everWatched;
    private volatile @Nullable CounterSource current;
    private Rates rates = new Rates();
    private boolean first;
    private int failures;
    private @Nullable Long spaceAfter;
    private @Nullable Long lastSpace;

    ServerWatch(String serverId, Opener opener, ServerSeries series, WatchParts parts) {
        this.serverId = serverId;
        this.opener = opener;
        this.series = series;
        this.parts = parts;
        this.loop = new Loop("Telling of " + serverId, parts.pace().usual(), this::look);
    }

    /**
     * Works until {@link #stop} or an interrupt.
     *
     * @param spread whether to wait first, a different while for each server
     */
    void run(boolean spread) {
        try {
            loop.run(Duration.ofMillis(
                    spread
                            ? Math.floorMod(
                                    serverId.hashCode(), parts.pace().usual().toMillis())
                            : 0));
        } finally {
            drop();
        }
    }

    /** Whatever the server does ends in {@link #failed}; what this throws is the console's own trouble. */
    private Duration look() {
        boolean withSpace = isSpaceWanted();
        Counters counters;
        CounterSource source;
        try {
            source = source();
            counters = source.read(withSpace);
        } catch (SpaceUnavailableException _) {
            spaceAfter = parts.nanos().getAsLong() + NO_SPACE_FOR;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The file systems of " + serverId
                            + " did not tell their space in time; asked again in ten minutes");
            drop();
            return Duration.ZERO;
        } catch (IOException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.STORE_UNAVAILABLE) {
                // Not the server's trouble.
                throw e;
            }
            return failed(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Watching " + serverId + " failed", e);
            return failed("The console failed to read the answer; its log says why.");
        }
        failures = 0;
        cost.received(source.receivedBytes());
        return take(counters, withSpace);
    }

    private CounterSource source() throws IOException {
        CounterSource open = current;
        if (open != null) {
            return open;
        }
        CounterSource made = opener.open();
        rates = new Rates();
        first = true;
        cost.newSource();
        current = made;
        if (loop.isClosed()) {
            // Stopped meanwhile, by somebody who saw no source to close.
            made.close();
        }
        return made;
    }

    private void drop() {
        CounterSource source = current;
        current = null;
        if (source != null) {
            source.close();
        }
    }

    private Duration failed(String reason) {
        drop();
        if (!loop.isClosed() && !Thread.currentThread().isInterrupted()) {
            failures++;
            parts.reachability().failed(serverId, reason);
        }
        return retryAfter();
    }

    private Duration take(Counters counters, boolean withSpace) {
        // The second reading gives the first rates, so it is not long in coming.
        long now = parts.clock().millis();
        long nextAfter = first ? parts.pace().watched().toMillis() : untilNext(now);
        first = false;
        if (withSpace) {
            lastSpace = now;
        }
        long began = parts.nanos().getAsLong();
        List<Sample> samples = rates.next(counters, began, now);
        long step = Tier.RAW.stepMs();
        series.record(now, samples, Window.align(now + nextAfter, step) == Window.align(now, step));
        cost.polled(counters, parts.nanos().getAsLong() - began);
        LiveReading reading = new LiveReading(serverId, now, samples);
        live.add(reading);
        parts.listener().measured(reading, began);
        parts.reachability().answered(serverId, counters.bootedAt());
        return Duration.ofMillis(nextAfter);
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

    private Duration retryAfter() {
        long doubled = parts.pace().retry().toMillis() << Math.min(10, failures - 1);
        long most = Math.min(doubled, LONGEST_RETRY.toMillis());
        // Servers behind one cut line do not all come back in the same instant.
        return Duration.ofMillis(most - Math.floorMod(serverId.hashCode(), Math.max(1, most / 5)));
    }

    /** Readings of a server fall on the same place of each interval, those of different servers on different ones. */
    private long untilNext(long now) {
        long interval = interval();
        long place = interval / 10 + Math.floorMod(serverId.hashCode(), Math.max(1, interval * 8 / 10));
        long next = Window.align(now, interval) + place;
        return (next - now < interval / 4 ? next + interval : next) - now;
    }

    long interval() {
        boolean watched = live.isWatched() || (everWatched && parts.nanos().getAsLong() - watchedUntil < 0);
        return (watched ? parts.pace().watched() : parts.pace().usual()).toMillis();
    }

    /** @param after the time of the last reading that the caller has; null for none */
    LiveSubscription subscribe(@Nullable Long after) {
        LiveSubscription subscription = live.subscribe(after, this::left);
        loop.hurry();
        if (loop.isClosed()) {
            subscription.close();
        }
        return subscription;
    }

    private void left() {
        watchedUntil = parts.nanos().getAsLong() + parts.pace().linger().toNanos();
        everWatched = true;
    }

    WatchCost cost() {
        return cost.cost(interval(), series.size());
    }

    /** Ends the watch and everybody's look at it. Returns at once. */
    void stop() {
        loop.close();
        CounterSource source = current;
        if (source != null) {
            source.close();
        }
        live.closeAll();
    }
}
