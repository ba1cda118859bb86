package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.delivery.Targets;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Webhooks in the state store. */
final class JdbcWebhookStore extends Table<Webhook> {

    private final String forUpdate;

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    JdbcWebhookStore(boolean locksRows) {
        super("webhook", Columns.of(Webhook.class).fixed("id", "organization_id", "created_at"));
        forUpdate = locksRows ? " FOR UPDATE" : "";
    }

    /** The webhook, which nobody else changes until this transaction is over. */
    Optional<Webhook> lock(Transaction tx, String organizationId, String id) {
        return select(tx, "WHERE organization_id = ? AND id = ?" + forUpdate, organizationId, id)
                .findOne();
    }

    int count(Transaction tx, String organizationId) {
        return tx.select(Integer.class, "SELECT count(*) FROM webhook WHERE organization_id = ?", organizationId)
                .one();
    }

    List<Targets.Key> enabled(Transaction tx) {
        return tx.select(Targets.Key.class, "SELECT id, organization_id FROM webhook WHERE enabled")
                .list();
    }

    /** Those enabled that were set up with a key, which nobody else changes until this transaction is over. */
    List<Webhook> lockEnabledOfKeys(Transaction tx, String organizationId, Collection<String> keyIds) {
        return enabledOfKeys(tx, organizationId, "key_id", keyIds, forUpdate);
    }

    /** False for one that is gone or disabled already. */
    boolean disable(Transaction tx, String id, String reason) {
        return tx.execute(
                        "UPDATE webhook SET enabled = ?, disabled_reason = ?, revision = revision + 1"
                                + " WHERE id = ? AND enabled",
                        false,
                        reason,
                        id)
                == 1;
    }

    /** Those whose previous secret signs no longer. */
    List<Webhook> withExpiredSecret(Transaction tx, Instant now) {
        return select(tx, "WHERE previous_secret_until <= ? ORDER BY id" + forUpdate, now)
                .list();
    }

    void dropPreviousSecret(Transaction tx, String id) {
        tx.execute("UPDATE webhook SET previous_secret_until = NULL WHERE id = ?", id);
    }
}
