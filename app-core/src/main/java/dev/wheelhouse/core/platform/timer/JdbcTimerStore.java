package dev.wheelhouse.core.platform.timer;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Due times in the state store. */
final class JdbcTimerStore extends Table<DueTime> {

    private static final String SAME =
            "WHERE kind = ? AND subject_id = ? AND due_at = ? AND only_home IS NOT DISTINCT FROM ?";

    private final boolean hasOtherWriters;

    /** @param hasOtherWriters whether two transactions may write at the same time, unlike on SQLite */
    JdbcTimerStore(boolean hasOtherWriters) {
        super("timer", Columns.of(DueTime.class));
        this.hasOtherWriters = hasOtherWriters;
    }

    void put(Transaction tx, DueTime due) {
        insert(
                tx,
                due,
                "ON CONFLICT (kind, subject_id) DO UPDATE SET only_home = excluded.only_home, due_at = excluded.due_at");
    }

    void remove(Transaction tx, String kind, String subjectId) {
        tx.execute("DELETE FROM timer WHERE kind = ? AND subject_id = ?", kind, subjectId);
    }

    /** The first of what is due, of those kinds, and a console may handle. */
    List<DueTime> due(Transaction tx, Instant now, String homeId, Collection<String> kinds, int most) {
        if (kinds.isEmpty()) {
            return List.of();
        }
        String known = " AND kind IN (" + String.join(", ", Collections.nCopies(kinds.size(), "?")) + ")";
        List<Object> arguments = new ArrayList<>();
        arguments.add(now);
        arguments.addAll(kinds);
        arguments.add(homeId);
        arguments.add(now);
        arguments.addAll(kinds);
        arguments.add(most);
        return select(
                        tx,
                        "WHERE only_home IS NULL AND due_at <= ?" + known + " UNION ALL " + select()
                                + "WHERE only_home = ? AND due_at <= ?" + known + " ORDER BY due_at LIMIT ?",
                        arguments.toArray())
                .list();
    }

    /** Some of those of a kind that are due later than a time. */
    List<DueTime> later(Transaction tx, String kind, Instant than, int most) {
        return select(tx, "WHERE kind = ? AND due_at > ? ORDER BY due_at LIMIT ?", kind, than, most)
                .list();
    }

    /**
     * Claims a due time for this transaction; false when another has it or it was handled or changed since it was read.
     * Not by a lock of its row: whoever changes the subject locks that one last, and a handler would do so first.
     */
    boolean claim(Transaction tx, DueTime due) {
        if (hasOtherWriters) {
            // PostgreSQL manual, section 13.3.5.
            boolean free = tx.select(
                            Boolean.class,
                            "SELECT pg_try_advisory_xact_lock(hashtext(?), hashtext(?))",
                            "timer " + due.kind(),
                            due.subjectId())
                    .one();
            if (!free) {
                return false;
            }
        }
        return tx.select(Integer.class, "SELECT 1 FROM timer " + SAME, same(due))
                .findOne()
                .isPresent();
    }

    /** Moves a due time that is still as it was read. */
    void replace(Transaction tx, DueTime due, DueTime next) {
        tx.execute(
                "UPDATE timer SET due_at = ?, only_home = ? " + SAME,
                next.dueAt(),
                next.onlyHome(),
                due.kind(),
                due.subjectId(),
                due.dueAt(),
                due.onlyHome());
    }

    /** Removes a due time that is still as it was read. */
    void remove(Transaction tx, DueTime due) {
        tx.execute("DELETE FROM timer " + SAME, same(due));
    }

    private static @Nullable Object[] same(DueTime due) {
        return new @Nullable Object[] {due.kind(), due.subjectId(), due.dueAt(), due.onlyHome()};
    }
}
