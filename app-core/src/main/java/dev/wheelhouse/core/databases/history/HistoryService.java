package dev.wheelhouse.core.databases.history;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sql.SecretRedaction;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What ran on which connection, from the window and over HTTP alike. Written behind, within a second and in batches, so
 * that no statement waits for its own record. Thread-safe.
 */
public final class HistoryService implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(HistoryService.class.getName());
    private static final int LONGEST_STATEMENT = 100_000;
    private static final int MOST_WAITING = 10_000;

    private final StateStore store;
    private final JdbcHistoryStore history = new JdbcHistoryStore();
    private final IdGenerator ids;
    private final Clock clock;
    private final Supplier<Duration> kept;
    private final ConcurrentLinkedQueue<HistoryEntry> waiting = new ConcurrentLinkedQueue<>();
    private final List<Loop> loops;

    /**
     * @param kept how long entries stay, asked at each time
     */
    public HistoryService(StateStore store, Workers workers, IdGenerator ids, Clock clock, Supplier<Duration> kept) {
        this.store = store;
        this.ids = ids;
        this.clock = clock;
        this.kept = kept;
        this.loops = List.of(
                workers.every("Writing the statement history", Duration.ofMillis(500), this::write),
                workers.every("Forgetting old statements", Duration.ofHours(1), this::prune));
    }

    /**
     * Runs work and records it with its outcome, whatever that is.
     *
     * @param kind what it is, see {@link HistoryEntry}
     * @param statement its text as submitted
     * @param rowCount the rows of a result
     */
    public <T> T recording(
            Caller caller,
            DatabaseConnection connection,
            String kind,
            String statement,
            ToLongFunction<T> rowCount,
            Supplier<T> work) {
        Run run = new Run(caller, connection, kind, statement, clock.instant(), System.nanoTime());
        try {
            T result = work.get();
            add(run, "succeeded", null, rowCount.applyAsLong(result));
            return result;
        } catch (AppException e) {
            add(run, e.kind() == ErrorKind.CANCELLED ? "cancelled" : "failed", e.getMessage(), null);
            throw e;
        } catch (RuntimeException e) {
            // It ran, or began to; internal text stays out.
            add(run, "failed", "It broke off in the console.", null);
            throw e;
        }
    }

    /** @param began by the clock that is never set, for the time it took */
    private record Run(
            Caller caller,
            DatabaseConnection connection,
            String kind,
            String statement,
            Instant startedAt,
            long began) {}

    private void add(Run run, String outcome, @Nullable String error, @Nullable Long rowCount) {
        if (waiting.size() >= MOST_WAITING) {
            LOG.log(System.Logger.Level.WARNING, "The statement history cannot be written; an entry was dropped");
            return;
        }
        waiting.add(new HistoryEntry(
                ids.next("his"),
                run.caller().organizationId(),
                run.connection().id(),
                run.caller().memberId(),
                run.caller().origin(),
                run.kind(),
                shown(run.statement(), run.connection()),
                outcome,
                error == null ? null : SecretRedaction.redactFailure(run.statement(), error),
                rowCount,
                Duration.ofNanos(System.nanoTime() - run.began()).toMillis(),
                run.startedAt()));
    }

    private static String shown(String statement, DatabaseConnection connection) {
        // PostgreSQL stores no NUL in text, and the state may lie there.
        return SecretRedaction.redact(statement, LONGEST_STATEMENT, connection.engine())
                .replace('\0', '\uFFFD');
    }

    /** Writes what waits, unless it cannot be written now: then it waits on. */
    private void flush() {
        try {
            write();
        } catch (RuntimeException e) {
            // The loop meets it as well, and says so once.
            LOG.log(System.Logger.Level.DEBUG, "The statement history waits", e);
        }
    }

    private synchronized void write() {
        List<HistoryEntry> batch = new ArrayList<>();
        for (HistoryEntry next = waiting.poll(); next != null; next = waiting.poll()) {
            batch.add(next);
        }
        if (batch.isEmpty()) {
            return;
        }
        try {
            store.change(tx -> history.insert(tx, batch));
        } catch (RuntimeException e) {
            // They wait for a state that can be written again; ids keep their order.
            waiting.addAll(batch);
            throw e;
        }
    }

    private void prune() {
        store.change(tx -> history.deleteBefore(tx, clock.instant().minus(kept.get())));
    }

    /**
     * What ran on a connection, newest first.
     *
     * @param search text that the statement must hold, in either case; null for all
     */
    public Page<HistoryEntry> list(Caller caller, String connectionId, @Nullable String search, PageRequest page) {
        return list(caller, HistoryFilter.of(connectionId, search), page);
    }

    /** What ran on the organization's databases, newest first; deleted ones included. */
    public Page<HistoryEntry> list(Caller caller, HistoryFilter filter, PageRequest page) {
        caller.require(Scope.DATABASES_READ);
        flush();
        return Page.cut(
                store.read(tx -> history.list(tx, caller.organizationId(), filter, page)), page, HistoryEntry::id);
    }

    /** When something last ran on each connection of the organization; without those on which nothing did. */
    public Map<String, Instant> lastUsed(Caller caller) {
        caller.require(Scope.DATABASES_READ);
        flush();
        return store.read(tx -> history.lastUsed(tx, caller.organizationId()));
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
        try {
            write();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The last of the statement history could not be written", e);
        }
    }
}
