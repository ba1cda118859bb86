package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.collect.Collector;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.LiveSubscription;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.metrics.prometheus.MetricSource;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What servers measure, as it was and as it is. Thread-safe. */
public final class MetricService {

    /** Marks beyond this many are left out, the oldest first. */
    private static final int MOST_MARKS = 500;

    private static final List<String> MARKED =
            List.of("server.*", "deploy.*", "app.*", "backup.*", "restore.*", "schedule.failed", "schedule.timed_out");

    /** Of what works on a server and has another subject. */
    private static final List<String> MARKED_OF_OTHERS =
            List.of("backup.succeeded", "backup.failed", "backup.gap", "restore.succeeded", "restore.failed");

    private static final Duration BATCH = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerService servers;
    private final MetricSources sources;
    private final SubjectSeries subjects;
    private final Collector collector;
    private final EventService events;
    private final Workers workers;
    private final Runnable reconcile;
    private final List<MarkedSubjects> others = new CopyOnWriteArrayList<>();

    /** @param reconcile looks at once whether servers came or went */
    MetricService(
            ServerService servers,
            MetricSources sources,
            SubjectSeries subjects,
            Collector collector,
            EventService events,
            Workers workers,
            Runnable reconcile) {
        this.servers = servers;
        this.sources = sources;
        this.subjects = subjects;
        this.collector = collector;
        this.events = events;
        this.workers = workers;
        this.reconcile = reconcile;
    }

    /**
     * A metric over a range that ends now; the last bucket is still filling.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code validation_failed} on
     *     {@code query.metric} for one that the server does not have; {@code state_invalid} for another console's machine;
     *     {@code upstream_failed} and {@code upstream_timeout} when the server's source does not answer
     */
    public MetricSeries series(Caller caller, String serverId, Metric metric, MetricRange range) {
        Server server = here(caller, serverId);
        return series(server, metric, subjects.window(range));
    }

    /**
     * A metric between two moments, in the finest buckets that are still kept of that time and not more than
     * {@value Window#MOST_POINTS}.
     *
     * @throws AppException as the other; {@code validation_failed} on {@code query.to} when it is not after {@code from}
     */
    public MetricSeries series(Caller caller, String serverId, Metric metric, Instant from, Instant to) {
        Server server = here(caller, serverId);
        return series(server, metric, subjects.window(from, to));
    }

    private MetricSeries series(Server server, Metric metric, Window window) {
        Optional<MetricSource> source = sources.of(server);
        if (source.isPresent()) {
            return sources.series(source.get(), metric, window);
        }
        requireKnown(server.id(), metric);
        return subjects.series(server.id(), metric, window);
    }

    private void requireKnown(String serverId, Metric metric) {
        if (Metric.FIXED.contains(metric)) {
            return;
        }
        Set<Metric> known = subjects.metrics(serverId);
        if (!known.contains(metric)) {
            throw AppException.invalid(
                    "query.metric",
                    "This server has no " + metric.name() + ". It has: "
                            + known.stream().map(Metric::name).collect(Collectors.joining(", ")) + ".");
        }
    }

    /** Every metric that there is of a server, in their order; empty before anything was measured. */
    public List<Metric> catalog(Caller caller, String serverId) {
        Server server = here(caller, serverId);
        Optional<MetricSource> source = sources.of(server);
        if (source.isPresent()) {
            return sources.latest(source.get()).stream()
                    .map(LatestValue::metric)
                    .toList();
        }
        return List.copyOf(subjects.metrics(server.id()));
    }

    /** The newest value of each metric, in their order; empty before anything was measured. */
    public List<LatestValue> latest(Caller caller, String serverId) {
        Server server = here(caller, serverId);
        Optional<MetricSource> source = sources.of(server);
        return source.isPresent() ? sources.latest(source.get()) : subjects.latest(server.id());
    }

