package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.InvitationCode;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Invites in the state store. */
final class JdbcInviteStore {

    private static final Columns<Invite> COLUMNS = Columns.of(Invite.class);

    private final Table<Invite> invites = new Table<>("member_invite", COLUMNS);

    /** @param code its token, of which a hash is kept */
    void insert(Transaction tx, Invite invite, InvitationCode code) {
        new Table<>("member_invite", COLUMNS.column("token_hash", _ -> hash(code))).insert(tx, invite);
    }

    Optional<Invite> find(Transaction tx, String organizationId, String id) {
        return invites.find(tx, organizationId, id);
    }

    Optional<Invite> find(Transaction tx, InvitationCode code) {
        return invites.select(tx, "WHERE token_hash = ?", hash(code)).findOne();
    }

    private static String hash(InvitationCode code) {
        return Sha256.hexOf(code.text());
    }

    /** Those that can be taken, or could have been and were not. */
    List<Invite> listUnused(Transaction tx, String organizationId, PageRequest page) {
        return invites.select(
                        tx,
                        "WHERE organization_id = ? AND used_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?",
                        organizationId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    /** Marks one as expired, for good. */
    void markExpired(Transaction tx, String id) {
        tx.execute("UPDATE member_invite SET expired = TRUE WHERE id = ?", id);
    }

    void markUsed(Transaction tx, String id, Instant at) {
        tx.execute("UPDATE member_invite SET used_at = ? WHERE id = ?", at, id);
    }

    void delete(Transaction tx, String id) {
        invites.delete(tx, id);
    }

    /** Those of an address that nobody took. */
    List<Invite> unusedOf(Transaction tx, String organizationId, String email) {
        return invites.select(tx, "WHERE organization_id = ? AND email = ? AND used_at IS NULL", organizationId, email)
                .list();
    }

    /** Forgets what ended long ago. */
    void deleteEndedBefore(Transaction tx, Instant moment) {
        tx.execute("DELETE FROM member_invite WHERE expires_at < ?", moment);
    }
}
