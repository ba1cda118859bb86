package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.MetricService;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.fx.Background;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Servers of the core, with what this window's last tests found: the core keeps whether a server answers, and not what
 * it said. Thread-safe.
 */
final class CoreServerGateway implements ServerGateway {

    private final ServerService servers;
    private final MetricService metrics;
    private final MetricSources sources;
    private final SettingsService settings;
    private final Supplier<Caller> callers;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    /** What a test found of a server as it was at a revision. */
    private record Found(long revision, ServerTest test) {}

    CoreServerGateway(Core core, Supplier<Caller> callers) {
        this.servers = core.servers().service();
        this.metrics = core.metrics().service();
        this.sources = core.metrics().sources();
        this.settings = core.settings();
        this.callers = callers;
    }

    @Override
    public List<ShownServer> all() {
        return servers.all(callers.get()).stream().map(this::shown).toList();
    }

    @Override
    public ShownServer get(String id) {
        return shown(servers.get(callers.get(), id));
    }

    private ShownServer shown(Server server) {
        Found last = found.get(server.id());
        return new ShownServer(
                server,
                server.id().equals(servers.ownId()),
                servers.status(server),
                servers.bootedAt(server).orElse(null),
                servers.trustedFingerprint(server).orElse(null),
                last != null && last.revision() == server.revision() ? last.test() : null);
    }

    @Override
    public ServerTest test(String id) {
        long revision = servers.get(callers.get(), id).revision();
        ServerTest test = servers.test(callers.get(), id);
        found.put(id, new Found(revision, test));
        return test;
    }

    @Override
    public ServerTest testDraft(ServerDraft draft, @Nullable String trusted, @Nullable String storedFor) {
        return servers.testDraft(callers.get(), draft, trusted, storedFor);
    }

    @Override
    public ShownServer create(ServerDraft draft, @Nullable String trusted) {
        return trusting(servers.create(callers.get(), draft), trusted);
    }

    @Override
    public ShownServer update(String id, ServerDraft draft, @Nullable Long expected, @Nullable String trusted) {
        return trusting(servers.update(callers.get(), id, draft, expected), trusted);
    }

    private ShownServer trusting(Server server, @Nullable String fingerprint) {
        if (fingerprint != null) {
            try {
                trust(server.id(), fingerprint);
            } catch (AppException e) {
                // The server is stored by then: where its key cannot be trusted after all, its page asks again.
                String seen = e.details() instanceof HostKeyFound(String shown) ? shown : null;
                found.put(server.id(), new Found(server.revision(), new ServerTest(false, e.getMessage(), null, seen)));
            }
        }
        return shown(server);
    }

    @Override
    public void trust(String id, String fingerprint) {
        servers.trustHostKey(callers.get(), id, fingerprint);
        found.remove(id);
    }

    @Override
    public void delete(String id) {
        servers.delete(callers.get(), id, null);
        found.remove(id);
    }

    @Override
    public List<LatestValue> latest(String id) {
        return metrics.latest(callers.get(), id);
    }

    @Override
    public MetricSeries series(String id, Metric metric, MetricRange range) {
        return metrics.series(callers.get(), id, metric, range);
    }

    @Override
    public List<MetricMark> marks(String id, Instant from, Instant to) {
        return metrics.marks(callers.get(), id, from, to);
    }

    @Override
    public Optional<WatchCost> cost(String id) {
        return metrics.cost(callers.get(), id);
    }

    @Override
    public Optional<MetricSourceDraft> source(String id) {
        return sources.find(callers.get(), id)
                .map(source -> new MetricSourceDraft(source.baseUrl().toString(), source.labels(), null));
    }

    @Override
    public void checkSource(MetricSourceDraft source) {
        sources.check(source);
    }

    @Override
    public void allowPrivateHost(String host) {
        settings.allowPrivateHost(callers.get(), host);
    }

    @Override
    public void setSource(String id, @Nullable MetricSourceDraft source) {
        if (source == null) {
            sources.delete(callers.get(), id);
        } else {
            sources.put(callers.get(), id, source);
        }
    }

    @Override
    public Background.Handle follow(String id, Consumer<List<LiveReading>> listener, Runnable ended) {
        return metrics.follow(callers.get(), id, listener, ended)::close;
    }
}
