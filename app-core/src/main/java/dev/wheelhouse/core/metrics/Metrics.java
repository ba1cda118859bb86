package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.alarms.Alarms;
import dev.wheelhouse.core.metrics.collect.Collector;
import dev.wheelhouse.core.metrics.collect.WatchParts;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.metrics.prometheus.PrometheusClient;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.LiveSettings;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root and both faces see it. */
public final class Metrics implements AutoCloseable {

    private static final Duration RECONCILED_EVERY = Duration.ofSeconds(5);
    private static final Duration SOURCE_LIMIT = Duration.ofSeconds(10);

    private final Workers workers;
    private final SeriesStore store;
    private final MetricSources sources;
    private final WatchedServers watched;
    private final Alarms alarms;
    private final Collector collector;
    private final MetricService service;
    private final SubjectSeries subjects;
    private @Nullable Loop reconciling;
    private boolean closed;

    private Metrics(MetricsConfig config) {
        workers = config.workers();
        store = new SeriesStore(config.home().file("metrics"), config.clock());
        sources = new MetricSources(
                config.store(),
                config.vault(),
                config.events(),
                config.servers().service(),
                new PrometheusClient(config.outgoing(), config.clock(), SOURCE_LIMIT));
        subjects = new SubjectSeries(store, config.clock());
        watched = new WatchedServers(config.servers(), sources, store);
        alarms = new Alarms(
                serverId -> thresholds(config.settings(), serverId),
                new EventAlarmLog(config.store(), config.events(), watched::find));
        collector = new Collector(
                store, workers, new WatchParts(config.pace(), config.clock(), System::nanoTime, watched, alarms));
        service = new MetricService(
                config.servers().service(),
                sources,
                subjects,
                collector,
                new EventService(config.store()),
                workers,
                this::reconcile);
    }

    private Thresholds thresholds(LiveSettings settings, String serverId) {
        return watched.find(serverId)
                .map(server -> settings.of(server.organizationId()).thresholds())
                .orElse(Thresholds.DEFAULTS);
    }

    /** Makes the feature; nothing is watched before {@link #start}. */
    public static Metrics open(MetricsConfig config) {
        return new Metrics(config);
    }

    /** Begins to watch; once the state is open. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        reconciling = workers.every("Listing the servers to watch", Duration.ZERO, RECONCILED_EVERY, this::reconcile);
    }

    private void reconcile() {
        watched.reconcile(collector, alarms);
    }

    public MetricService service() {
        return service;
    }

    public MetricSources sources() {
        return sources;
    }

    /** Series of what is not a server. */
    public SubjectSeries subjects() {
        return subjects;
    }

    /** Ends every watch; what was measured is on disk. */
    @Override
    public synchronized void close() {
        closed = true;
        if (reconciling != null) {
            reconciling.close();
        }
        collector.close();
        store.close();
    }
}
