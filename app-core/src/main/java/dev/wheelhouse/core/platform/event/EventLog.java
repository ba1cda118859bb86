package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The record of what was done, by whom and with what outcome. An event is written in the transaction of the change it
 * tells of, and carries the SHA-256 of itself and its forerunner, so that a removed or altered one shows. Thread-safe.
 */
public final class EventLog {

    private static final System.Logger LOG = System.getLogger(EventLog.class.getName());

    private final StateStore store;
    private final JdbcEventStore events = new JdbcEventStore();
    private final IdGenerator ids;
    private final Clock clock;
    private final String homeId;
    private final List<Consumer<String>> appended = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Outcome> unwritten = new ConcurrentLinkedQueue<>();

    public EventLog(StateStore store, IdGenerator ids, Clock clock, String homeId) {
        this.store = store;
        this.ids = ids;
        this.clock = clock;
        this.homeId = homeId;
    }

    /** @param listener gets the organization whose events became more, once they are there; must be quick */
    public void onAppend(Consumer<String> listener) {
        appended.add(listener);
    }

    /**
     * Appends in the transaction of the change.
     *
     * @return the event, as those see it who may not read the audit
     */
    public Event append(Transaction tx, Caller caller, NewEvent event) {
        return append(
                tx, caller.organizationId(), actor(caller), event.kind().wireName(), event.subjectId(), event.data());
    }

    /** The ordinal of the organization's newest event as of this transaction; 0 for none yet. */
    public long newestOrdinal(Transaction tx, String organizationId) {
        return events.head(tx, organizationId).ordinal();
    }

    /** As those see it who may not read the audit; empty for one that is kept no longer. */
    public Optional<Event> find(Transaction tx, String organizationId, String id) {
        return events.find(tx, organizationId, id).map(EventLog::withoutAudit);
    }

    /** Both ends are among them, in their order and as those see them who may not read the audit. */
    public List<Event> between(Transaction tx, String organizationId, long first, long last) {
        return events.after(tx, organizationId, first - 1, Math.toIntExact(last - first + 1)).stream()
                .filter(row -> row.ordinal() <= last)
                .map(EventLog::withoutAudit)
                .toList();
    }

    private static Event withoutAudit(EventRow row) {
        return row.toEvent(Json.readObject(row.data()), null).withoutAudit();
    }

    /** Appends what nobody asked for: something that the console itself found. */
    public void appendOfConsole(Transaction tx, String organizationId, NewEvent event) {
        appendOfConsole(tx, organizationId, null, event);
    }

    /** Appends what work came to that began by itself, and who had set it up. */
    public void appendOfConsole(Transaction tx, String organizationId, @Nullable Actor setUpBy, NewEvent event) {
        Map<String, Object> actor = new TreeMap<>(Map.of("origin", "console", "homeId", homeId));
        if (setUpBy != null) {
            actor.put("memberId", setUpBy.memberId());
            if (setUpBy.keyId() != null) {
                actor.put("keyId", setUpBy.keyId());
            }
        }
        append(tx, organizationId, Json.write(actor), event.kind().wireName(), event.subjectId(), event.data());
    }

    private Event append(
            Transaction tx,
            String organizationId,
            String actor,
            String kind,
            String subjectId,
            Map<String, Object> told) {
        ChainHead head = events.advanceChain(tx, organizationId);
        String id = ids.next("evt");
        long now = clock.millis();
        String data = Json.write(told);
        EventRow row = new EventRow(id, organizationId, head.ordinal(), kind, subjectId, now, actor, data, "")
                .chained(head.hash());
        events.insert(tx, row);
        events.setChainHash(tx, organizationId, row.hash());
        // Also where nobody heard the answer to the commit: it may be there.
        tx.afterEnd(() -> appended.forEach(each -> each.accept(organizationId)));
        return row.toEvent(told, null).withoutAudit();
    }

    /**
     * Runs work that cannot share a transaction with the state, between an event of its intent and one of its outcome:
     * {@code succeeded}, {@code failed}, or {@code unknown} where the far side went away and may have done it or not.
     */
    public <T> T recording(Caller caller, NewEvent intent, Supplier<T> work) {
        String id = begin(caller, intent);
        T result;
        try {
            result = work.get();
        } catch (AppException e) {
            complete(caller, id, outcome(intent, outcomeOf(e), e.errorCode().code()));
            throw e;
        } catch (RuntimeException e) {
            complete(caller, id, outcome(intent, "unknown", null));
            throw e;
        }
        complete(caller, id, outcome(intent, "succeeded", null));
        return result;
    }

