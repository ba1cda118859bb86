package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** Mail domains in the state store. */
final class JdbcMailDomainStore extends Table<MailDomain> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcMailDomainStore(boolean locksRows) {
        super(
                "mail_domain",
                Columns.of(MailDomain.class).fixed("id", "organization_id", "verification_status", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    Optional<MailDomain> byId(Transaction tx, String id) {
        return select(tx, "WHERE id = ?", id).findOne();
    }

    /** The domain, which nobody else changes until the transaction ends; empty when it is gone. */
    Optional<MailDomain> lock(Transaction tx, String id) {
        return select(tx, "WHERE id = ?" + forUpdate, id).findOne();
    }

    List<MailDomain> ofInstance(Transaction tx, String instanceId) {
        return select(tx, "WHERE mail_instance_id = ? ORDER BY id" + forUpdate, instanceId)
                .list();
    }

    void setStatus(Transaction tx, String id, RecordStatus status) {
        tx.execute("UPDATE mail_domain SET verification_status = ? WHERE id = ?", status.wireName(), id);
    }
}
