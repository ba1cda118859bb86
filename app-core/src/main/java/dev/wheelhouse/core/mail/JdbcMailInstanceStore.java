package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Mail servers in the state store. */
final class JdbcMailInstanceStore extends Table<MailInstance> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcMailInstanceStore(boolean locksRows) {
        super("mail_instance", Columns.of(MailInstance.class).fixed("id", "organization_id", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    /** The mail server, which nobody else changes or removes until the transaction ends; empty when it is gone. */
    Optional<MailInstance> lock(Transaction tx, String organizationId, String id) {
        return select(tx, "WHERE organization_id = ? AND id = ?" + forUpdate, organizationId, id)
                .findOne();
    }

    /** The names of those that run on a server. */
    List<String> namesOn(Transaction tx, String serverId) {
        return tx.select(String.class, "SELECT name FROM mail_instance WHERE server_id = ?", serverId)
                .list();
    }
}
