package dev.wheelhouse.core.databases.rows;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes "stands after this row in this order". */
final class KeysetSql {

    private final RowDialect dialect;
    private final List<OrderKey> keys;
    private final List<@Nullable Object> values;

    /** @param values of the row, one for each key */
    KeysetSql(RowDialect dialect, List<OrderKey> keys, List<@Nullable Object> values) {
        this.dialect = dialect;
        this.keys = keys;
        this.values = values;
    }

    void write(SqlText sql) {
        boolean plain = keys.stream()
                .allMatch(key ->
                        !key.nullable() && key.descending() == keys.getFirst().descending());
        if (plain) {
            writeRowComparison(sql);
        } else {
            writeFrom(sql, 0);
        }
    }

    /** One comparison of rows (PostgreSQL chapter 9.25.5, SQLite "Row Values"), which an index on the keys serves. */
    private void writeRowComparison(SqlText sql) {
        if (keys.size() == 1) {
            writeBeyond(sql, keys.getFirst(), values.get(0));
            return;
        }
        String separator = "(";
        for (OrderKey key : keys) {
            sql.add(separator).add(dialect.ordered(key.column()));
            separator = ", ";
        }
        sql.add(keys.getFirst().descending() ? ") < (" : ") > (");
        separator = "";
        for (Object value : values) {
            sql.add(separator).bind(Objects.requireNonNull(value, "A key column that cannot be null has a value."));
            separator = ", ";
        }
        sql.add(")");
    }

    /** Beyond in this key, or equal in it and after in the following ones. */
    private void writeFrom(SqlText sql, int index) {
        OrderKey key = keys.get(index);
        Object value = values.get(index);
        boolean last = index == keys.size() - 1;
        sql.add("(");
        writeBeyond(sql, key, value);
        if (!last) {
            sql.add(" or (");
            writeEqual(sql, key, value);
            sql.add(" and ");
            writeFrom(sql, index + 1);
            sql.add(")");
        }
        sql.add(")");
    }

    private void writeBeyond(SqlText sql, OrderKey key, @Nullable Object value) {
        String column = dialect.ordered(key.column());
        if (value == null) {
            // All nulls stand together: beyond them are the values, or nothing.
            sql.add(key.nullsFirst() ? column + " is not null" : "1 = 0");
            return;
        }
        boolean nullsFollow = key.nullable() && !key.nullsFirst();
        sql.add(nullsFollow ? "(" : "")
                .add(column)
                .add(key.descending() ? " < " : " > ")
                .bind(value)
                .add(nullsFollow ? " or " + column + " is null)" : "");
    }

    private void writeEqual(SqlText sql, OrderKey key, @Nullable Object value) {
        String column = dialect.ordered(key.column());
        if (value == null) {
            sql.add(column).add(" is null");
            return;
        }
        sql.add(column).add(" = ").bind(value);
    }
}
