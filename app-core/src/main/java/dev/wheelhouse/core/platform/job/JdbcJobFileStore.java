package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of jobs in the state store. */
final class JdbcJobFileStore extends Table<JdbcJobFileStore.Row> {

    /**
     * A row, with times in epoch milliseconds.
     *
     * @param memberId who made it
     * @param keyId with which credential; null for the window
     */
    record Row(
            String jobId,
            String homeId,
            String memberId,
            @Nullable String keyId,
            String othersScope,
            String storedAs,
            String name,
            String mediaType,
            long sizeBytes,
            long keptUntil) {

        boolean isOf(Caller caller) {
            return memberId.equals(caller.memberId()) && Objects.equals(keyId, caller.keyId());
        }
    }

    JdbcJobFileStore() {
        super("job_file", Columns.of(Row.class));
    }

    Optional<Row> find(Transaction tx, String jobId) {
        return select(tx, "WHERE job_id = ?", jobId).findOne();
    }

    /** What the files of a home are called there. */
    List<String> storedAs(Transaction tx, String homeId) {
        return tx.select(String.class, "SELECT stored_as FROM job_file WHERE home_id = ?", homeId)
                .list();
    }

    void deleteUntil(Transaction tx, String homeId, long moment) {
        tx.execute("DELETE FROM job_file WHERE home_id = ? AND kept_until <= ?", homeId, moment);
    }
}
