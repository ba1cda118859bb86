package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** The public halves of DKIM keys in the state store. */
final class JdbcDkimKeyStore extends Table<DkimKey> {

    private static final String ORDER = "ORDER BY CASE state WHEN 'signing' THEN 0 ELSE 1 END, id DESC";

    JdbcDkimKeyStore() {
        super(
                DkimKey.TABLE,
                Columns.of(DkimKey.class)
                        .fixed("id", "organization_id", "domain_id", "selector", "type", "public_key", "created_at"));
    }

    void setState(Transaction tx, DkimKey key) {
        update(tx, key, "WHERE id = ?", key.id());
    }

    /** Those of a domain: the one that signs first, then the newest. */
    List<DkimKey> of(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ? " + ORDER, domainId).list();
    }

    List<DkimKey> ofOrganization(Transaction tx, String organizationId) {
        return select(tx, "WHERE organization_id = ? " + ORDER, organizationId).list();
    }
}
