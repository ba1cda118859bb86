package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.series.SeriesStore;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watches servers, each on a virtual thread of its own. Thread-safe. */
public final class Collector implements AutoCloseable {

    private final SeriesStore store;
    private final Workers workers;
    private final WatchParts parts;
    private final Map<String, ServerWatch> watches = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public Collector(SeriesStore store, Workers workers, WatchParts parts) {
        this.store = store;
        this.workers = workers;
        this.parts = parts;
    }

    /**
     * Begins to watch a server, unless it is watched already.
     *
     * @param host asked again for each connection, so that a changed server is met as it is then
     * @param spread whether the first connection may wait a little, a different while for each server
     */
    public void watch(String serverId, Supplier<Host> host, boolean spread) {
        if (closed) {
            return;
        }
        watches.computeIfAbsent(serverId, id -> {
            ServerWatch watch = new ServerWatch(id, () -> open(host.get()), store.of(id), parts);
            workers.start(() -> watch.run(spread));
            return watch;
        });
    }

    private CounterSource open(Host host) throws IOException {
        if (host.isLocal() && !Files.exists(Path.of("/proc/stat"))) {
            return new OshiCounters();
        }
        return ShellCounters.open(host, workers, parts.pace().answer());
    }

    /** Ends a watch; what was measured stays. */
    public void unwatch(String serverId) {
        ServerWatch watch = watches.remove(serverId);
        if (watch != null) {
            watch.stop();
        }
    }

    /** The servers that are watched now. */
    public Set<String> watched() {
        return Set.copyOf(watches.keySet());
    }

    /**
     * Looks at a server: until the subscription is closed the server is asked every second.
     *
     * @param after the time of the last reading that the caller has; null for none
     * @return empty when the server is not watched
     */
    public Optional<LiveSubscription> subscribe(String serverId, @Nullable Long after) {
        return Optional.ofNullable(watches.get(serverId)).map(watch -> watch.subscribe(after));
    }

    /** Empty when the server is not watched. */
    public Optional<WatchCost> cost(String serverId) {
        return Optional.ofNullable(watches.get(serverId)).map(ServerWatch::cost);
    }

    @Override
    public void close() {
        closed = true;
        Set.copyOf(watches.keySet()).forEach(this::unwatch);
    }
}
