package dev.wheelhouse.core.platform.timer;

import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes each feature at its due times, on one console of those that share the state. Handling one and setting the next are
 * one transaction, so that a console that dies leaves a due time handled whole or not at all. Thread-safe.
 */
public final class Timers {

    /** Between two looks for what is due. */
    public static final Duration LOOK = Duration.ofSeconds(1);

    private static final int BATCH = 200;
    private static final int MOST_ROUNDS = 50;
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final int LOCK_MILLIS = 2000;
    private static final System.Logger LOG = System.getLogger(Timers.class.getName());

    private final StateStore store;
    private final Clock clock;
    private final String homeId;
    private final JdbcTimerStore timers;
    private final Map<String, DueHandler> handlers = new ConcurrentHashMap<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    public Timers(StateStore store, Clock clock, String homeId) {
        this.store = store;
        this.clock = clock;
        this.homeId = homeId;
        this.timers = new JdbcTimerStore(store.isShared());
    }

    /** @param handler of all due times of a kind; set before the first look */
    public void handle(String kind, DueHandler handler) {
        handlers.put(kind, handler);
    }

    /** Sets when a subject is due, whatever was set before; within the change of the subject, after its row is locked. */
    public void set(Transaction tx, DueTime due) {
        timers.put(tx, due);
    }

    /** Never wakes it again; as {@link #set}. */
    public void remove(Transaction tx, String kind, String subjectId) {
        timers.remove(tx, kind, subjectId);
    }

    /**
     * Makes due now what is due later than its feature ever sets: the clock was set back since.
     *
     * @param furthest how far ahead a due time of the kind may lie
     */
    public void bringBack(String kind, Duration furthest) {
        Instant now = clock.instant();
        store.changeUnsynced(tx -> timers.later(tx, kind, now.plus(furthest), BATCH)
                .forEach(each ->
                        timers.replace(tx, each, new DueTime(each.kind(), each.subjectId(), each.onlyHome(), now))));
    }

    /** Handles what is due now, one after the other. */
    public void look() {
        // A newer console of the same state may set times of kinds that this one does not know.
        List<String> kinds = List.copyOf(handlers.keySet());
        boolean more = true;
        for (int round = 0; more && round < MOST_ROUNDS; round++) {
            List<DueTime> due = store.read(tx -> timers.due(tx, clock.instant(), homeId, kinds, BATCH));
            more = due.stream().filter(this::isHandled).count() > 0;
        }
    }

    /** Handles one; false when somebody else does, or it failed. */
    private boolean isHandled(DueTime due) {
        DueHandler handler = Objects.requireNonNull(handlers.get(due.kind()));
        boolean[] handled = {false};
        try {
            // A power failure takes back the feature's rows and the due time together.
            store.changeUnsynced(
                    tx -> handled[0] = timers.claim(tx, due) && handle(withBoundedLocks(tx), handler, due));
            failing.remove(named(due));
        } catch (RuntimeException e) {
            if (failing.add(named(due))) {
                LOG.log(System.Logger.Level.ERROR, named(due) + " is due and could not be handled yet", e);
            }
            postpone(due);
        }
        return handled[0];
    }

    /** What waits for a row has all others wait; it comes again. On SQLite one connection writes, so nothing waits there. */
    private Transaction withBoundedLocks(Transaction tx) {
        if (store.isShared()) {
            tx.execute("SET LOCAL lock_timeout = " + LOCK_MILLIS);
        }
        return tx;
    }

    /** One subject may be due in several ways. */
    private static String named(DueTime due) {
        return due.kind() + " of " + due.subjectId();
    }

    private boolean handle(Transaction tx, DueHandler handler, DueTime due) {
        DueTime next = handler.handle(tx, due);
        if (next == null) {
            timers.remove(tx, due);
        } else {
            timers.replace(tx, due, next);
        }
        return true;
    }

    /** Never fails, nor waits for long: others are due too, and this one comes again as it is. */
    private void postpone(DueTime due) {
        DueTime later = new DueTime(
                due.kind(), due.subjectId(), due.onlyHome(), clock.instant().plus(RETRY));
        try {
            store.changeUnsynced(tx -> timers.replace(withBoundedLocks(tx), due, later));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, named(due) + " could not be postponed", e);
        }
    }
}
