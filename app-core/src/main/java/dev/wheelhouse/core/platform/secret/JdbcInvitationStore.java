package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Invitations that were not used yet. */
final class JdbcInvitationStore extends Table<InvitationRow> {

    JdbcInvitationStore() {
        super("vault_invitation", Columns.of(InvitationRow.class));
    }

    Optional<InvitationRow> findByLocator(Transaction tx, String locator) {
        return select(tx, "WHERE locator = ?", locator).findOne();
    }

    Set<String> open(Transaction tx, Instant now) {
        return tx.select(String.class, "SELECT id FROM vault_invitation WHERE NOT expired AND expires_at > ?", now)
                .set();
    }

    /** Marks what has expired, for good, and drops what it held. */
    void expire(Transaction tx, Instant now) {
        tx.execute(
                "UPDATE vault_invitation SET expired = TRUE, sealed = '' WHERE expires_at <= ? AND NOT expired", now);
    }

    boolean isAnyToExpire(Transaction tx, Instant now) {
        return tx.select(Long.class, "SELECT count(*) FROM vault_invitation WHERE expires_at <= ? AND NOT expired", now)
                        .one()
                > 0;
    }

    /** Takes a try; the last one takes the invitation with it. */
    void takeTry(Transaction tx, String id) {
        tx.execute("UPDATE vault_invitation SET tries_left = tries_left - 1 WHERE id = ?", id);
        tx.execute("DELETE FROM vault_invitation WHERE id = ? AND tries_left <= 0", id);
    }

    /** Forgets what expired long ago. */
    void deleteExpiredBefore(Transaction tx, Instant moment) {
        tx.execute("DELETE FROM vault_invitation WHERE expired AND expires_at < ?", moment);
    }

    void deleteAll(Transaction tx) {
        tx.execute("DELETE FROM vault_invitation");
    }
}
