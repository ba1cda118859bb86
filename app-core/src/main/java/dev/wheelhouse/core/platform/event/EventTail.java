package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The newest events of an organization, read once for all who follow them. A change of this console wakes them; those of
 * other consoles of a shared state are asked for. Who is further behind reads from the state. Thread-safe.
 */
final class EventTail {

    private static final int KEPT = 2000;
    private static final int BATCH = 500;

    private final StateStore store;
    private final JdbcEventStore events;
    private final String organizationId;
    private final boolean asks;
    private final long askedEvery;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Event> newest = new ArrayDeque<>();
    private long read;
    private boolean dirty = true;
    private boolean reading;
    private long askedAt = System.nanoTime();

    /**
     * @param asks whether others write to the state too
     * @param askedEvery how often they are asked for then
     */
    EventTail(StateStore store, JdbcEventStore events, String organizationId, boolean asks, Duration askedEvery) {
        this.store = store;
        this.events = events;
        this.organizationId = organizationId;
        this.asks = asks;
        this.askedEvery = askedEvery.toNanos();
        this.read = store.read(tx -> events.head(tx, organizationId)).ordinal();
    }

    /** Something was appended. */
    void wake() {
        lock.lock();
        try {
            dirty = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * @param audit whether the follower may read the audit
     * @param after the ordinal that the follower has; null for one that begins now
     */
    EventFollowing follow(boolean audit, EventFilter filter, @Nullable Long after) {
        long newestNow = store.read(tx -> events.head(tx, organizationId)).ordinal();
        long removed = store.read(tx -> events.checkpoint(tx, organizationId))
                .map(EventCheckpoint::ordinal)
                .orElse(0L);
        long position = after == null ? newestNow : Math.clamp(after, removed, newestNow);
        return new Follower(audit, filter, position, after != null && position != after);
    }

    private List<Event> after(long position, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            boolean mine = false;
            lock.lockInterruptibly();
            try {
                while (!mine) {
                    if (position < read) {
                        List<Event> found = kept(position);
                        if (!found.isEmpty()) {
                            return found;
                        }
                        break;
                    }
                    if ((dirty || isTimeToAsk()) && !reading) {
                        dirty = false;
                        reading = true;
                        mine = true;
                    } else {
                        long left = deadline - System.nanoTime();
                        if (left <= 0) {
                            return List.of();
                        }
                        changed.awaitNanos(asks ? Math.min(left, askedEvery) : left);
                    }
                }
            } finally {
                lock.unlock();
            }
            if (!mine) {
                // Further behind than what is kept.
                return fromState(position);
            }
            readOn();
        }
    }

    private boolean isTimeToAsk() {
        return asks && System.nanoTime() - askedAt >= askedEvery;
    }

    private List<Event> kept(long position) {
        Event first = newest.peekFirst();
        if (first == null || first.ordinal() > position + 1) {
            return List.of();
        }
        return newest.stream()
                .filter(each -> each.ordinal() > position)
                .limit(BATCH)
                .toList();
    }

    private void readOn() {
        List<Event> found = List.of();
        boolean failed = true;
        try {
            found = fromState(read);
            failed = false;
        } finally {
            lock.lock();
            try {
                reading = false;
                askedAt = System.nanoTime();
                for (Event each : found) {
                    newest.addLast(each);
                    read = each.ordinal();
                }
                dirty |= failed || found.size() == BATCH;
                while (newest.size() > KEPT) {
                    newest.removeFirst();
                }
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private List<Event> fromState(long position) {
        return store.read(tx -> events.after(tx, organizationId, position, BATCH)).stream()
                .map(EventService::event)
                .toList();
    }

    private final class Follower implements EventFollowing {

        private final EventFilter filter;
        private final boolean audit;
        private long position;
        private boolean gap;

        Follower(boolean audit, EventFilter filter, long position, boolean gap) {
            this.filter = filter;
            this.audit = audit;
            this.position = position;
            this.gap = gap;
        }

        @Override
        public List<Event> next(Duration patience) throws InterruptedException {
            long deadline = System.nanoTime() + patience.toNanos();
            while (!gap) {
                List<Event> found = after(position, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
                if (found.isEmpty()) {
                    return found;
                }
                gap = found.getFirst().ordinal() != position + 1;
                position =
                        gap ? found.getFirst().ordinal() - 1 : found.getLast().ordinal();
                List<Event> wanted = new ArrayList<>();
                if (!gap) {
                    found.stream()
                            .filter(filter::matches)
                            .map(each -> audit ? each : each.withoutAudit())
                            .forEach(wanted::add);
                }
                if (!wanted.isEmpty() || deadline - System.nanoTime() <= 0) {
                    return wanted;
                }
            }
            return List.of();
        }

        @Override
        public boolean takeGap() {
            boolean was = gap;
            gap = false;
            return was;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void close() {
            // Nothing is held for it.
        }
    }
}
