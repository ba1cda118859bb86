package dev.wheelhouse.core.platform.store;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a {@link Table}: their names, what a row of type {@code T} has in each, and how a row is read. A value is
 * null, a text, a number, a boolean, or one of {@link StoredTypes}. Immutable.
 */
public final class Columns<T> {

    /**
     * One column.
     *
     * @param read what is selected for it
     * @param value what a row has in it
     * @param inserted whether {@link Table#insert} writes it
     * @param changing whether {@link Table#update} sets it
     */
    record Column<T>(
            String name, String read, Function<T, @Nullable Object> value, boolean inserted, boolean changing) {}

    private final RowMapper<T> mapper;
    private final List<Column<T>> columns;

    private Columns(RowMapper<T> mapper, List<Column<T>> columns) {
        this.mapper = mapper;
        this.columns = List.copyOf(columns);
    }

    /** None yet, of rows that are read by that mapper. */
    public static <T> Columns<T> readBy(RowMapper<T> mapper) {
        return new Columns<>(mapper, List.of());
    }

    /** One for each component of a record, under its name in snake case, in their order. */
    public static <R extends Record> Columns<R> of(Class<R> type) {
        Columns<R> columns = readBy(new RecordMapper<>(type));
        for (RecordComponent each : type.getRecordComponents()) {
            Method accessor = each.getAccessor();
            // The record itself need not be public.
            accessor.setAccessible(true);
            String name = each.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
            columns = columns.column(name, row -> valueOf(accessor, row));
        }
        return columns;
    }

    private static @Nullable Object valueOf(Method accessor, Record row) {
        try {
            return accessor.invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public Columns<T> column(String name, Function<T, @Nullable Object> value) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(new Column<>(name, name, value, true, true));
        return new Columns<>(mapper, more);
    }

    /** The same, with those columns left as they are by {@link Table#update}. */
    public Columns<T> fixed(String... names) {
        Set<String> fixed = Set.of(names);
        return each(column -> fixed.contains(column.name())
                ? new Column<>(column.name(), column.read(), column.value(), column.inserted(), false)
                : column);
    }

    /** The same, with one column read as an SQL expression. */
    public Columns<T> reading(String name, String expression) {
        return each(column -> column.name().equals(name)
                ? new Column<>(name, expression + " AS " + name, column.value(), column.inserted(), column.changing())
                : column);
    }

    /** The same, with one column that is an SQL expression and never written. */
    public Columns<T> computed(String name, String expression) {
        return each(column -> column.name().equals(name)
                ? new Column<>(name, expression + " AS " + name, column.value(), false, false)
                : column);
    }

    /** The same, with one column that is called otherwise in the table. */
    public Columns<T> named(String component, String name) {
        return each(column -> column.name().equals(component)
                ? new Column<>(name, name + " AS " + component, column.value(), column.inserted(), column.changing())
                : column);
    }

    private Columns<T> each(UnaryOperator<Column<T>> change) {
        return new Columns<>(mapper, columns.stream().map(change).toList());
    }

    RowMapper<T> mapper() {
        return mapper;
    }

    List<Column<T>> all() {
        return columns;
    }
}
