package dev.wheelhouse.core.platform.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of the state store, handed to the {@code Jdbc…} classes that take part in it. Arguments of a statement
 * stand for its question marks, in their order. Bound to the thread that opened it and dead when the call returns.
 *
 * <p>What the console holds in memory follows the commit: it is changed by {@link #afterCommit}, or taken back by
 * {@link #afterRollback} where it has to be there before. What is only a copy of the state is forgotten by
 * {@link #afterEnd}.
 */
public final class Transaction {

    private final Handle handle;
    private final Hooks hooks;

    Transaction(Handle handle, Hooks hooks) {
        this.handle = handle;
        this.hooks = hooks;
    }

    /** What runs after a transaction. For the thread that runs it. */
    static final class Hooks {

        private static final System.Logger LOG = System.getLogger(Transaction.class.getName());

        private final List<Runnable> afterCommit = new ArrayList<>();
        private final List<Runnable> afterRollback = new ArrayList<>();

        void committed() {
            runAll(afterCommit);
        }

        void rolledBack() {
            runAll(afterRollback.reversed());
        }

        /** What was changed is changed, or taken back: nothing that comes after it can fail it. */
        private static void runAll(List<Runnable> hooks) {
            for (Runnable each : hooks) {
                try {
                    each.run();
                } catch (RuntimeException e) {
                    LOG.log(System.Logger.Level.ERROR, "What follows a change of the state failed", e);
                }
            }
        }
    }

    public Handle handle() {
        return handle;
    }

    /**
     * Runs something once the changes are there for everybody to see, in the order of the calls; it must be quick. Never
     * for a transaction that only reads.
     */
    public void afterCommit(Runnable work) {
        hooks.afterCommit.add(work);
    }

    /**
     * Runs something when the transaction did not commit, or the answer to its commit was lost, so that nobody knows
     * whether it did; the last call first. It must be quick.
     */
    public void afterRollback(Runnable work) {
        hooks.afterRollback.add(work);
    }

    /**
     * Runs something once the transaction is over, whether or not it changed the state: for copies in memory, which are
     * read again. It must be quick.
     */
    public void afterEnd(Runnable work) {
        afterCommit(work);
        afterRollback(work);
    }

    /** @return how many rows the statement changed */
    public int execute(String sql, @Nullable Object... arguments) {
        return handle.execute(sql, arguments);
    }

    /** Deletes the rows of a table that have one of these ids. */
    public void delete(String table, Collection<String> ids) {
        if (!ids.isEmpty()) {
            String places = String.join(", ", Collections.nCopies(ids.size(), "?"));
            handle.execute("DELETE FROM " + table + " WHERE id IN (" + places + ")", ids.toArray());
        }
    }

    /**
     * The rows of a query.
     *
     * @param type a record, whose components are the columns in snake case, or the type of the only column
     */
    public <T> ResultIterable<T> select(Class<T> type, String sql, @Nullable Object... arguments) {
        Query query = handle.select(sql, arguments);
        return type.isRecord() ? query.map(ConstructorMapper.of(type)) : query.mapTo(type);
    }
}
