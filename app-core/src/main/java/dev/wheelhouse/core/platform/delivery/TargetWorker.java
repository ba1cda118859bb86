package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFollowing;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventTopic;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.secret.VaultError;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Works one target for as long as this console holds its lease. One loop makes first attempts in the order of events, another
 * one retries what is due; both remember outcomes until {@link #flush} has them in the state. Thread-safe.
 */
final class TargetWorker {

    private static final System.Logger LOG = System.getLogger(TargetWorker.class.getName());

    private static final Duration NOTHING_DUE = Duration.ofMinutes(1);

    private static final long REST = TimeUnit.SECONDS.toNanos(12);

    private static final int MOST_NOTES = 200;
    private static final int DUE_AT_ONCE = 20;

    /** A target that nothing was sent to for so long gets a digest. */
    private static final Duration ASLEEP = Duration.ofDays(1);

    private static final int MOST_ABSORBED = 1000;

    /** How many events that a target did not ask for are worth a change of the state. */
    private static final int MOST_PASSED = 500;

    private final DeliveryParts parts;
    private final Targets targets;
    private final Targets.Key key;
    private final Deliveries.Bounds bounds;
    private final DeliveryPace pace;
    private final JdbcTargetStore rows = new JdbcTargetStore();
    private final JdbcDeliveryStore deliveries = new JdbcDeliveryStore();
    private final JdbcFloodStore floods = new JdbcFloodStore();
    private final Loop events;
    private final Loop retries;
    private final CountDownLatch ended = new CountDownLatch(2);
    private final ReentrantLock flushing = new ReentrantLock();

    private final List<Note> notes = new ArrayList<>();
    private volatile @Nullable Held held;
    private long reached;
    private long saved;
    private FailureStreak streak = FailureStreak.NONE;
    private @Nullable Snapshot snapshot;
    private long changes;
    private Flood flood;

    /** Until when the far side asked to be left alone; null for not. */
    private @Nullable Instant quietUntil;

    /** How often the clock jumped or the work began, and how often what waited over it was looked at. */
    private volatile int sleeps;

    private volatile int wakings;

    /** Of the events' loop alone: what waits is told in one digest. */
    private boolean digesting;

    /** Of the events' and the retries' loop; before, others may take the lease. */
    private volatile long restsUntil = System.nanoTime();

    /** Of the events' loop alone. */
    private @Nullable EventFollowing following;

    private @Nullable Held followedBy;

    /** The right to work the target, until another console takes it or the target begins anew. */
    private record Held(Lease lease, long epoch) {}

    /** @param trouble null for none that is to be noticed */
    private record Note(Delivery delivery, Targets.@Nullable Trouble trouble) {}

    /** What is written in one change. */
    private record Batch(
            List<Note> notes, long ordinal, FailureStreak streak, Map<FloodEntry.Key, Optional<FloodEntry>> flood) {}

    private record Snapshot(Target target, long at) {}

    TargetWorker(DeliveryParts parts, Targets targets, Targets.Key key, Deliveries.Bounds bounds) {
        this.parts = parts;
        this.targets = targets;
        this.key = key;
        this.bounds = bounds;
        this.pace = parts.pace();
        this.events = new Loop("Delivering to " + key.id(), pace.retry(), this::deliver);
        this.retries = new Loop("Delivering again to " + key.id(), pace.retry(), this::deliverAgain);
        this.flood = new Flood(key.id(), List.of(), parts.clock().instant());
    }

    void start() {
        for (Loop each : List.of(events, retries)) {
            parts.workers().start(() -> {
                try {
                    each.run(Duration.ZERO);
                } finally {
                    ended.countDown();
                }
            });
        }
    }

    private Duration deliver() {
        Held mine = takeHold();
        if (mine == null) {
            return pace.taken();
        }
        wakeUp(mine);
        if (isQuiet()) {
            return pace.taken();
        }
        if (!tellDue(mine)) {
            return pace.taken();
        }
        List<Event> found;
        try {
            found = following(mine).next(pace.events());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Duration.ZERO;
        }
        // Of events that are kept no longer nothing can be told.
        following(mine).takeGap();
        boolean whole = false;
        try {
            for (Event each : found) {
                if (!isWorking(mine)) {
                    return Duration.ZERO;
                }
                if (isFull()) {
                    return pace.full();
                }
                if (isQuiet()) {
                    return pace.taken();
                }
                if (!isDelivered(mine, each)) {
                    return pace.taken();
                }
            }
            whole = true;
            if (digesting && isCaughtUp(found)) {
                return isDigestTold(mine) ? Duration.ZERO : pace.taken();
            }
        } finally {
            if (!whole) {
                // It goes on behind what was reached.
                following = null;
            }
        }
        return Duration.ZERO;
    }

    /** Whether the far side asked for quiet; what waits for people is gathered meanwhile, anything else stays in the log. */
    private synchronized boolean isQuiet() {
        return !targets.paced() && isQuiet(parts.clock().instant());
    }

    private boolean isQuiet(Instant now) {
        return quietUntil != null && now.isBefore(quietUntil);
    }

    private EventFollowing following(Held mine) {
        EventFollowing now = following;
        if (now == null || !mine.equals(followedBy)) {
            long after;
            synchronized (this) {
                after = reached;
            }
            now = parts.followers().follow(key.organizationId(), after);
            following = now;
            followedBy = mine;
        }
        return now;
    }

    /** Makes the first attempt; false when the target is not to be worked any more. */
    private boolean isDelivered(Held mine, Event event) {
        EventKind kind = EventKind.find(event.kind()).orElse(null);
        Target target = target(mine).orElse(null);
        if (target == null) {
            return false;
        }
        Hearing hearing = kind == null ? Hearing.NEVER : target.hears(event, kind);
        if (kind == null || hearing == Hearing.NEVER) {
            pass(mine, event.ordinal());
            return true;
        }
        if (targets.paced()) {
            hold(mine, event, EventTopic.of(event, kind), hearing);
            return tellDue(mine);
        }
        attempt(
                mine,
                target,
                first(target.compose(Bundle.of(event)), Delivery.Told.of(event)),
                event.ordinal(),
                List.of(),
                bounds.first());
        return true;
    }

    private Delivery first(Message message, Delivery.Told told) {
        return Delivery.of(
                parts.ids().next("dlv"), key, message, told, parts.clock().instant());
    }

    private void hold(Held mine, Event event, EventTopic topic, Hearing hearing) {
        Instant now = parts.clock().instant();
        digesting |= event.occurredAt().isBefore(now.minus(ASLEEP));
        synchronized (this) {
            if (mine.equals(held)) {
                flood.isHeld(event, topic, hearing, now);
                reached = event.ordinal();
            }
        }
    }

    /** Tells what is due of what was held; false when the target is not to be worked any more. */
    private boolean tellDue(Held mine) {
        if (digesting) {
            return true;
        }
        Instant now = parts.clock().instant();
        List<String> due;
        synchronized (this) {
            due = isQuiet(now) ? List.of() : flood.due(now);
        }
        for (String each : due) {
            absorbWaiting(mine, each);
            if (!isTold(mine, held(each), false)) {
                return false;
            }
        }
        return true;
    }

    private synchronized List<FloodEntry> held(String topic) {
        return flood.held(topic);
    }

    private boolean isCaughtUp(List<Event> found) {
        return found.isEmpty()
                || found.getLast().occurredAt().isAfter(parts.clock().instant().minus(pace.events()));
    }

    private boolean isDigestTold(Held mine) {
        List<FloodEntry> all;
        synchronized (this) {
            all = flood.held();
        }
        if (!isTold(mine, all, true)) {
            return false;
        }
        digesting = false;
        return true;
    }

    /** Sends one message about what is held; false when the target is not to be worked any more. */
    private boolean isTold(Held mine, List<FloodEntry> entries, boolean digest) {
        Target target = target(mine).orElse(null);
        if (target == null || !isWorking(mine)) {
            return false;
        }
        if (entries.isEmpty()) {
            return true;
        }
        List<FloodEntry.Key> subjects = entries.stream().map(FloodEntry::key).toList();
        List<Bundle.Part> found = parts(entries);
        if (found.isEmpty()) {
            // They are kept no longer.
            synchronized (this) {
                flood.told(subjects, parts.clock().instant());
            }
            return true;
        }
        Bundle bundle = new Bundle(found, digest);
        Delivery.Told told = new Delivery.Told(
                digest ? null : entries.getFirst().topic(),
                entries.stream().mapToLong(FloodEntry::firstOrdinal).min().orElseThrow(),
                bundle.newest().ordinal(),
                bundle.count(),
                digest ? List.of() : entries.stream().map(FloodEntry::subjectId).toList());
        attempt(mine, target, first(target.compose(bundle), told), 0, subjects, bounds.first());
        return true;
    }

    private List<Bundle.Part> parts(List<FloodEntry> entries) {
        return parts.store()
                .read(tx -> entries.stream()
                        .sorted(Comparator.comparingLong(FloodEntry::newestOrdinal))
                        .flatMap(each -> parts
                                .events()
                                .find(tx, key.organizationId(), String.valueOf(each.newestId()))
                                .map(newest -> new Bundle.Part(
                                        newest, each.held(), each.since() == null ? newest.occurredAt() : each.since()))
                                .stream())
                        .toList());
    }

    /** After a sleep, or when nobody worked the target: what waits for long goes out spread, or in a digest. */
    private void wakeUp(Held mine) {
        int awake = sleeps;
        if (awake == wakings) {
            return;
        }
        Instant now = parts.clock().instant();
        if (targets.paced()) {
            absorbOverdue(mine, now.minus(ASLEEP));
        }
        change(mine, tx -> deliveries.spreadOverdue(tx, key.id(), now.minus(RetryPlan.SPREAD), now));
        wakings = awake;
        retries.hurry();
    }

    /** Has what should have been tried again before a moment told in a digest. */
    private void absorbOverdue(Held mine, Instant before) {
        synchronized (this) {
            digesting |= flood.held().stream()
                    .anyMatch(each -> each.dueAt() != null && each.dueAt().isBefore(before));
        }
        List<Delivery> overdue = parts.store().read(tx -> deliveries.overdue(tx, key.id(), before, MOST_ABSORBED));
        digesting |= !overdue.isEmpty();
        absorb(mine, overdue, "Told in a digest, as nothing was sent for more than a day.");
    }

    /** Has what waits for a retry told with what came after it, so that nobody reads of trouble that is over. */
    private void absorbWaiting(Held mine, String topic) {
        boolean fails;
        synchronized (this) {
            fails = streak.lastFailure() != null;
        }
        if (fails) {
            absorb(
                    mine,
                    parts.store().read(tx -> deliveries.waiting(tx, key.id(), topic, MOST_ABSORBED)),
                    "Told together with what came after it.");
        }
    }

    private void absorb(Held mine, List<Delivery> waiting, String why) {
        Target target = waiting.isEmpty() ? null : target(mine).orElse(null);
        if (target == null) {
            return;
        }
        Instant now = parts.clock().instant();
        List<Event> all = parts.store()
                .read(tx -> waiting.stream()
                        .flatMap(each -> eventsOf(tx, target, each).stream())
                        .toList());
        flushing.lock();
        try {
            flush();
            synchronized (this) {
                if (!mine.equals(held)) {
                    return;
                }
                all.forEach(each -> EventKind.find(each.kind())
                        .ifPresent(kind -> flood.isHeld(each, EventTopic.of(each, kind), Hearing.ALWAYS, now)));
                hold(mine, waiting, why, now);
            }
        } finally {
            flushing.unlock();
        }
    }

    /** Has it in the state that the events of messages are held and those are not tried again. */
    private synchronized void hold(Held mine, List<Delivery> waiting, String why, Instant now) {
        Map<FloodEntry.Key, Optional<FloodEntry>> changed = flood.changes();
        try {
            change(mine, tx -> {
                waiting.forEach(each -> deliveries.fail(tx, each.toldOtherwise(why, now)));
                floods.put(tx, key.id(), changed);
            });
        } catch (RuntimeException e) {
            // Otherwise they would be held twice; the state is read again.
            letGo(mine);
            throw e;
        }
        flood.saved(changed);
    }

    /** What a message tells of, as far as it is kept. */
    private List<Event> eventsOf(Transaction tx, Target target, Delivery delivery) {
        return parts.events().between(tx, key.organizationId(), delivery.firstOrdinal(), delivery.ordinal()).stream()
                .filter(each -> delivery.events() == 1
                        ? each.id().equals(delivery.eventId())
                        : delivery.subjects().contains(each.subjectId()) && isOfTopic(target, each, delivery.topic()))
                .toList();
    }

    private static boolean isOfTopic(Target target, Event event, @Nullable String topic) {
        return EventKind.find(event.kind())
                .filter(kind -> target.hears(event, kind) != Hearing.NEVER
                        && EventTopic.of(event, kind).name().equals(topic))
                .isPresent();
    }

    private Duration deliverAgain() {
        Held mine = held;
        if (mine == null || sleeps != wakings || isQuiet()) {
            return NOTHING_DUE;
        }
        Set<String> unnoted = unnoted();
        List<Delivery> due = parts
                .store()
                .read(tx -> deliveries.due(tx, key.id(), parts.clock().instant(), DUE_AT_ONCE + unnoted.size()))
                .stream()
                .filter(each -> !unnoted.contains(each.id()))
                .toList();
        for (Delivery each : due) {
            Target target = target(mine).orElse(null);
            if (target == null || !isWorking(mine)) {
                return NOTHING_DUE;
            }
            if (isFull()) {
                return pace.full();
            }
            if (isQuiet()) {
                return NOTHING_DUE;
            }
            attempt(mine, target, each, 0, List.of(), bounds.again());
        }
        return due.isEmpty() ? NOTHING_DUE : Duration.ZERO;
    }

    private synchronized Set<String> unnoted() {
        return notes.stream().map(each -> each.delivery().id()).collect(Collectors.toSet());
    }

    private synchronized boolean isFull() {
        return notes.size() >= MOST_NOTES;
    }

    private boolean isWorking(Held mine) {
        return mine.equals(held)
                && !events.isClosed()
                && !Thread.currentThread().isInterrupted();
    }

    /**
     * @param ordinal of the event that is reached by it; 0 for none
     * @param told of whom all that was held is told by it
     */
    private void attempt(
            Held mine, Target target, Delivery delivery, long ordinal, List<FloodEntry.Key> told, Semaphore bound) {
        try {
            bound.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Stopped before it was sent.", e);
        }
        Instant at;
        Answer answer;
        try {
            at = parts.clock().instant();
            answer = sent(target, delivery.message(), at);
        } finally {
            bound.release();
        }
        note(mine, delivery.after(answer, at, parts.clock().instant(), parts.random()), answer, ordinal, told);
    }

    private static Answer sent(Target target, Message message, Instant at) {
        try {
            return target.send(message, at);
        } catch (AppException e) {
            // Nobody knows how the far side would have answered.
            throw e;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A delivery could not be sent", e);
            return Answer.unanswered("The console could not send it; its log says why.", Map.of());
        }
    }

    private synchronized void note(Held mine, Delivery after, Answer answer, long ordinal, List<FloodEntry.Key> told) {
        if (!mine.equals(held)) {
            // The console that works it now sends it again.
            return;
        }
        Instant now = parts.clock().instant();
        streak = answer.isDelivered() ? FailureStreak.NONE : streak.failed(now);
        notes.add(new Note(after, trouble(answer)));
        reached = Math.max(reached, ordinal);
        flood.told(told, now);
        quietUntil = answer.retryAfter() == null ? null : now.plus(RetryPlan.atMost(answer.retryAfter()));
    }

    private Targets.@Nullable Trouble trouble(Answer answer) {
        if (answer.isDelivered()) {
            return null;
        }
        if (answer.result() == Answer.Result.GONE) {
            return Targets.Trouble.GONE;
        }
        if (streak.isOver()) {
            return Targets.Trouble.SILENT;
        }
        if (streak.isNews(answer)) {
            streak = streak.toldNow();
            return Targets.Trouble.FAILING;
        }
        return null;
    }

    private synchronized void pass(Held mine, long ordinal) {
        if (mine.equals(held)) {
            reached = ordinal;
        }
    }

    /** The target as it is now; empty when it is not to be worked any more. */
    private Optional<Target> target(Held mine) {
        long change;
        synchronized (this) {
            change = changes;
            Snapshot known = snapshot;
            if (known != null
                    && System.nanoTime() - known.at() < pace.remembered().toNanos()) {
                return Optional.of(known.target());
            }
        }
        long at = System.nanoTime();
        boolean same = parts.store()
                .read(tx -> rows.find(tx, key.id()))
                .filter(each -> each.epoch() == mine.epoch())
                .isPresent();
        Target now = same ? found(mine) : null;
        if (now == null) {
            letGo(mine);
            return Optional.empty();
        }
        synchronized (this) {
            // One that was read before a change is not remembered behind it.
            snapshot = change == changes ? new Snapshot(now, at) : null;
        }
        return Optional.of(now);
    }

    private @Nullable Target found(Held mine) {
        try {
            return targets.find(key).orElse(null);
        } catch (AppException e) {
            if (e.errorCode() == VaultError.VAULT_LOCKED && parts.store().isShared()) {
                // Another console may have its vault open.
                restsUntil = System.nanoTime() + REST;
                giveBack(mine);
            }
            throw e;
        }
    }

    private void giveBack(Held mine) {
        flush();
        parts.leases().release(mine.lease());
        letGo(mine);
    }

    /** It was changed, or somebody wants something sent again: the next attempt looks how. */
    void changed() {
        synchronized (this) {
            changes++;
            snapshot = null;
            quietUntil = null;
        }
        events.hurry();
    }

    private @Nullable Held takeHold() {
        Held mine = held;
        if (mine != null || events.isClosed()) {
            return mine;
        }
        if (System.nanoTime() - restsUntil < 0) {
            return null;
        }
        Lease lease = parts.leases().take("deliveries to " + key.id()).orElse(null);
        if (lease == null) {
            return null;
        }
        DeliveryTarget row = parts.store().read(tx -> rows.find(tx, key.id())).orElse(null);
        if (row == null) {
            parts.leases().release(lease);
            return null;
        }
        Flood left = new Flood(
                key.id(),
                parts.store().read(tx -> floods.of(tx, key.id())),
                parts.clock().instant());
        synchronized (this) {
            sleeps++;
            notes.clear();
            snapshot = null;
            reached = row.ordinal();
            saved = row.ordinal();
            streak = row.streak();
            flood = left;
            mine = new Held(lease, row.epoch());
            held = mine;
        }
        return mine;
    }

    /** The clock jumped: forwards over a sleep, or back. */
    void clockMoved(Duration by) {
        Held mine = held;
        if (mine == null) {
            return;
        }
        if (by.isNegative()) {
            synchronized (this) {
                flood.shift(by);
                quietUntil = quietUntil == null ? null : quietUntil.plus(by);
            }
            flush();
            change(mine, tx -> deliveries.shift(tx, key.id(), by));
        } else {
            synchronized (this) {
                sleeps++;
            }
            events.hurry();
        }
    }

    /** Something of it is due. */
    void retry() {
        retries.hurry();
    }

    /** Not waiting for the disk; what was lost to another worker is let go, so that it is taken anew or left. */
    private void change(Held mine, Consumer<Transaction> work) {
        try {
            parts.store().changeUnsynced(tx -> {
                parts.leases().require(tx, mine.lease());
                work.accept(tx);
            });
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CONFLICT) {
                letGo(mine);
            }
            throw e;
        }
    }

    private synchronized void letGo(Held mine) {
        if (mine.equals(held)) {
            held = null;
            notes.clear();
            snapshot = null;
        }
    }

    /** Has in the state what is remembered; when that fails it stays remembered. */
    void flush() {
        flushing.lock();
        try {
            Held mine;
            Batch batch;
            synchronized (this) {
                mine = held;
                batch = new Batch(List.copyOf(notes), reached, streak, flood.changes());
                boolean passedMany = reached - saved >= MOST_PASSED || (events.isClosed() && reached > saved);
                if (mine == null || (batch.notes().isEmpty() && batch.flood().isEmpty() && !passedMany)) {
                    return;
                }
            }
            boolean kept = isKept(mine, batch);
            synchronized (this) {
                if (mine.equals(held)) {
                    notes.subList(0, batch.notes().size()).clear();
                    saved = batch.ordinal();
                    flood.saved(batch.flood());
                }
            }
            if (!kept) {
                letGo(mine);
            }
        } finally {
            flushing.unlock();
        }
    }

    /** False when the target is no longer this console's to work. */
    private boolean isKept(Held mine, Batch batch) {
        Note worst = batch.notes().stream()
                .filter(each -> each.trouble() != null)
                .max(Comparator.comparing(each -> Objects.requireNonNull(each.trouble())))
                .orElse(null);
        boolean[] kept = {false};
        try {
            if (worst == null) {
                // A power failure takes back outcomes and place together; what was sent is sent again then.
                parts.store().changeUnsynced(tx -> kept[0] = keep(tx, mine, batch));
            } else {
                parts.store().change(tx -> kept[0] = keepWithTrouble(tx, mine, batch, worst));
            }
        } catch (AppException e) {
            if (e.errorCode() != PlatformError.CONFLICT) {
                throw e;
            }
            LOG.log(System.Logger.Level.INFO, "Not noted, and sent again where it has to be: " + e.getMessage());
        }
        return kept[0];
    }

    /** False when the target is disabled now, and so no longer to be worked. */
    private boolean keepWithTrouble(Transaction tx, Held mine, Batch batch, Note worst) {
        parts.leases().require(tx, mine.lease());
        Targets.Trouble trouble = Objects.requireNonNull(worst.trouble());
        String why = String.valueOf(worst.delivery().attempts().getLast().error());
        String reason = trouble == Targets.Trouble.SILENT
                ? "Nothing was delivered for " + FailureStreak.LIMIT.toDays() + " days. " + why
                : why;
        boolean disabled = targets.isDisabledFor(trouble, tx, key, reason);
        if (!keep(tx, mine, batch)) {
            throw new AppException(PlatformError.CONFLICT, key.id() + " has begun anew.");
        }
        if (disabled) {
            rows.end(tx, key.id());
            deliveries.failPending(tx, key.id(), parts.clock().instant());
        }
        return !disabled;
    }

    private boolean keep(Transaction tx, Held mine, Batch batch) {
        parts.leases().require(tx, mine.lease());
        if (!rows.advance(tx, key.id(), mine.epoch(), batch.ordinal(), batch.streak())) {
            return false;
        }
        deliveries.put(tx, batch.notes().stream().map(Note::delivery).toList());
        floods.put(tx, key.id(), batch.flood());
        return true;
    }

    /** Begins no further attempt. */
    void stop() {
        events.close();
        retries.close();
    }

    /**
     * Stops, waits for attempts under way so that their outcomes are noted, and gives the lease back.
     *
     * @param patience the longest wait
     */
    void end(Duration patience) {
        stop();
        try {
            if (!ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(System.Logger.Level.DEBUG, "What is being sent to " + key.id() + " is sent again");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Held mine = held;
        if (mine != null) {
            try {
                giveBack(mine);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "Outcomes of " + key.id() + " were not noted", e);
                letGo(mine);
            }
        }
    }
}
