package dev.wheelhouse.core.platform.console;

import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Leases in the state store. */
final class JdbcLeaseStore {

    record Holder(@Nullable String homeId, long number) {}

    Optional<Holder> find(Transaction tx, String name) {
        return tx.select(Holder.class, "SELECT home_id, number FROM lease WHERE name = ?", name)
                .findOne();
    }

    /**
     * Gives a lease to a console.
     *
     * @param before the number that it had; 0 for one that nobody held yet
     * @return false when somebody else took it since
     */
    boolean take(Transaction tx, String name, String homeId, long before) {
        return tx.execute(
                        "INSERT INTO lease (name, home_id, number) VALUES (?, ?, ?) ON CONFLICT (name)"
                                + " DO UPDATE SET home_id = excluded.home_id, number = excluded.number"
                                + " WHERE lease.number = ?",
                        name,
                        homeId,
                        before + 1,
                        before)
                == 1;
    }

    /** Whether the lease is still that one; nobody takes it over until the transaction is over. */
    boolean hold(Transaction tx, Lease lease, String homeId) {
        return tx.execute(
                        "UPDATE lease SET number = number WHERE name = ? AND home_id = ? AND number = ?",
                        lease.name(),
                        homeId,
                        lease.number())
                == 1;
    }

    void release(Transaction tx, Lease lease, String homeId) {
        tx.execute(
                "UPDATE lease SET home_id = NULL WHERE name = ? AND home_id = ? AND number = ?",
                lease.name(),
                homeId,
                lease.number());
    }
}
