package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventTopic;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Brings events to the targets of a feature, and knows what became of them. Thread-safe. */
public final class Deliveries implements AutoCloseable {

    private static final Duration FIRST_FORGETTING = Duration.ofMinutes(4);
    private static final Duration FORGETTING = Duration.ofHours(1);
    private static final int FORGOTTEN_AT_ONCE = 1000;

    /** Of a stop; what takes longer is sent again. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Of a target that is worked no longer; an attempt takes ten. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(12);

    private static final int MOST_FIRST = 64;
    private static final int MOST_AGAIN = 32;

    private final DeliveryParts parts;
    private final Targets targets;
    private final JdbcTargetStore rows = new JdbcTargetStore();
    private final JdbcDeliveryStore deliveries = new JdbcDeliveryStore();
    private final JdbcFloodStore floods = new JdbcFloodStore();
    private final Bounds bounds = new Bounds(new Semaphore(MOST_FIRST), new Semaphore(MOST_AGAIN));
    private final Map<String, TargetWorker> workers = new ConcurrentHashMap<>();
    private volatile @Nullable Loop looking;
    private volatile List<Loop> loops = List.of();
    private boolean closed;
    private volatile Instant lastLook;
    private volatile boolean changed = true;

    /** How many attempts may be under way at once, so that retries to the slow hold up no first attempt. */
    record Bounds(Semaphore first, Semaphore again) {}

    public Deliveries(DeliveryParts parts, Targets targets) {
        this.parts = parts;
        this.targets = targets;
        this.lastLook = parts.clock().instant();
    }

    /** Begins to deliver. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        Loop look = parts.workers()
                .every(
                        "Looking for what is to be delivered",
                        Duration.ZERO,
                        parts.pace().look(),
                        this::look);
        looking = look;
        loops = List.of(
                look,
                parts.workers().every("Noting deliveries", parts.pace().note(), this::flush),
                parts.workers()
                        .every(
                                "Removing old deliveries",
                                FIRST_FORGETTING,
                                FORGETTING,
                                () -> parts.leases().during("removing old deliveries", _ -> forgetOld())));
    }

    /** Begins and ends the work of targets, and wakes what is due. */
    void look() {
        noticeClock();
        // Of a state of its own all that changes is known here, so that a console without targets leaves it alone.
        if (parts.store().isShared() || !workers.isEmpty() || changed) {
            changed = false;
            try {
                work(parts.store().read(targets::enabled));
            } catch (RuntimeException e) {
                changed = true;
                throw e;
            }
        }
        retryWhatIsDue();
    }

    private synchronized void work(List<Targets.Key> enabled) {
        if (closed) {
            return;
        }
        Set<String> gone = new HashSet<>(workers.keySet());
        for (Targets.Key each : enabled) {
            if (!gone.remove(each.id())) {
                TargetWorker worker = new TargetWorker(parts, targets, each, bounds);
                workers.put(each.id(), worker);
                worker.start();
            }
        }
        for (String each : gone) {
            TargetWorker worker = workers.remove(each);
            if (worker != null) {
                worker.stop();
                parts.workers().start(() -> worker.end(LONG_PATIENCE));
            }
        }
    }

    private void retryWhatIsDue() {
        if (workers.isEmpty()) {
            return;
        }
        Set<String> due =
                parts.store().read(tx -> deliveries.targetsDue(tx, parts.clock().instant()));
        workers.forEach((id, worker) -> {
            if (due.contains(id)) {
                worker.retry();
            }
        });
    }

    /** A sleep looks like a clock that was set forwards. */
    private void noticeClock() {
        Instant now = parts.clock().instant();
        Duration moved = Duration.between(lastLook, now);
        if (moved.isNegative() || moved.compareTo(RetryPlan.SPREAD) > 0) {
            workers.values().forEach(each -> each.clockMoved(moved));
        }
        lastLook = now;
    }

