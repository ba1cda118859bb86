package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Channels in the state store. */
final class JdbcChannelStore extends Table<NotificationChannel> {

    JdbcChannelStore() {
        super(
                "notification_channel",
                Columns.of(NotificationChannel.class).fixed("id", "organization_id", "kind", "created_at"));
    }

    List<Targets.Key> enabled(Transaction tx) {
        return tx.select(Targets.Key.class, "SELECT id, organization_id FROM notification_channel WHERE enabled")
                .list();
    }

    /** @param keyId of who set it up or changed it last; null for the window */
    void setKey(Transaction tx, String id, @Nullable String keyId) {
        tx.execute("UPDATE notification_channel SET key_id = ? WHERE id = ?", keyId, id);
    }

    /** Those enabled that were set up with a key. */
    List<NotificationChannel> enabledOfKeys(Transaction tx, String organizationId, Collection<String> keyIds) {
        return enabledOfKeys(tx, organizationId, "key_id", keyIds, "");
    }

    /** The names of those enabled that are mail. */
    List<String> mailNames(Transaction tx, String organizationId) {
        return tx.select(
                        String.class,
                        "SELECT name FROM notification_channel WHERE organization_id = ? AND kind = 'email' AND enabled"
                                + " ORDER BY name",
                        organizationId)
                .list();
    }

    /** False for one that is gone or disabled already. */
    boolean disable(Transaction tx, String id) {
        return tx.execute(
                        "UPDATE notification_channel SET enabled = ?, revision = revision + 1 WHERE id = ? AND enabled",
                        false,
                        id)
                == 1;
    }

    /** Another hint; false when the channel was changed since it was read. */
    boolean setHint(Transaction tx, NotificationChannel read, String hint) {
        return tx.execute(
                        "UPDATE notification_channel SET hint = ?, revision = revision + 1 WHERE id = ? AND revision = ?",
                        hint,
                        read.id(),
                        read.revision())
                == 1;
    }
}
