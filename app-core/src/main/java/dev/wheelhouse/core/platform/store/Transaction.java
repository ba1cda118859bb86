package dev.wheelhouse.core.platform.store;

import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of the state store, handed to the {@code Jdbc…} classes that take part in it. Arguments of a statement
 * stand for its question marks, in their order. Bound to the thread that opened it and dead when the call returns.
 */
public record Transaction(Handle handle, List<Runnable> afterCommit) {

    /** Runs something once the changes are there for everybody to see; it must be quick. Never for a transaction that only reads. */
    public void afterCommit(Runnable work) {
        afterCommit.add(work);
    }

    /** @return how many rows the statement changed */
    public int execute(String sql, @Nullable Object... arguments) {
        return handle.execute(sql, arguments);
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