    /**
     * Looks at a server: until the subscription is closed the server is asked every second.
     *
     * @param after the time of the last reading that the caller has; null for none
     * @throws AppException {@code not_found}; {@code state_invalid} when the console does not collect from the server
     */
    public LiveSubscription subscribe(Caller caller, String serverId, @Nullable Long after) {
        Server server = here(caller, serverId);
        if (sources.of(server).isPresent()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The metrics of " + server.name() + " are read from a source, which has no live values. Read the"
                            + " series again instead.");
        }
        return collector
                .subscribe(server.id(), after)
                .or(() -> {
                    // A server that was only just added.
                    reconcile.run();
                    return collector.subscribe(server.id(), after);
                })
                .orElseThrow(() -> new AppException(
                        PlatformError.BUSY, "The server " + server.name() + " is not watched yet. Try again."));
    }

    /**
     * As {@link #subscribe}, in batches at least 100 ms apart on a thread of the core.
     *
     * @param listener called one batch after another, oldest reading first; not after the returned handle was closed, but
     *     for a call under way
     * @param ended runs on the same thread when nothing more will come, also after the handle was closed
     */
    public LiveSubscription follow(
            Caller caller, String serverId, Consumer<List<LiveReading>> listener, Runnable ended) {
        LiveSubscription subscription = subscribe(caller, serverId, null);
        workers.start(() -> pass(subscription, listener, ended));
        return subscription;
    }

    private static void pass(LiveSubscription subscription, Consumer<List<LiveReading>> listener, Runnable ended) {
        try (subscription) {
            while (!subscription.isClosed()) {
                List<LiveReading> batch = subscription.next(PATIENCE);
                if (!batch.isEmpty()) {
                    listener.accept(batch);
                    Thread.sleep(BATCH);
                }
            }
        } catch (InterruptedException _) {
            // The console stops.
            Thread.currentThread().interrupt();
        } finally {
            ended.run();
        }
    }

    /** What works on a server beside its own events. */
    @FunctionalInterface
    public interface MarkedSubjects {

        /** Ids of what is on the server; none for a caller who may not see it. */
        List<String> on(Caller caller, String serverId);
    }

    /** Has the events of something else marked too. */
    public void markAlso(MarkedSubjects subjectsOnServers) {
        others.add(subjectsOnServers);
    }

    /** What happened to a server in a stretch of time, oldest first; empty for a caller who may not read events. */
    public List<MetricMark> marks(Caller caller, String serverId, Instant from, Instant to) {
        Server server = servers.forUse(caller, serverId, Scope.METRICS_READ);
        if (!caller.may(Scope.EVENTS_READ)) {
            return List.of();
        }
        Stream<MetricMark> own = marks(caller, new EventFilter(MARKED, server.id(), from, to));
        Stream<MetricMark> ofOthers = others.stream()
                .flatMap(each -> each.on(caller, server.id()).stream())
                .flatMap(id -> marks(caller, new EventFilter(MARKED_OF_OTHERS, id, from, to)));
        return Stream.concat(own, ofOthers)
                .sorted(Comparator.comparing(MetricMark::at).thenComparing(MetricMark::eventId))
                .toList();
    }

    private Stream<MetricMark> marks(Caller caller, EventFilter filter) {
        return events.list(caller, filter, new PageRequest(MOST_MARKS, null)).items().stream()
                .map(event -> new MetricMark(event.occurredAt(), event.id(), event.kind()));
    }

    /** What watching a server costs; empty when the console does not collect from it. */
    public Optional<WatchCost> cost(Caller caller, String serverId) {
        return collector.cost(here(caller, serverId).id());
    }

    /** What is measured of another console's own machine lies in that console's home. */
    private Server here(Caller caller, String serverId) {
        Server server = servers.forUse(caller, serverId, Scope.METRICS_READ);
        if (server.kind() == ServerKind.LOCAL && !server.id().equals(servers.ownId())) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The server " + server.name() + " is the machine of another console, which keeps its metrics. Ask"
                            + " there.");
        }
        return server;
    }
}
