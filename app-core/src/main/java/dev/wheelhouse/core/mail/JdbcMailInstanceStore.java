package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

/** Mail servers in the state store. */
final class JdbcMailInstanceStore extends Table<MailInstance> {

    JdbcMailInstanceStore() {
        super("mail_instance", Columns.of(MailInstance.class).fixed("id", "organization_id", "created_at"));
    }

    /** The names of those that run on a server. */
    List<String> namesOn(Transaction tx, String serverId) {
        return tx.select(String.class, "SELECT name FROM mail_instance WHERE server_id = ?", serverId)
                .list();
    }
}