    /** Has in the state what became of deliveries; one target that fails does not hold up the others. */
    void flush() {
        RuntimeException failure = null;
        for (TargetWorker each : workers.values()) {
            try {
                each.flush();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Removes what ended too long ago. */
    void forgetOld() {
        for (String organization : parts.store().read(rows::organizations)) {
            Instant before = parts.clock().instant().minus(parts.kept().apply(organization));
            int removed;
            do {
                removed =
                        parts.store().write(tx -> deliveries.removeEnded(tx, organization, before, FORGOTTEN_AT_ONCE));
            } while (removed == FORGOTTEN_AT_ONCE);
        }
    }

    /**
     * Has a target hear of events from now on, and forgets how it was before; within the change that makes or enables it,
     * behind the event that says so.
     */
    public void begin(Transaction tx, String organizationId, String targetId) {
        rows.begin(tx, organizationId, targetId, parts.events().newestOrdinal(tx, organizationId));
        floods.deleteAll(tx, targetId);
        wake(tx, targetId);
    }

    /** Ends what is under way to a target as failed; within the change that disables it. */
    public void end(Transaction tx, String targetId) {
        rows.end(tx, targetId);
        floods.deleteAll(tx, targetId);
        deliveries.failPending(tx, targetId, parts.clock().instant());
        wake(tx, targetId);
    }

    /** Drops all of a target; within the change that deletes it. */
    public void forget(Transaction tx, String targetId) {
        rows.delete(tx, targetId);
        wake(tx, targetId);
    }

    /** Has a target's change known at once, also where the answer to its commit is lost; within that change. */
    public void wake(Transaction tx, String targetId) {
        tx.afterEnd(() -> {
            changed = true;
            TargetWorker worker = workers.get(targetId);
            if (worker != null) {
                worker.changed();
            }
            Loop mine = looking;
            if (mine != null) {
                mine.hurry();
            }
        });
    }

    /** Adds a delivery that was tried once, beside those of the log. */
    public Delivery noteTrial(Targets.Key target, Event event, Message message, Answer answer, Instant at) {
        Instant now = parts.clock().instant();
        Delivery tried = Delivery.of(parts.ids().next("dlv"), target, message, Delivery.Told.of(event), at)
                .after(answer, at, now, parts.random())
                .withoutRetry(now);
        parts.store().change(tx -> {
            // It may have been deleted meanwhile.
            if (rows.find(tx, target.id()).isPresent()) {
                deliveries.put(tx, List.of(tried));
            }
        });
        return tried;
    }

    /**
     * Deliveries to a target, newest first.
     *
     * @param statuses none for all
     */
    public Page<Delivery> list(String targetId, Set<DeliveryStatus> statuses, PageRequest page) {
        return Page.cut(parts.store().read(tx -> deliveries.list(tx, targetId, statuses, page)), page, Delivery::id);
    }

    /**
     * The messages of an organization that tell, or told, of an event, whatever became of them; digests too that were made
     * when it may have waited. Newest first.
     */
    public List<Delivery> of(String organizationId, Event event) {
        String topic = EventKind.find(event.kind())
                .map(kind -> EventTopic.of(event, kind).name())
                .orElse(null);
        return parts.store().read(tx -> deliveries.of(tx, organizationId, event, topic));
    }

    /** @throws AppException {@code not_found} */
    public Delivery get(String organizationId, String targetId, String id) {
        return parts.store().read(tx -> get(tx, organizationId, targetId, id));
    }

    private Delivery get(Transaction tx, String organizationId, String targetId, String id) {
        return deliveries
                .find(tx, organizationId, id)
                .filter(each -> each.targetId().equals(targetId))
                .orElseThrow(() -> AppException.notFound("delivery", id));
    }

    /** How many deliveries to targets of an organization wait for a retry, by target; those that have none are left out. */
    public Map<String, Integer> pending(String organizationId, Set<String> targetIds) {
        Map<String, Integer> all = new HashMap<>(parts.store().read(tx -> deliveries.pending(tx, organizationId)));
        all.keySet().retainAll(targetIds);
        return all;
    }

    /** The newest delivery to targets of an organization, by target; those that have none are left out. */
    public Map<String, Delivery> newest(String organizationId, Set<String> targetIds) {
        return parts.store().read(tx -> deliveries.newest(tx, organizationId)).stream()
                .filter(each -> targetIds.contains(each.targetId()))
                .collect(Collectors.toMap(Delivery::targetId, Function.identity()));
    }

    /** Those targets of an organization whose last attempt failed. */
    public Set<String> failing(String organizationId, Set<String> targetIds) {
        Set<String> all = new HashSet<>(parts.store().read(tx -> rows.failing(tx, organizationId)));
        all.retainAll(targetIds);
        return all;
    }

    /**
     * Sends a delivery again as soon as may be, under the same id.
     *
     * @throws AppException {@code not_found}
     */
    public Delivery redeliver(Transaction tx, String organizationId, String targetId, String id) {
        get(tx, organizationId, targetId, id);
        deliveries.redeliver(tx, targetId, Set.of(), null, id, parts.clock().instant());
        wake(tx, targetId);
        return get(tx, organizationId, targetId, id);
    }

    /**
     * As {@link #redeliver(Transaction, String, String, String)}, of all that were tried for the first time at a moment or
     * since, in the order of their events.
     *
     * @param statuses which of them; {@link DeliveryStatus#PENDING} is not among them
     * @return how many
     */
    public int redeliver(Transaction tx, String targetId, Set<DeliveryStatus> statuses, Instant since) {
        if (statuses.isEmpty() || statuses.contains(DeliveryStatus.PENDING)) {
            throw new IllegalArgumentException("What waits is sent anyway");
        }
        int count = deliveries.redeliver(
                tx,
                targetId,
                EnumSet.copyOf(statuses),
                since,
                null,
                parts.clock().instant());
        wake(tx, targetId);
        return count;
    }

    /** Begins no further attempt, and waits a little for those under way. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            loops.forEach(Loop::close);
        }
        workers.values().forEach(TargetWorker::stop);
        long end = System.nanoTime() + PATIENCE.toNanos();
        workers.values().forEach(each -> each.end(Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
        workers.clear();
    }
}
