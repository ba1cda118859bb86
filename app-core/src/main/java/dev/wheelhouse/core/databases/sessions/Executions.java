package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls under way, by the ids their callers gave them. Thread-safe. */
public final class Executions {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LONGEST_ID = 100;

    private final Workers workers;
    private final Map<Key, Named> named = new ConcurrentHashMap<>();
    private final SqlBudget budget = new SqlBudget();
    private final Set<Execution> running = ConcurrentHashMap.newKeySet();
    private final List<Consumer<String>> tableWatchers = new CopyOnWriteArrayList<>();

    public Executions(Workers workers) {
        this.workers = workers;
    }

    private record Key(String organizationId, String connectionId, String queryId) {}

    private record Named(Caller beginner, Execution execution) {}

    /**
     * Begins a call.
     *
     * @param queryId the caller's own name for it, 1 to 100 characters; null for a call that nobody needs to cancel
     * @param timeLimit null for none
     * @throws AppException {@code validation_failed} for an unusable id, {@code already_exists} for one in use
     */
    public Execution begin(Caller caller, String connectionId, @Nullable String queryId, @Nullable Duration timeLimit) {
        if (queryId == null) {
            return started(new Execution(workers, caller, timeLimit, ended -> ended(ended, connectionId)));
        }
        if (queryId.isBlank() || queryId.length() > LONGEST_ID) {
            throw AppException.invalid("queryId", "Use 1 to " + LONGEST_ID + " characters.");
        }
        Key key = new Key(caller.organizationId(), connectionId, queryId);
        Execution execution = new Execution(workers, caller, timeLimit, ended -> {
            ended(ended, connectionId);
            named.remove(key, new Named(caller, ended));
        });
        if (named.putIfAbsent(key, new Named(caller, execution)) != null) {
            execution.close();
            throw new AppException(
                    PlatformError.ALREADY_EXISTS,
                    "A query with the id " + queryId + " is still running on this connection. Choose another id.");
        }
        return started(execution);
    }

    /**
     * Holds a part of the SQL that may be worked on at once, to be closed when the text is not needed any more.
     *
     * @param characters how long the text is
     * @throws AppException {@code payload_too_large} for more than may be at once; {@code busy} when others have it for two
     *     seconds
     */
    public SqlBudget.Held hold(Caller caller, long characters) {
        return hold(caller, characters, PATIENCE);
    }

    /** {@link #hold(Caller, long)} with a patience of one's own. */
    public SqlBudget.Held hold(Caller caller, long characters, Duration patience) {
        return budget.hold(caller, characters, patience);
    }

    /**
     * Watches for calls that may have changed what tables there are.
     *
     * @param watcher gets the connection's id when such a call has ended, on its thread, which it must not hold up
     */
    public void watchTables(Consumer<String> watcher) {
        tableWatchers.add(watcher);
    }

    private void ended(Execution ended, String connectionId) {
        running.remove(ended);
        if (ended.hasChangedTables()) {
            tableWatchers.forEach(each -> each.accept(connectionId));
        }
    }

    private Execution started(Execution execution) {
        running.add(execution);
        return execution;
    }

    /**
     * Ends a call.
     *
     * @throws AppException {@code not_found} when no such call is running; {@code insufficient_scope} for one that another
     *     began, without {@code databases:write}
     */
    public void cancel(Caller caller, String connectionId, String queryId) {
        Named found = named.get(new Key(caller.organizationId(), connectionId, queryId));
        if (found == null) {
            throw AppException.notFound("running query", queryId);
        }
        if (!found.beginner().isSameAs(caller)) {
            caller.require(Scope.DATABASES_WRITE);
        }
        found.execution().cancel();
    }

    /** Cancels everything that runs. */
    public void cancelAll() {
        running.forEach(Execution::cancel);
    }
}
