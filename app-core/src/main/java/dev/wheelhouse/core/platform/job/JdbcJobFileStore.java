package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/** The files of jobs in the state store. */
final class JdbcJobFileStore {

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

    void insert(Transaction tx, Row row) {
        tx.handle()
                .createUpdate("INSERT INTO job_file (job_id, home_id, member_id, key_id, others_scope, stored_as, name,"
                        + " media_type, size_bytes, kept_until) VALUES (:jobId, :homeId, :memberId, :keyId,"
                        + " :othersScope, :storedAs, :name, :mediaType, :sizeBytes, :keptUntil)")
                .bind("jobId", row.jobId())
                .bind("homeId", row.homeId())
                .bind("memberId", row.memberId())
                .bind("keyId", row.keyId())
                .bind("othersScope", row.othersScope())
                .bind("storedAs", row.storedAs())
                .bind("name", row.name())
                .bind("mediaType", row.mediaType())
                .bind("sizeBytes", row.sizeBytes())
                .bind("keptUntil", row.keptUntil())
                .execute();
    }

    Optional<Row> find(Transaction tx, String jobId) {
        return tx.handle()
                .createQuery("SELECT * FROM job_file WHERE job_id = :job")
                .bind("job", jobId)
                .map(ConstructorMapper.of(Row.class))
                .findOne();
    }

    /** What the files of a home are called there. */
    List<String> storedAs(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT stored_as FROM job_file WHERE home_id = :home")
                .bind("home", homeId)
                .mapTo(String.class)
                .list();
    }

    void deleteUntil(Transaction tx, String homeId, long moment) {
        tx.handle()
                .createUpdate("DELETE FROM job_file WHERE home_id = :home AND kept_until <= :moment")
                .bind("home", homeId)
                .bind("moment", moment)
                .execute();
    }
}
