package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;

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
