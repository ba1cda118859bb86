package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.alarms.Alarms;
import dev.wheelhouse.core.metrics.collect.Collector;
import dev.wheelhouse.core.metrics.collect.Reachability;
import dev.wheelhouse.core.metrics.prometheus.MetricSources;
import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the collector watching exactly the servers that there are and that have no source. Thread-safe. */
final class WatchedServers implements Reachability {

    private static final System.Logger LOG = System.getLogger(WatchedServers.class.getName());

    private final Servers servers;
    private final MetricSources sources;
    private final SeriesStore store;
    private volatile Map<String, Server> known = Map.of();
    private boolean before;

    WatchedServers(Servers servers, MetricSources sources, SeriesStore store) {
        this.servers = servers;
        this.sources = sources;
        this.store = store;
    }

    Optional<Server> find(String serverId) {
        return Optional.ofNullable(known.get(serverId));
    }

    /** Begins and ends watches as servers came, changed their source, or went. */
    synchronized void reconcile(Collector collector, Alarms alarms) {
        Map<String, Server> now = new HashMap<>();
        servers.service().reachable().forEach(each -> now.put(each.id(), each));
        Map<String, Server> earlier = known;
        known = Map.copyOf(now);
        Set<String> elsewhere = sources.serverIds();
        for (Server each : now.values()) {
            if (!elsewhere.contains(each.id())) {
                // At the start of the console, hundreds of servers need not be met in the same instant.
                boolean spread = !before && !each.id().equals(servers.service().ownId());
                collector.watch(each.id(), () -> servers.hosts().of(current(each)), spread);
            }
        }
        for (String each : collector.watched()) {
            if (!now.containsKey(each) || elsewhere.contains(each)) {
                collector.unwatch(each);
                alarms.forget(each);
            }
        }
        earlier.keySet().stream().filter(id -> !now.containsKey(id)).forEach(this::forget);
        before = true;
    }

    private Server current(Server server) {
        return find(server.id()).orElseThrow(() -> AppException.notFound("server", server.id()));
    }

    private void forget(String serverId) {
        LOG.log(System.Logger.Level.DEBUG, "The server " + serverId + " is no more, nor are its metrics");
        sources.forget(serverId);
        store.delete(serverId);
    }

    @Override
    public void answered(String serverId, @Nullable Instant bootedAt) {
        find(serverId).ifPresent(server -> {
            servers.reports().succeeded(server);
            if (bootedAt != null) {
                servers.reports().booted(server, bootedAt);
            }
        });
    }

    @Override
    public void failed(String serverId, String reason) {
        find(serverId)
                // A server that nobody could ask has not failed.
                .filter(server -> !servers.hosts().waitsForVault(server))
                .ifPresent(server -> servers.reports().failed(server, reason));
    }
}
