package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.fx.Background;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Servers and what they measure, as the screens ask for them. Every method blocks, is called beside the window's thread
 * and throws {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface ServerGateway {

    /** With what the last {@link #test} of this window found of each. */
    List<ShownServer> all();

    ShownServer get(String id);

    /** Asks a stored server whether it answers. */
    ServerTest test(String id);

    /**
     * Asks a server as it stands in a form.
     *
     * @param trusted fingerprint of the key that it should show; null to be told the key and no more
     * @param storedFor id of the server whose stored secret is used where the draft has none; null for none
     */
    ServerTest testDraft(ServerDraft draft, @Nullable String trusted, @Nullable String storedFor);

    /** @param trusted fingerprint that the person has accepted for it; null for none */
    ShownServer create(ServerDraft draft, @Nullable String trusted);

    /**
     * Changes the settings of a server.
     *
     * @param expected the revision that the form was opened with; null overwrites whatever is there
     * @param trusted fingerprint that the person has accepted for it; null for none
     */
    ShownServer update(String id, ServerDraft draft, @Nullable Long expected, @Nullable String trusted);

    /** Trusts the host key of a fingerprint, whatever was trusted before. */
    void trust(String id, String fingerprint);

    /** Forgets a server; {@code in_use} names who still needs it. */
    void delete(String id);

    /** The newest value of each metric, in the order in which they are shown; empty for a server never measured. */
    List<LatestValue> latest(String id);

    MetricSeries series(String id, Metric metric, MetricRange range);

    /** What happened on a server in a stretch of time, oldest first. */
    List<MetricMark> marks(String id, Instant from, Instant to);

    /** What watching costs; empty while that is not known, or where nothing is watched. */
    Optional<WatchCost> cost(String id);

    /** Where the values are read from, without its token; empty where the console measures by itself. */
    Optional<MetricSourceDraft> source(String id);

    /** Refuses a source that nothing may be asked of. */
    void checkSource(MetricSourceDraft source);

    /** Lets requests reach a private host. */
    void allowPrivateHost(String host);

    /** Reads the values from somewhere else from now on; null to measure here again. */
    void setSource(String id, @Nullable MetricSourceDraft source);

    /**
     * Measures once a second until the handle is cancelled, which does not block.
     *
     * @param listener gets what has come, oldest first, on a thread of the core
     * @param ended runs on that thread when nothing more will come
     */
    Background.Handle follow(String id, Consumer<List<LiveReading>> listener, Runnable ended);
}
