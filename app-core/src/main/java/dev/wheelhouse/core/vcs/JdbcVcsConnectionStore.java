package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** Connections in the state store. */
final class JdbcVcsConnectionStore extends Table<VcsConnection> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcVcsConnectionStore(boolean locksRows) {
        super("vcs_connection", Columns.of(VcsConnection.class).fixed("id", "organization_id", "kind", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    /** The connection, which nobody else changes or removes until the transaction ends; empty when it is gone. */
    Optional<VcsConnection> lock(Transaction tx, String organizationId, String id) {
        return select(tx, "WHERE organization_id = ? AND id = ?" + forUpdate, organizationId, id)
                .findOne();
    }
}
