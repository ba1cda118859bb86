package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One key of a total order, with nothing left to the engine.
 *
 * @param position of its column in the select list, from 0
 * @param nullsFirst without meaning where the column cannot be null
 */
record OrderKey(ColumnDescription column, int position, boolean descending, boolean nullsFirst) {

    /**
     * The keys asked for and then the columns of the table's key that are not among them. Those go the way of the last
     * key asked for: so a sort by one column is served, in both directions, by an index on it and the key.
     */
    static List<OrderKey> of(TableColumns columns, List<String> tableKey, List<SortKey> sort, RowDialect dialect) {
        List<OrderKey> keys = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (SortKey key : sort) {
            keys.add(of(columns, key, dialect));
            named.add(key.column());
        }
        boolean descending = !sort.isEmpty() && sort.getLast().descending();
        for (String column : tableKey) {
            if (!named.contains(column)) {
                keys.add(of(columns, new SortKey(column, descending), dialect));
            }
        }
        return keys;
    }

    private static OrderKey of(TableColumns columns, SortKey key, RowDialect dialect) {
        ColumnDescription column = columns.require(key.column(), SortParser.PATH);
        boolean nullsFirst = switch (key.nulls()) {
            case DEFAULT -> dialect.nullsFirst(key.descending());
            case FIRST -> true;
            case LAST -> false;
        };
        return new OrderKey(column, columns.all().indexOf(column), key.descending(), nullsFirst);
    }

    OrderKey reversed() {
        return new OrderKey(column, position, !descending, !nullsFirst);
    }

    boolean nullable() {
        return column.nullable();
    }

    /** The term of ORDER BY; it names the place of nulls only where it must, because an index may not serve it then. */
    String sql(RowDialect dialect) {
        String term = dialect.ordered(column) + (descending ? " desc" : "");
        if (!nullable() || nullsFirst == dialect.nullsFirst(descending)) {
            return term;
        }
        return term + (nullsFirst ? " nulls first" : " nulls last");
    }
}
