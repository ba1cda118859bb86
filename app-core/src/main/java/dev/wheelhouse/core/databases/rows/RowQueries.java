package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements that read a table's rows on one engine. Names come from the table's description and are quoted;
 * everything a caller wrote is a parameter.
 */
public final class RowQueries {

    private static final int UNCUT = 0;

    private final RowDialect dialect;

    private RowQueries(RowDialect dialect) {
        this.dialect = dialect;
    }

    public static RowQueries of(Engine engine) {
        return new RowQueries(RowDialect.of(engine));
    }

    /** One page. Unknown columns, unfit operators and foreign cursors are {@code validation_failed}. */
    public RowQuery page(RowRequest request) {
        return page(request, UNCUT);
    }

    /**
     * One page without its long values: see {@link RowQuery#cuttable()}. Columns that order the rows are cut only where
     * they would not fit into a cursor.
     *
     * @param characters a longer value is left out
     */
    public RowQuery cells(RowRequest request, int characters) {
        return page(request, characters);
    }

    /** The column that orders the rows first; empty when nothing does. */
    public Optional<SortKey> leadingKey(TableDescription table, List<SortKey> sort) {
        return OrderKey.of(TableColumns.of(table), table.primaryKey(), sort, dialect).stream()
                .findFirst()
                .map(key -> new SortKey(key.column().name(), key.descending()));
    }

    private RowQuery page(RowRequest request, int characters) {
        TableDescription table = request.table();
        TableColumns columns = TableColumns.of(table);
        List<OrderKey> keys = OrderKey.of(columns, table.primaryKey(), request.sort(), dialect);
        RowCursor cursor = table.primaryKey().isEmpty() ? null : new RowCursor(dialect, keys, request);
        CellCuts cuts = CellCuts.of(dialect, columns.all(), keys, characters);
        SqlText sql = new SqlText().add(cuts.select()).add(from(table));
        switch (request.position()) {
            case RowPosition.Offset(long rows) -> {
                where(sql, columns, request.condition());
                order(sql, keys);
                sql.add(limit(request)).add(rows == 0 ? "" : " offset " + rows);
            }
            case RowPosition.After(String mark) -> {
                KeysetSql after = new KeysetSql(dialect, keys, values(cursor, mark, "query.after"));
                writeBeyond(sql, columns, request, after);
                order(sql, keys);
                sql.add(limit(request));
            }
            case RowPosition.Before(String mark) -> {
                List<OrderKey> backwards = keys.stream().map(OrderKey::reversed).toList();
                KeysetSql before = new KeysetSql(dialect, backwards, values(cursor, mark, "query.before"));
                writeBeyond(sql, columns, request, before);
                order(sql, backwards);
                sql.add(limit(request));
            }
            case RowPosition.FromKey(Object key) -> {
                writeFrom(sql, columns, request.condition(), keys.getFirst(), key);
                order(sql, keys);
                sql.add(limit(request));
            }
            case RowPosition.End end -> {
                where(sql, columns, request.condition());
                order(sql, keys.stream().map(OrderKey::reversed).toList());
                sql.add(limit(request));
            }
            case RowPosition.Near near -> throw RowQuery.unresolved();
        }
        return new RowQuery(sql.toFragment(), columns.all(), request, cursor, cuts.positions());
    }

    /** All rows in order, for an export; its columns are those of any page of the table. */
    public SqlFragment all(TableDescription table, Condition condition, List<SortKey> sort) {
        TableColumns columns = TableColumns.of(table);
        SqlText sql = new SqlText().add(select(columns)).add(from(table));
        where(sql, columns, condition);
        order(sql, OrderKey.of(columns, table.primaryKey(), sort, dialect));
        return sql.toFragment();
    }

