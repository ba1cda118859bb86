package dev.wheelhouse.ui.servers.gateway;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What servers measure, as the screens ask for it. Every method blocks, is called beside the window's thread and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface MetricGateway {

    /** The newest value of each metric, in the order in which they are shown; empty for a server never measured. */
    List<LatestValue> latest(String serverId);

    MetricSeries series(String serverId, Metric metric, MetricRange range);

    /** What happened on a server since a moment, oldest first. */
    List<Mark> events(String serverId, Instant since);

    /** What watching costs; empty while that is not known, or where nothing is watched. */
    Optional<WatchCost> cost(String serverId);

    /** Where the values are read from; empty where the console measures by itself. */
    Optional<SourceSettings> source(String serverId);

    /**
     * Reads the values from somewhere else from now on.
     *
     * @param source null to measure here again
     * @param token of the source; null for none, or to keep the one that is stored
     */
    void setSource(String serverId, @Nullable SourceSettings source, @Nullable String token);

    /** Measures once a second until it is closed. */
    Watch watch(String serverId);

    /** A watch under way. */
    interface Watch extends AutoCloseable {

        /**
         * Takes what has come, oldest first, and waits for the first of it.
         *
         * @return empty when nothing came in time, or the watch is closed
         */
        List<LiveReading> next(Duration patience) throws InterruptedException;

        /** Closing twice does nothing. */
        @Override
        void close();
    }

    /**
     * Something that happened.
     *
     * @param text one line
     */
    record Mark(Instant at, String text) {}
}
