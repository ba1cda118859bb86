package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Revised;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all records that people change: two who change one at once do not overwrite each other, a name that
 * is taken is refused, and each change has an event with what was before and after. Thread-safe.
 */
public final class Revisions<T extends Revised> {

    private final String what;
    private final String noun;
    private final StateStore store;
    private final Table<T> table;
    private final EventLog events;
    private final Function<T, Map<String, Object>> told;

    /**
     * @param what it is, for messages, such as {@code database connection}; most say its last word alone
     * @param told the data that events have of a record
     */
    public Revisions(
            String what, StateStore store, Table<T> table, EventLog events, Function<T, Map<String, Object>> told) {
        this.what = what;
        this.noun = what.substring(what.lastIndexOf(' ') + 1);
        this.store = store;
        this.table = table;
        this.events = events;
        this.told = told;
    }

    /** @throws AppException {@code not_found} for one that the caller's organization has not got */
    public T load(Caller caller, String id) {
        return store.read(tx -> load(tx, caller, id));
    }

    /** As {@link #load(Caller, String)}, within a transaction. */
    public T load(Transaction tx, Caller caller, String id) {
        return table.find(tx, caller.organizationId(), id).orElseThrow(() -> AppException.notFound(what, id));
    }

    /** The organization's records, newest first. */
    public Page<T> list(Caller caller, PageRequest page) {
        return Page.cut(store.read(tx -> table.list(tx, caller.organizationId(), page)), page, Revised::id);
    }

    /**
     * @param expected null for whatever is there
     * @throws AppException {@code precondition_failed} when it has another revision
     */
    public void require(T record, @Nullable Long expected) {
        if (expected != null && expected != record.revision()) {
            throw changedMeanwhile();
        }
    }

    /**
     * Runs a transaction that adds or changes a record.
     *
     * @param name that the record gets
     * @throws AppException {@code already_exists} when another has that name
     */
    public <R> R save(String name, Function<Transaction, R> change) {
        try {
            return store.write(change);
        } catch (JdbiException e) {
            if (StateStore.isDuplicate(e)) {
                String article = "aeiou".indexOf(noun.charAt(0)) < 0 ? "a " : "an ";
                throw new AppException(
                        PlatformError.ALREADY_EXISTS,
                        "There is already " + article + noun + " named " + name + ". Choose another name.");
            }
            throw e;
        }
    }

    /**
     * Saves what may change of a record.
     *
     * @param after with the next revision
     * @throws AppException {@code precondition_failed} when somebody else was faster
     */
    public void update(Transaction tx, T after) {
        String where = "WHERE organization_id = ? AND id = ? AND revision = ?";
        if (!table.update(tx, after, where, after.organizationId(), after.id(), after.revision() - 1)) {
            throw changedMeanwhile();
        }
    }

    private AppException changedMeanwhile() {
        return new AppException(
                PlatformError.PRECONDITION_FAILED, "The " + noun + " was changed since you read it. Read it again.");
    }

    /** Appends what happened to a record. */
    public void append(Transaction tx, Caller caller, EventKind kind, T record) {
        append(tx, caller, kind, record, Map.of());
    }

    /** Appends that a record was changed. */
    public void append(Transaction tx, Caller caller, EventKind kind, T before, T after) {
        append(tx, caller, kind, after, difference(before, after));
    }

    /** What an event says of a change, to be added to. */
    public Map<String, Object> difference(T before, T after) {
        return new LinkedHashMap<>(Map.of("before", told.apply(before), "after", told.apply(after)));
    }

    /** @param more what the event says beside the record */
    public void append(Transaction tx, Caller caller, EventKind kind, T record, Map<String, Object> more) {
        Map<String, Object> data = new LinkedHashMap<>(told.apply(record));
        data.putAll(more);
        events.append(tx, caller, new NewEvent(kind, record.id(), data));
    }
}