    private static String outcomeOf(AppException failure) {
        return switch (failure.kind()) {
            case UNAVAILABLE, INTERNAL -> "unknown";
            case INVALID, NOT_FOUND, CONFLICT, UNAUTHENTICATED, FORBIDDEN, LIMIT, CANCELLED -> "failed";
        };
    }

    private static NewEvent outcome(NewEvent intent, String outcome, @Nullable String code) {
        return new NewEvent(
                intent.kind(),
                intent.subjectId(),
                code == null ? Map.of("outcome", outcome) : Map.of("outcome", outcome, "code", code));
    }

    /**
     * Notes that something which cannot share a transaction with the state is about to be done. Until
     * {@link #complete} names its outcome it counts as unknown.
     *
     * @param intent what will be done; its data gets {@code phase: intent} and the intent's id
     * @return the intent's id
     */
    String begin(Caller caller, NewEvent intent) {
        String id = ids.next("int");
        store.change(tx -> {
            events.insertIntent(
                    tx,
                    new IntentRow(
                            id,
                            caller.organizationId(),
                            homeId,
                            intent.kind().wireName(),
                            intent.subjectId(),
                            actor(caller),
                            clock.millis()));
            append(tx, caller, phased(intent, id, "intent"));
        });
        return id;
    }

    /**
     * Names the outcome of an intent. What was done is done, so this does not fail: an outcome that cannot be written
     * now is written with the next one, or becomes {@code unknown} at the next start. Readers see it at once; a power
     * failure within the next moments may take it back, and then too it reads {@code unknown}, which is the truth that
     * the disk has.
     */
    void complete(Caller caller, String intentId, NewEvent outcome) {
        unwritten.add(new Outcome(caller, intentId, outcome));
        List<Outcome> outcomes = new ArrayList<>();
        for (Outcome next = unwritten.poll(); next != null; next = unwritten.poll()) {
            outcomes.add(next);
        }
        try {
            store.changeUnsynced(tx -> outcomes.forEach(each -> {
                events.deleteIntent(tx, each.intentId());
                append(tx, each.caller(), phased(each.event(), each.intentId(), "outcome"));
            }));
        } catch (RuntimeException e) {
            unwritten.addAll(outcomes);
            LOG.log(System.Logger.Level.WARNING, "The outcome of " + intentId + " could not be written and waits", e);
        }
    }

    private record Outcome(Caller caller, String intentId, NewEvent event) {}

    /**
     * Gives every intent that this home left without an outcome the outcome {@code unknown}. Called once at start.
     *
     * @return how many there were
     */
    public int settleAbandonedIntents() {
        return store.write(tx -> {
            var abandoned = events.intentsOf(tx, homeId);
            for (IntentRow each : abandoned) {
                events.deleteIntent(tx, each.id());
                Map<String, Object> outcome = phased(Map.of("outcome", "unknown"), each.id(), "outcome");
                append(tx, each.organizationId(), each.actor(), each.kind(), each.subjectId(), outcome);
            }
            return abandoned.size();
        });
    }

    private static NewEvent phased(NewEvent event, String intentId, String phase) {
        return new NewEvent(event.kind(), event.subjectId(), phased(event.data(), intentId, phase));
    }

    private static Map<String, Object> phased(Map<String, Object> told, String intentId, String phase) {
        Map<String, Object> data = new TreeMap<>(told);
        data.put("phase", phase);
        data.put("intentId", intentId);
        return data;
    }

    /**
     * What the console itself wants to know of the past, newest first, without who did it.
     *
     * @param organizationId whose events
     */
    public List<Event> newest(String organizationId, EventFilter filter, int limit) {
        return store.read(tx -> events.list(tx, organizationId, filter, Long.MAX_VALUE, limit)).stream()
                .map(row -> row.toEvent(Json.readObject(row.data()), null))
                .toList();
    }

    private static String actor(Caller caller) {
        Map<String, Object> actor = new TreeMap<>();
        actor.put("memberId", caller.memberId());
        actor.put("origin", caller.origin().name().toLowerCase(Locale.ROOT));
        actor.put("requestId", caller.requestId());
        if (caller.keyId() != null) {
            actor.put("keyId", caller.keyId());
        }
        if (caller.address() != null) {
            actor.put("address", caller.address());
        }
        return Json.write(actor);
    }
}
