package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What this console knows of its servers' health since it started, and the events about it. Thread-safe. */
final class ServerStatuses implements ServerReports {

    private static final int FAILURES_FOR_OFFLINE = 3;
    private static final int SUCCESSES_FOR_ONLINE = 2;

    private final StateStore store;
    private final EventLog events;
    private final Map<String, Health> healths = new ConcurrentHashMap<>();
    private final Map<String, Instant> boots = new ConcurrentHashMap<>();

    ServerStatuses(StateStore store, EventLog events) {
        this.store = store;
        this.events = events;
    }

    /**
     * @param toldOffline whether the last event said that it is offline; one that could not be written is owed
     * @param reason of the last failure; null after a success
     */
    private record Health(
            ServerStatus status,
            int failures,
            int successes,
            boolean toldOffline,
            @Nullable String reason) {

        static final Health NEW = new Health(ServerStatus.UNKNOWN, 0, 0, false, null);

        Health afterSuccess() {
            int row = successes + 1;
            boolean online = status != ServerStatus.OFFLINE || row >= SUCCESSES_FOR_ONLINE;
            return new Health(online ? ServerStatus.ONLINE : status, 0, row, toldOffline, null);
        }

        Health afterFailure(String why) {
            int row = failures + 1;
            return new Health(row >= FAILURES_FOR_OFFLINE ? ServerStatus.OFFLINE : status, row, 0, toldOffline, why);
        }

        boolean isOffline() {
            return status == ServerStatus.OFFLINE;
        }

        Health told() {
            return new Health(status, failures, successes, isOffline(), reason);
        }
    }

    ServerStatus of(Server server) {
        return healths.getOrDefault(server.id(), Health.NEW).status();
    }

    /** Why it did not answer the last time; empty where it did. */
    Optional<String> trouble(Server server) {
        return Optional.ofNullable(healths.getOrDefault(server.id(), Health.NEW).reason());
    }

    Optional<Instant> bootedAt(Server server) {
        return Optional.ofNullable(boots.get(server.id()));
    }

    @Override
    public void booted(Server server, Instant at) {
        boots.put(server.id(), at);
    }

    @Override
    public void succeeded(Server server) {
        after(server, Health::afterSuccess, Map.of("name", server.name()));
    }

    @Override
    public void failed(Server server, String reason) {
        after(server, health -> health.afterFailure(reason), Map.of("name", server.name(), "reason", reason));
    }

    private void after(Server server, UnaryOperator<Health> change, Map<String, Object> data) {
        Health now = healths.compute(server.id(), (_, known) -> change.apply(known == null ? Health.NEW : known));
        if (now.isOffline() != now.toldOffline()) {
            NewEvent event = new NewEvent(
                    now.isOffline() ? EventKind.SERVER_UNREACHABLE : EventKind.SERVER_RECOVERED, server.id(), data);
            store.change(tx -> events.appendOfConsole(tx, server.organizationId(), event));
            healths.computeIfPresent(server.id(), (_, known) -> known.told());
        }
    }

    void forget(String serverId) {
        healths.remove(serverId);
        boots.remove(serverId);
    }
}
