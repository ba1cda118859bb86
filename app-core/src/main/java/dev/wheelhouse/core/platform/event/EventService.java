package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Reads the event log. Thread-safe. */
public final class EventService {

    private final StateStore store;
    private final JdbcEventStore events = new JdbcEventStore();

    public EventService(StateStore store) {
        this.store = store;
    }

    /**
     * What happened in the caller's organization, newest first.
     *
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} for a cursor that is no event's id
     */
    public Page<Event> list(Caller caller, EventFilter filter, PageRequest page) {
        filter.require(caller);
        List<EventRow> found = store.read(tx -> {
            long before = page.cursor() == null
                    ? Long.MAX_VALUE
                    : events.ordinalOf(tx, caller.organizationId(), page.cursor())
                            .orElseThrow(() -> AppException.invalid(
                                    "query.cursor", "Take the cursor from the Link header of the page before."));
            return events.list(tx, caller.organizationId(), filter, before, page.limit() + 1);
        });
        boolean audit = caller.may(Scope.AUDIT_READ);
        List<Event> shown = found.stream()
                .map(EventService::event)
                .map(each -> audit ? each : each.withoutAudit())
                .toList();
        return Page.cut(shown, page, Event::id);
    }

    /**
     * One event.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public Event get(Caller caller, String id) {
        caller.require(Scope.EVENTS_READ);
        Event found = store.read(tx -> events.find(tx, caller.organizationId(), id))
                .map(EventService::event)
                .orElseThrow(() -> AppException.notFound("event", id));
        return caller.may(Scope.AUDIT_READ) ? found : found.withoutAudit();
    }

    /**
     * Everything that events can be about, by name.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public List<EventKind> kinds(Caller caller) {
        caller.require(Scope.EVENTS_READ);
        return Arrays.stream(EventKind.values())
                .sorted(Comparator.comparing(EventKind::wireName))
                .toList();
    }

    static Event event(EventRow row) {
        return row.toEvent(new TreeMap<>(Json.readObject(row.data())), new TreeMap<>(Json.readObject(row.actor())));
    }
}
