package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Webhooks, and what they have brought, in the state store. */
final class JdbcVcsHookStore extends Table<VcsHook> {

    JdbcVcsHookStore() {
        super(
                "vcs_hook",
                Columns.of(VcsHook.class)
                        .fixed("id", "organization_id", "connection_id", "subject_id", "owner", "name", "created_at"));
    }

    /** Of whatever organization, for who proves to be its provider. */
    Optional<VcsHook> find(Transaction tx, String id) {
        return select(tx, "WHERE id = ? AND gone_at IS NULL", id).findOne();
    }

    Optional<VcsHook> findFor(Transaction tx, VcsHook same) {
        return select(
                        tx,
                        "WHERE connection_id = ? AND subject_id = ? AND owner = ? AND name = ?",
                        same.connectionId(),
                        same.subjectId(),
                        same.owner(),
                        same.name())
                .findOne();
    }

    /** Whether it was added, and there was none like it. */
    boolean add(Transaction tx, VcsHook hook) {
        return insert(tx, hook, "ON CONFLICT (connection_id, subject_id, owner, name) DO NOTHING");
    }

    /** From now on it is only to be removed at its provider, and keeps no other from being made for its subject. */
    void setGone(Transaction tx, String id, Instant at) {
        tx.execute("UPDATE vcs_hook SET gone_at = ?, subject_id = id, active = ? WHERE id = ?", at, false, id);
    }

    /** Notes where one is that is gone here. */
    void setRemote(Transaction tx, VcsHook hook) {
        tx.execute("UPDATE vcs_hook SET remote_id = ?, url = ? WHERE id = ?", hook.remoteId(), hook.url(), hook.id());
    }

    /** Those that may still be at their providers, the last first, so that one that cannot be removed delays no other. */
    List<VcsHook> gone(Transaction tx) {
        return select(tx, "WHERE gone_at IS NOT NULL ORDER BY gone_at DESC, id LIMIT 200")
                .list();
    }

    /** Those that are gone for longer. */
    List<VcsHook> goneBefore(Transaction tx, Instant before) {
        return select(tx, "WHERE gone_at < ? ORDER BY id", before).list();
    }

    /** Also those that are gone. */
    List<VcsHook> ofConnection(Transaction tx, String connectionId) {
        return select(tx, "WHERE connection_id = ? ORDER BY id", connectionId).list();
    }

    List<VcsHook> ofSubject(Transaction tx, String organizationId, String subjectId) {
        return select(tx, "WHERE organization_id = ? AND subject_id = ? ORDER BY id", organizationId, subjectId)
                .list();
    }

    /** Notes that something came; false when it has come before. */
    boolean take(Transaction tx, String hookId, String mark, Instant at) {
        return tx.execute(
                        "INSERT INTO vcs_delivery (hook_id, mark, received_at) VALUES (?, ?, ?)"
                                + " ON CONFLICT (hook_id, mark) DO NOTHING",
                        hookId,
                        mark,
                        at)
                == 1;
    }

    void forgetDeliveries(Transaction tx, Instant before) {
        tx.execute("DELETE FROM vcs_delivery WHERE received_at < ?", before);
    }
}
