package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.alarms.AlarmLog;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.servers.Server;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Alarms as events; the newest of each metric is its state. */
record EventAlarmLog(StateStore store, EventLog events, Function<String, Optional<Server>> servers)
        implements AlarmLog {

    private static final List<String> KINDS = Stream.of(
                    EventKind.SERVER_DISK_HIGH, EventKind.SERVER_CPU_HIGH, EventKind.SERVER_MEMORY_HIGH)
            .map(EventKind::wireName)
            .toList();
    private static final int REMEMBERED = 200;

    @Override
    public Set<String> high(String serverId) {
        Set<String> known = new HashSet<>();
        Set<String> high = new HashSet<>();
        servers.apply(serverId).ifPresent(server -> {
            // Newest first: the first of each metric decides.
            EventFilter filter = new EventFilter(KINDS, serverId, null, null);
            for (Event event : events.newest(server.organizationId(), filter, REMEMBERED)) {
                String metric = String.valueOf(event.data().get("metric"));
                if (known.add(metric) && "high".equals(event.data().get("state"))) {
                    high.add(metric);
                }
            }
        });
        return high;
    }

    @Override
    public void tell(String serverId, EventKind eventKind, Map<String, Object> data) {
        servers.apply(serverId).ifPresent(server -> {
            Map<String, Object> named = new LinkedHashMap<>(data);
            named.put("name", server.name());
            store.change(tx ->
                    events.appendOfConsole(tx, server.organizationId(), new NewEvent(eventKind, serverId, named)));
        });
    }
}
