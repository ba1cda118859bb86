package dev.wheelhouse.core.platform.store;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.MappingException;
import org.jdbi.v3.core.mapper.NoSuchMapperException;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads a row as a record, whose components are the first columns in their order. By name, as JDBI does it, the
 * constructor's parameters and annotations are looked through again for each statement, a fifth of what one costs.
 */
final class RecordMapper<R extends Record> implements RowMapper<R> {

    private final Constructor<R> constructor;
    private final Type[] types;

    RecordMapper(Class<R> type) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
        // The record itself need not be public.
        constructor.setAccessible(true);
        types = Arrays.stream(components).map(RecordComponent::getGenericType).toArray(Type[]::new);
    }

    @Override
    public R map(ResultSet row, StatementContext context) throws SQLException {
        return specialize(row, context).map(row, context);
    }

    @Override
    public RowMapper<R> specialize(ResultSet row, StatementContext context) {
        ColumnMapper<?>[] columns = new ColumnMapper<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            Type type = types[i];
            columns[i] = context.findColumnMapperFor(type)
                    .orElseThrow(() -> new NoSuchMapperException("A column cannot be read as " + type));
        }
        return (current, own) -> {
            @Nullable Object[] values = new @Nullable Object[columns.length];
            for (int i = 0; i < columns.length; i++) {
                values[i] = columns[i].map(current, i + 1, own);
            }
            return record(values);
        };
    }

    private R record(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : new MappingException(e);
        } catch (ReflectiveOperationException e) {
            throw new MappingException(e);
        }
    }
}
