package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * A table of the state with the statements that most tables need; a store adds what is special to its own. Arguments of a
 * statement stand for its question marks, in their order. Thread-safe; each call takes part in the caller's transaction.
 */
public class Table<T> {

    private final String name;
    private final RowMapper<T> mapper;
    private final List<Columns.Column<T>> inserted;
    private final List<Columns.Column<T>> changing;
    private final String select;
    private final String insert;
    private final String update;

    public Table(String name, Columns<T> columns) {
        this.name = name;
        this.mapper = columns.mapper();
        List<Columns.Column<T>> all = columns.all();
        this.inserted = all.stream().filter(Columns.Column::inserted).toList();
        this.changing = all.stream().filter(Columns.Column::changing).toList();
        this.select = "SELECT " + joined(all, Columns.Column::read) + " FROM " + name + " ";
        this.insert = "INSERT INTO " + name + " (" + joined(inserted, Columns.Column::name) + ") VALUES ("
                + joined(inserted, _ -> "?") + ") ";
        this.update = "UPDATE " + name + " SET " + joined(changing, each -> each.name() + " = ?") + " ";
    }

    private static <T> String joined(List<Columns.Column<T>> columns, Function<Columns.Column<T>, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(", "));
    }

    /** {@code SELECT … FROM} the table, and a blank. */
    protected final String select() {
        return select;
    }

    /** @param rest what follows the table's name, such as {@code WHERE id = ?} */
    public final ResultIterable<T> select(Transaction tx, String rest, @Nullable Object... arguments) {
        return tx.handle().select(select + rest, arguments).map(mapper);
    }

    /** The row with that id in an organization. */
    public final Optional<T> find(Transaction tx, String organizationId, String id) {
        return select(tx, "WHERE organization_id = ? AND id = ?", organizationId, id)
                .findOne();
    }

    /** An organization's rows, newest first, one more than the page may hold. */
    public final List<T> list(Transaction tx, String organizationId, PageRequest page) {
        return select(
                        tx,
                        "WHERE organization_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
                        organizationId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    /** Those of an organization, newest first. */
    public final List<T> all(Transaction tx, String organizationId) {
        return select(tx, "WHERE organization_id = ? ORDER BY id DESC", organizationId)
                .list();
    }

    /**
     * Those of an organization that are enabled and were set up with any of these keys.
     *
     * @param keyColumn where the key's id is
     * @param lock such as {@code " FOR UPDATE"}; empty for none
     */
    protected final List<T> enabledOfKeys(
            Transaction tx, String organizationId, String keyColumn, Collection<String> keyIds, String lock) {
        return keyIds.stream()
                .flatMap(key -> select(
                        tx,
                        "WHERE enabled AND organization_id = ? AND " + keyColumn + " = ? ORDER BY id" + lock,
                        organizationId,
                        key)
                        .list()
                        .stream())
                .toList();
    }

    public final void insert(Transaction tx, T row) {
        insert(tx, row, "");
    }

    /**
     * Adds a row.
     *
     * @param onConflict what happens when a unique key is taken, such as {@code ON CONFLICT (id) DO NOTHING}
     * @return whether it was added
     */
    protected final boolean insert(Transaction tx, T row, String onConflict) {
        return tx.execute(insert + onConflict, values(inserted, row).toArray()) == 1;
    }

    protected final void insertAll(Transaction tx, List<T> rows) {
        insertAll(tx, rows, "");
    }

    /** As {@link #insert(Transaction, Object, String)}, of many. */
    protected final void insertAll(Transaction tx, List<T> rows, String onConflict) {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedBatch batch = tx.handle().prepareBatch(insert + onConflict)) {
            rows.forEach(row -> batch.add(values(inserted, row).toArray()));
            batch.execute();
        }
    }

    /**
     * Sets the columns of a row, all but the {@link Columns#fixed} ones.
     *
     * @param where which row, such as {@code WHERE id = ?}
     * @return whether there was one
     */
    public final boolean update(Transaction tx, T row, String where, @Nullable Object... arguments) {
        List<@Nullable Object> all = values(changing, row);
        all.addAll(Arrays.asList(arguments));
        return tx.execute(update + where, all.toArray()) == 1;
    }

    private static <T> List<@Nullable Object> values(List<Columns.Column<T>> columns, T row) {
        List<@Nullable Object> values = new ArrayList<>(columns.size());
        columns.forEach(each -> values.add(each.value().apply(row)));
        return values;
    }

    public final void delete(Transaction tx, String id) {
        tx.execute("DELETE FROM " + name + " WHERE id = ?", id);
    }
}
