package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.StateStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out whether a log is as it was written. Thread-safe. */
public final class EventVerification {

    private static final int BATCH = 1000;

    private final StateStore store;
    private final JdbcEventStore events = new JdbcEventStore();

    public EventVerification(StateStore store) {
        this.store = store;
    }

    /**
     * What was found.
     *
     * @param first ordinal of the first event that is there; 0 for none
     * @param last ordinal of the last one that is as it should be; 0 for none
     * @param fault the first thing that is not as it was written, for people; null when all is
     */
    public record Result(long first, long last, @Nullable String fault) {}

    /**
     * Checks the log of the caller's organization from its beginning or, where old events were removed, from its checkpoint.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public Result verify(Caller caller) {
        caller.require(Scope.AUDIT_READ);
        String organization = caller.organizationId();
        EventCheckpoint checkpoint =
                store.read(tx -> events.checkpoint(tx, organization)).orElse(null);
        ChainHead head = store.read(tx -> events.head(tx, organization));
        long begin = checkpoint == null ? 0 : checkpoint.ordinal();
        Optional<EventRow> before = store.read(tx -> events.after(tx, organization, 0, 1)).stream()
                .filter(row -> row.ordinal() <= begin)
                .findFirst();
        if (before.isPresent()) {
            return new Result(
                    0, 0, "Event " + before.get().ordinal() + " stands before the place where the log begins.");
        }
        long ordinal = begin;
        String hash = checkpoint == null ? "" : checkpoint.hash();
        long first = 0;
        while (ordinal < head.ordinal()) {
            long from = ordinal;
            List<EventRow> rows = store.read(tx -> events.after(tx, organization, from, BATCH));
            if (rows.isEmpty()) {
                break;
            }
            for (EventRow row : rows) {
                if (row.ordinal() != ordinal + 1 && hasMoved(organization, begin)) {
                    // Old events were removed for their age meanwhile.
                    return verify(caller);
                }
                if (row.ordinal() != ordinal + 1) {
                    return new Result(first, ordinal, "Event " + (ordinal + 1) + " is missing.");
                }
                if (!row.hash().equals(row.hashAfter(hash))) {
                    return new Result(first, ordinal, "Event " + row.ordinal() + " was altered.");
                }
                first = first == 0 ? row.ordinal() : first;
                ordinal = row.ordinal();
                hash = row.hash();
                if (ordinal == head.ordinal() && !hash.equals(head.hash())) {
                    return new Result(first, ordinal - 1, "Event " + ordinal + " is not the one that was written.");
                }
            }
        }
        if (ordinal < head.ordinal() && hasMoved(organization, begin)) {
            return verify(caller);
        }
        return ordinal < head.ordinal()
                ? new Result(first, ordinal, "Event " + (ordinal + 1) + " is missing.")
                : new Result(first, ordinal, null);
    }

    private boolean hasMoved(String organization, long begin) {
        return store.read(tx -> events.checkpoint(tx, organization))
                .filter(now -> now.ordinal() > begin)
                .isPresent();
    }
}