    /**
     * As {@link #all} on SQLite, with marks in the place of longer values, and behind the columns the key, by which such
     * values can be read.
     *
     * @param key of the table, also where its columns leave the rowid out
     * @param longest bytes of the longest value that comes whole
     */
    public SqlFragment allMarked(
            TableDescription table,
            List<String> key,
            Condition condition,
            List<SortKey> sort,
            int longest,
            LongMarks marks) {
        TableColumns columns = TableColumns.of(table);
        SqlText sql = new SqlText().add("select ");
        for (ColumnDescription column : columns.all()) {
            sql.add(cell(column, longest, marks)).add(" as " + Identifiers.quote(column.name()) + ", ");
        }
        sql.add(key.stream()
                        .map(name -> columns.find(name)
                                .map(column -> cell(column, longest, marks))
                                .orElseGet(() -> Identifiers.quote(name)))
                        .collect(Collectors.joining(", ")))
                .add(from(table));
        where(sql, columns, condition);
        order(sql, OrderKey.of(columns, table.primaryKey(), sort, dialect));
        return sql.toFragment();
    }

    private String cell(ColumnDescription column, int longest, LongMarks marks) {
        String value = RowDialect.name(column);
        return dialect.mayBeLong(column, longest) ? marks.cell(value, longest) : value;
    }

    /** What {@link #all} selects, in order. */
    public static List<ColumnDescription> columns(TableDescription table) {
        return TableColumns.of(table).all();
    }

    /** One row of one column for each row that satisfies the condition. */
    public SqlFragment matching(TableDescription table, Condition condition) {
        SqlText sql = new SqlText().add("select 1").add(from(table));
        where(sql, TableColumns.of(table), condition);
        return sql.toFragment();
    }

    /**
     * One row of one column for each row of {@link RowPosition.FromKey}, up to a limit.
     *
     * @param sort with the same leading key
     */
    public SqlFragment from(
            TableDescription table, Condition condition, List<SortKey> sort, Object leadingKey, int limit) {
        TableColumns columns = TableColumns.of(table);
        SqlText sql = new SqlText().add("select 1").add(from(table));
        OrderKey leading =
                OrderKey.of(columns, table.primaryKey(), sort, dialect).getFirst();
        writeFrom(sql, columns, condition, leading, leadingKey);
        return sql.add(" limit " + limit).toFragment();
    }

    /** How many rows satisfy the condition, as one row of one column. */
    public SqlFragment count(TableDescription table, Condition condition) {
        SqlText sql = new SqlText().add("select count(*)").add(from(table));
        where(sql, TableColumns.of(table), condition);
        return sql.toFragment();
    }

    private static String select(TableColumns columns) {
        return columns.all().stream()
                // SQLite calls every alias of the rowid by one name unless given another.
                .map(column -> RowDialect.name(column) + " as " + Identifiers.quote(column.name()))
                .collect(Collectors.joining(", ", "select ", ""));
    }

    private static String from(TableDescription table) {
        return " from " + Identifiers.quote(table.schema(), table.name()) + " as " + RowDialect.ALIAS;
    }

    private void where(SqlText sql, TableColumns columns, Condition condition) {
        if (!condition.equals(Condition.ALL)) {
            sql.add(" where ");
            new ConditionSql(dialect, columns).write(sql, condition);
        }
    }

    private static List<@Nullable Object> values(@Nullable RowCursor cursor, String mark, String path) {
        if (cursor == null) {
            throw AppException.invalid(path, "This table has no key to page by; use offset.");
        }
        return cursor.read(mark, path);
    }

    private void writeBeyond(SqlText sql, TableColumns columns, RowRequest request, KeysetSql keyset) {
        sql.add(" where ");
        if (!request.condition().equals(Condition.ALL)) {
            new ConditionSql(dialect, columns).write(sql, request.condition());
            sql.add(" and ");
        }
        keyset.write(sql);
    }

    private void writeFrom(SqlText sql, TableColumns columns, Condition condition, OrderKey leading, Object key) {
        where(sql, columns, condition);
        sql.add(condition.equals(Condition.ALL) ? " where " : " and ")
                .add(dialect.ordered(leading.column()))
                .add(leading.descending() ? " <= " : " >= ")
                .bind(key);
    }

    private void order(SqlText sql, List<OrderKey> keys) {
        String separator = " order by ";
        for (OrderKey key : keys) {
            sql.add(separator).add(key.sql(dialect));
            separator = ", ";
        }
    }

    /** Written out and not bound: a planner that knows it chooses better, and it is our own number. */
    private static String limit(RowRequest request) {
        return " limit " + (request.limit() + 1);
    }
}
