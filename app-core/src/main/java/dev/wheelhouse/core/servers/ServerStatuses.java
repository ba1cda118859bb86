package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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

    private record Health(ServerStatus status, int failures, int successes) {

        static final Health NEW = new Health(ServerStatus.UNKNOWN, 0, 0);

        Health afterSuccess() {
            int row = successes + 1;
            boolean online = status != ServerStatus.OFFLINE || row >= SUCCESSES_FOR_ONLINE;
            return new Health(online ? ServerStatus.ONLINE : status, 0, row);
        }

        Health afterFailure() {
            int row = failures + 1;
            return new Health(row >= FAILURES_FOR_OFFLINE ? ServerStatus.OFFLINE : status, row, 0);
        }
    }

    ServerStatus of(Server server) {
        return healths.getOrDefault(server.id(), Health.NEW).status();
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
        Health[] before = {Health.NEW};
        healths.compute(server.id(), (_, known) -> {
            before[0] = known == null ? Health.NEW : known;
            return before[0].afterSuccess();
        });
        boolean recovered = before[0].status() == ServerStatus.OFFLINE
                && before[0].afterSuccess().status() == ServerStatus.ONLINE;
        if (recovered) {
            append(server, new NewEvent("server.recovered", server.id(), Map.of("name", server.name())));
        }
    }

    @Override
    public void failed(Server server, String reason) {
        Health[] before = {Health.NEW};
        healths.compute(server.id(), (_, known) -> {
            before[0] = known == null ? Health.NEW : known;
            return before[0].afterFailure();
        });
        boolean lost = before[0].status() != ServerStatus.OFFLINE
                && before[0].afterFailure().status() == ServerStatus.OFFLINE;
        if (lost) {
            append(
                    server,
                    new NewEvent("server.unreachable", server.id(), Map.of("name", server.name(), "reason", reason)));
        }
    }

    void forget(String serverId) {
        healths.remove(serverId);
        boots.remove(serverId);
    }

    private void append(Server server, NewEvent event) {
        store.change(tx -> events.appendOfConsole(tx, server.organizationId(), event));
    }
}
