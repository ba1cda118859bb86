package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.store.Transaction;

/** What db-scheduler has no call for in its own table. */
final class JdbcDueStore {

    static final String TABLE = "schedule_due";

    /** Gives back what a console of that name held when it died; it must not run. */
    void release(Transaction tx, String schedulerName) {
        tx.execute(
                "UPDATE " + TABLE + " SET picked = ?, picked_by = NULL, last_heartbeat = NULL,"
                        + " version = version + 1 WHERE picked = ? AND picked_by = ?",
                false,
                true,
                schedulerName);
    }
}
