package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;

/** What checks found, one row for each domain. */
final class JdbcDomainCheckStore extends Table<DomainCheck> {

    private static final Columns<DomainCheck> COLUMNS =
            Columns.of(DomainCheck.class).fixed("domain_id", "organization_id");

    private final Table<DomainCheck> withoutFindings = new Table<>("mail_check", COLUMNS.computed("findings", "'[]'"));

    JdbcDomainCheckStore() {
        super("mail_check", COLUMNS);
    }

    /** Those of an organization, without what weighs most of each. */
    List<DomainCheck> withoutFindings(Transaction tx, String organizationId) {
        return withoutFindings
                .select(tx, "WHERE organization_id = ?", organizationId)
                .list();
    }

    /** That of one domain, without what weighs most of it. */
    Optional<DomainCheck> withoutFindings(Transaction tx, MailDomain domain) {
        return withoutFindings.select(tx, "WHERE domain_id = ?", domain.id()).findOne();
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
