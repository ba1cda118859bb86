package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** The public halves of DKIM keys in the state store. */
final class JdbcDkimKeyStore extends Table<DkimKey> {

    JdbcDkimKeyStore() {
        super(DkimKey.TABLE, Columns.of(DkimKey.class));
    }

    /** Those of a domain, the oldest first. */
    List<DkimKey> of(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ? ORDER BY id", domainId).list();
    }
}
