package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Follows what happens while it happens. Thread-safe. */
public final class EventFollowers {

    private static final Duration ASKED_EVERY = Duration.ofSeconds(1);

    private final StateStore store;
    private final Duration askedEvery;
    private final JdbcEventStore events = new JdbcEventStore();
    private final ConcurrentHashMap<String, EventTail> tails = new ConcurrentHashMap<>();

    public EventFollowers(StateStore store, EventLog log) {
        this(store, log, ASKED_EVERY);
    }

    /** @param askedEvery how often a shared state is asked for what other consoles wrote */
    public EventFollowers(StateStore store, EventLog log, Duration askedEvery) {
        this.store = store;
        this.askedEvery = askedEvery;
        log.onAppend(this::appended);
    }

    /**
     * Follows the events of the caller's organization, of all consoles.
     *
     * @param after the ordinal behind which it goes on; null for what comes from now on
     * @throws AppException {@code insufficient_scope}
     */
    public EventFollowing follow(Caller caller, EventFilter filter, @Nullable Long after) {
        filter.require(caller);
        return tail(caller.organizationId()).follow(caller.may(Scope.AUDIT_READ), filter, after);
    }

    /**
     * Follows the events of an organization for work of the console itself, as those see them who may not read the audit.
     *
     * @param after the ordinal behind which it goes on
     */
    public EventFollowing follow(String organizationId, long after) {
        return tail(organizationId).follow(false, EventFilter.ALL, after);
    }

    private EventTail tail(String organizationId) {
        EventTail known = tails.get(organizationId);
        if (known != null) {
            return known;
        }
        // It reads the state, which must keep no other who follows waiting.
        EventTail fresh = new EventTail(store, events, organizationId, store.isShared(), askedEvery);
        EventTail first = tails.putIfAbsent(organizationId, fresh);
        return first == null ? fresh : first;
    }

    private void appended(String organizationId) {
        EventTail tail = tails.get(organizationId);
        if (tail != null) {
            tail.wake();
        }
    }
}
