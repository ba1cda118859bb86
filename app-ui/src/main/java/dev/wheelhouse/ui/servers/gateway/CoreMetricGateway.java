package dev.wheelhouse.ui.servers.gateway;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.MetricService;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.LiveSubscription;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.platform.caller.Caller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the core measured of servers. Thread-safe. */
public final class CoreMetricGateway implements MetricGateway {

    private final MetricService metrics;
    private final MetricSources sources;
    private final Supplier<Caller> callers;
    private final Clock clock;

    public CoreMetricGateway(MetricService metrics, MetricSources sources, Supplier<Caller> callers, Clock clock) {
        this.metrics = metrics;
        this.sources = sources;
        this.callers = callers;
        this.clock = clock;
    }

    @Override
    public List<LatestValue> latest(String serverId) {
        return metrics.latest(callers.get(), serverId);
    }

    @Override
    public MetricSeries series(String serverId, Metric metric, MetricRange range) {
        return metrics.series(callers.get(), serverId, metric, range);
    }

    @Override
    public List<Mark> events(String serverId, Instant since) {
        return metrics.marks(callers.get(), serverId, since, clock.instant()).stream()
                .map(mark -> new Mark(mark.at(), words(mark)))
                .toList();
    }

    private static String words(MetricMark mark) {
        return switch (mark.kind()) {
            case "server.unreachable" -> "The server stopped answering";
            case "server.recovered" -> "The server answered again";
            case "server.host_key_changed" -> "The server showed another key";
            case "server.host_key_trusted" -> "Its key was trusted";
            case "server.created" -> "The server was added";
            case "server.changed" -> "Its settings were changed";
            case "server.metric_source_changed" -> "The source of its metrics was changed";
            case "server.disk_high" -> "Disk over its threshold";
            case "server.cpu_high" -> "CPU over its threshold";
            case "server.memory_high" -> "Memory over its threshold";
            default -> plain(mark.kind());
        };
    }

    /** {@code deploy.rolled_back} as {@code Deploy rolled back}. */
    private static String plain(String kind) {
        String text = kind.replace('.', ' ').replace('_', ' ');
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    @Override
    public Optional<WatchCost> cost(String serverId) {
        return metrics.cost(callers.get(), serverId);
    }

    @Override
    public Optional<SourceSettings> source(String serverId) {
        return sources.find(callers.get(), serverId)
                .map(source -> new SourceSettings(source.baseUrl().toString(), source.labels()));
    }

    @Override
    public void setSource(String serverId, @Nullable SourceSettings source, @Nullable String token) {
        if (source == null) {
            sources.delete(callers.get(), serverId);
        } else {
            sources.put(callers.get(), serverId, new MetricSourceDraft(source.url(), source.labels(), token));
        }
    }

    @Override
    public Watch watch(String serverId) {
        LiveSubscription subscription = metrics.subscribe(callers.get(), serverId, null);
        return new Watch() {
            @Override
            public List<LiveReading> next(Duration patience) throws InterruptedException {
                return subscription.next(patience);
            }

            @Override
            public void close() {
                subscription.close();
            }
        };
    }
}
