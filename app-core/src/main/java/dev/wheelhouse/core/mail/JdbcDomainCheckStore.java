package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** What checks found, one row for each domain. */
final class JdbcDomainCheckStore extends Table<DomainCheck> {

    JdbcDomainCheckStore() {
        super("mail_check", Columns.of(DomainCheck.class).fixed("domain_id", "organization_id"));
    }

    Optional<DomainCheck> find(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ?", domainId).findOne();
    }

    void put(Transaction tx, DomainCheck check) {
        if (!update(tx, check, "WHERE domain_id = ?", check.domainId())) {
            insert(tx, check);
        }
    }
}
